import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { ReadableTree } from '../../base/base-tree.js';
import {
  type KustomizeFolder,
  readKustomizeFolder,
  scan,
  tryFindKustomizationFile,
} from '../../base/kustomize-files.js';
import { isRemote, referencesIn } from '../../base/kustomize-references.js';
import { parseObjects } from '../../base/parse-objects.js';
import type { JsonObject } from '../../json/json-value.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { BuildError } from './build-error.js';
import { runKustomize } from './run-kustomize.js';

/** A folder, built as kustomize-controller builds it. */
export interface BuiltFolder {
  readonly objects: readonly JsonObject[];
  /** Every file that the build reads. */
  readonly files: readonly string[];
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
  const found = readKustomizeFolder(tree, folder);
  const files = found.files.filter(outside);
  if (![...tree.blobs.keys()].some((path) => path.startsWith(`${folder}/`))) {
    throw new BuildError(`the folder "${folder}" is not there`);
  }
  const kustomizations = new Map([...found.kustomizations].filter(([path]) => outside(path)));
  const file = tryFindKustomizationFile(tree, folder);
  const base = file === undefined ? { resources: generate(tree, folder, outside) } : readable(file, kustomizations);
  const own = addSpec(
    { ...base, resources: textsOf(base, 'resources').filter((path) => outside(posix.join(folder, path))) },
    spec,
  );
  // The name that kustomize looks for first.
  const target = posix.join(folder, 'kustomization.yaml');
  if (file !== undefined) kustomizations.delete(file);
  kustomizations.set(target, own);
  for (const path of kustomizations.keys()) {
    const json = readable(path, kustomizations);
    refuseReferences(tree, path, json, posix.dirname(path));
    for (const name of LISTS) textsOf(json, name, path);
  }
  for (const { json, folder: at } of found.configurations) refuseReferences(tree, posix.join(at, 'plugin'), json, at);
  const texts = tree.read(files);
  refuseBombs(texts);
  if (!hasInput(own)) return { objects: [], files };
  const root = mkdtempSync(join(tmpdir(), 'fluxspan-build-'));
  try {
    for (const [path, text] of texts) if (path !== file) write(join(root, path), text);
    // As they were read and checked, so that no other reader finds something else in them. JSON is YAML.
    for (const [path, json] of kustomizations) write(join(root, path), JSON.stringify(json));
    return { objects: parseObjects(runKustomize(root, folder)), files };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const readable = (path: string, kustomizations: KustomizeFolder['kustomizations']): JsonObject => {
  const json = kustomizations.get(path);
  if (json === undefined) throw new BuildError(`"${path}" can't be read`);
  return json;
};

/** Fields that are lists of texts, or nothing. */
const LISTS = ['resources', 'bases', 'components', 'crds', 'generators', 'transformers', 'validators'];

const textsOf = (json: JsonObject, name: string, path = 'the kustomization file'): readonly string[] => {
  const value = json[name] ?? [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new BuildError(`\`${name}\` of ${path} isn't a list of texts`);
};

/** What would leave this machine, or the repository. */
const refuseReferences = (tree: ReadableTree, path: string, json: JsonObject, folder: string): void => {
  for (const { field, text } of referencesIn(json)) {
    const target = text.slice(text.indexOf('=') + 1);
    if (isRemote(text, tree.blobs.has(posix.join(folder, target)))) {
      throw new BuildError(`"${path}" reads "${text}" (${field}), and nothing is fetched here`);
    }
    if (posix.isAbsolute(target) || posix.join(folder, target).startsWith('..')) {
      throw new BuildError(`"${path}" reads "${text}" (${field}), which is outside of the repository`);
    }
  }
};

/** Aliases of aliases unfold to more than any memory holds, and kustomize takes long for what is deep. */
const refuseBombs = (texts: ReadonlyMap<string, string>): void => {
  for (const [path, text] of texts) {
    if (!/\.ya?ml$/.test(path)) continue;
    try {
      parseObjects(text);
    } catch (error) {
      const { cause, message } = error as Error;
      // What else is wrong with a file, kustomize says, if it reads it as YAML at all.
      if (cause instanceof YamlError && cause.kind !== 'too-many-aliases') continue;
      throw new BuildError(`"${path}" can't be read: ${message}`);
    }
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
const addSpec = (file: JsonObject, spec: JsonObject): JsonObject => {
  const listIn = (json: JsonObject, name: string): readonly unknown[] => {
    const value = json[name] ?? [];
    if (Array.isArray(value)) return value;
    throw new BuildError(`\`${name}\` isn't a list`);
  };
  const list = (name: string) => [...listIn(file, name), ...listIn(spec, name)];
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
const hasInput = (file: JsonObject): boolean =>
  inputs.some((name) => Array.isArray(file[name]) && file[name].length > 0);
