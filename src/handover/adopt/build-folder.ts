import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import { readKustomizeFolder, scan, tryFindKustomizationFile } from '../kustomize-files.js';
import { parseObjects } from '../parse-objects.js';

/** Why a folder does not build; the message has the tool's own last line. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  constructor(
    message: string,
    /** The program that builds is not installed, so nothing is known of the folder. */
    readonly isToolMissing = false,
  ) {
    super(message);
  }
}

/** A folder, built as kustomize-controller builds it. */
export interface BuiltFolder {
  readonly objects: readonly JsonObject[];
  /** Every file that the build reads. */
  readonly files: readonly string[];
}

interface KustomizationFile {
  readonly resources?: readonly string[];
  readonly [field: string]: unknown;
}

/**
 * Builds a folder with `kubectl kustomize`, in a copy of what it reads. Where it has no kustomization file, one is made
 * as Flux makes it, and what the Flux Kustomization says (patches, targetNamespace, …) is added as Flux adds it. Vars
 * are not substituted.
 *
 * @param spec of the Flux Kustomization
 * @param without a folder inside that is left out
 * @throws BuildError
 */
export const buildFolder = (tree: ReadableTree, folder: string, spec: JsonObject, without?: string): BuiltFolder => {
  const outside = (path: string) => without === undefined || !(path === without || path.startsWith(`${without}/`));
  const { files: all, remote } = readKustomizeFolder(tree, folder);
  const files = all.filter(outside);
  if (![...tree.blobs.keys()].some((path) => path.startsWith(`${folder}/`))) {
    throw new BuildError(`the folder "${folder}" is not there`);
  }
  if (remote.length > 0) throw new BuildError(`it reads "${remote[0]}", and nothing is fetched here`);
  const file = tryFindKustomizationFile(tree, folder);
  const found = file === undefined ? undefined : (parseObjects(tree.read([file]).get(file)!)[0] as KustomizationFile);
  const base = found ?? { resources: generate(tree, folder, outside) };
  const kustomization = addSpec(
    { ...base, resources: (base.resources ?? []).filter((path) => outside(posix.join(folder, path))) },
    spec,
  );
  if (!hasInput(kustomization)) return { objects: [], files };
  const root = mkdtempSync(join(tmpdir(), 'fluxspan-build-'));
  try {
    for (const [path, text] of tree.read(files)) write(join(root, path), text);
    // JSON is YAML; the name is the one that kustomize looks for first.
    if (file !== undefined) rmSync(join(root, file), { force: true });
    write(join(root, folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return { objects: parseObjects(kustomize(join(root, folder))), files };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const generate = (tree: ReadableTree, folder: string, outside: (path: string) => boolean): readonly string[] => {
  const resources: string[] = [];
  const add = (path: string) => {
    if (outside(path)) resources.push(posix.relative(folder, path));
  };
  scan(tree, folder, add, add);
  return resources;
};

/** https://fluxcd.io/flux/components/kustomize/kustomizations/: the fields that change what is built. */
const addSpec = (file: KustomizationFile, spec: JsonObject): KustomizationFile => {
  const list = (name: string) => [...((file[name] as unknown[]) ?? []), ...((spec[name] as unknown[]) ?? [])];
  const added: Record<string, unknown> = { ...file };
  for (const name of ['patches', 'components', 'images']) if (spec[name] !== undefined) added[name] = list(name);
  for (const name of ['namePrefix', 'nameSuffix']) if (spec[name] !== undefined) added[name] = spec[name];
  if (spec['targetNamespace'] !== undefined) added['namespace'] = spec['targetNamespace'];
  return added;
};

const inputs = [
  'resources',
  'bases',
  'components',
  'configMapGenerator',
  'secretGenerator',
  'generators',
  'helmCharts',
];
const hasInput = (file: KustomizationFile): boolean =>
  inputs.some((name) => Array.isArray(file[name]) && file[name].length > 0);

const kustomize = (folder: string): string => {
  const result = spawnSync('kubectl', ['kustomize', '--load-restrictor=LoadRestrictionsNone', folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (result.error !== undefined) {
    const missing = (result.error as NodeJS.ErrnoException).code === 'ENOENT';
    throw missing
      ? new BuildError('kubectl is not installed, and builds what is there', true)
      : new BuildError(result.error.message);
  }
  if (result.status !== 0) {
    const lines = result.stderr.trim().split('\n');
    throw new BuildError((lines.at(-1) ?? '').replace(/^error: /, '').replaceAll(folder, '.'));
  }
  return result.stdout;
};
