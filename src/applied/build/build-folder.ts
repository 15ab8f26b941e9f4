import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { bytesOf } from '../../files/lossless-text.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import type { ReadableTree } from '../base-tree.js';
import { isYaml } from '../is-yaml.js';
import { objectsIn } from '../kustomize-files.js';
import { keyOf, tryReadId } from '../object-id.js';
import { parseObjects } from '../parse-objects.js';
import { type PreparedFolder, type PrepareOptions, prepareFolder } from './prepare-folder.js';
import { runKustomize } from './run-kustomize.js';
import { type KustomizeJob, runTwoAtATime } from './run-two-at-a-time.js';

/** A folder, built as kustomize-controller builds it. */
export interface BuiltFolder {
  readonly objects: readonly JsonObject[];
  /** Every file that the build reads. */
  readonly files: readonly string[];
}

/** One object of a build's output. */
export interface BuiltObject {
  readonly json: JsonObject;
  /** The file that declares it, from the tree's root; empty if a generator creates it. */
  readonly path: string;
}

/**
 * Builds a folder with `kubectl kustomize`, in a copy of the files that it reads. Doesn't substitute vars.
 *
 * @param spec the spec of the Flux Kustomization
 * @param without a subfolder to leave out
 * @throws BuildError
 */
export const buildFolder = (tree: ReadableTree, folder: string, spec: JsonObject, without?: string): BuiltFolder => {
  const options: PrepareOptions = { without };
  const prepared = prepareFolder(tree, folder, spec, options);
  return { objects: buildPrepared(tree, prepared).map(({ json }) => json), files: prepared.files };
};

/** Builds a prepared folder with `kubectl kustomize`. @throws BuildError */
export const buildPrepared = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] => {
  if (prepared.isEmpty) return [];
  return inScratch((root) => {
    writeInputs(root, tree, prepared);
    return readOutput(tree, prepared, runKustomize(root, prepared.folder));
  });
};

/**
 * Builds several prepared folders, two at a time; `undefined` for folders that need a build of their own to show why
 * they fail.
 */
export const tryBuildMany = (
  all: readonly { readonly tree: ReadableTree; readonly prepared: PreparedFolder }[],
): readonly (readonly BuiltObject[] | undefined)[] =>
  inScratch((scratch) => {
    const jobs = all.map(({ tree, prepared }, at): KustomizeJob => {
      const place = join(scratch, String(at), 'place');
      mkdirSync(place, { recursive: true });
      const root = join(scratch, String(at), 'tree');
      writeInputs(root, tree, prepared);
      return { root, folder: prepared.folder, place };
    });
    return runTwoAtATime(jobs).map((text, at) =>
      text === undefined ? undefined : readOutput(all[at]!.tree, all[at]!.prepared, text),
    );
  });

const inScratch = <T>(use: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-build-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const writeInputs = (root: string, tree: ReadableTree, { target, kustomizations, inputs }: PreparedFolder): void => {
  for (const [path, text] of tree.read(inputs)) write(join(root, path), text);
  // Writes the files as they were read and checked, so that kustomize can't read them differently. JSON is YAML.
  for (const [path, json] of kustomizations) {
    write(join(root, path), JSON.stringify(path === target ? withOrigins(json) : json));
  }
};

const readOutput = (
  tree: ReadableTree,
  { folder, target, kustomizations, inputs }: PreparedFolder,
  text: string,
): readonly BuiltObject[] => {
  const keepsOrigins = buildMetadataOf(kustomizations.get(target)!).includes(ORIGINS);
  let places: ReadonlyMap<string, string> | undefined;
  return parseObjects(text).map((json) => {
    if (hasOrigin(json)) return located(folder, json, keepsOrigins);
    // A patch replaced all annotations, so the only file that has the object must be its origin.
    places ??= placesIn(tree, inputs);
    const found = located(folder, json, keepsOrigins);
    const id = tryReadId(found.json);
    return { ...found, path: (id === undefined ? undefined : places.get(keyOf(id))) ?? '' };
  });
};

/** Files by the objects that they declare, without objects that several files declare. */
const placesIn = (tree: ReadableTree, paths: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const path of paths) {
    for (const json of tryObjects(tree, path)) {
      const id = tryReadId(json);
      if (id !== undefined) found.set(keyOf(id), found.has(keyOf(id)) ? '' : path);
    }
  }
  return found;
};

/** A file that a generator or patch reads may not be a manifest. */
const tryObjects = (tree: ReadableTree, path: string): readonly JsonObject[] => {
  try {
    return isYaml(path) ? objectsIn(tree, path) : [];
  } catch {
    return [];
  }
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytesOf(text));
};

/** https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/buildmetadata/ */
const ORIGINS = 'originAnnotations';
const ORIGIN = 'config.kubernetes.io/origin';

const buildMetadataOf = (json: JsonObject): readonly unknown[] => {
  const value = json['buildMetadata'];
  return Array.isArray(value) ? value : [];
};

/** Makes kustomize annotate each object with its origin. */
const withOrigins = (json: JsonObject): JsonObject => ({
  ...json,
  buildMetadata: [...new Set([...buildMetadataOf(json), ORIGINS])] as readonly string[],
});

/** Whether kustomize annotated an object with its origin, a file or a generator, and no patch removed that. */
const hasOrigin = ({ metadata }: JsonObject): boolean => {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const origin = isObject(annotations) ? annotations[ORIGIN] : undefined;
  return typeof origin === 'string' && !/^ +kind: \w*Transformer$/m.test(origin);
};

/** Reads the origin of an object, and removes the annotation unless the tree itself asks for it. */
const located = (folder: string, json: JsonObject, keepsOrigins: boolean): BuiltObject => {
  const metadata = json['metadata'];
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const origin = isObject(annotations) ? annotations[ORIGIN] : undefined;
  if (!isObject(metadata) || !isObject(annotations) || typeof origin !== 'string') return { json, path: '' };
  const [read] = parseYamlDocuments(origin);
  const place = isObject(read) ? read['path'] : undefined;
  const path = typeof place === 'string' ? posix.join(folder, place) : '';
  if (keepsOrigins) return { json, path };
  const { [ORIGIN]: _, ...others } = annotations;
  const { annotations: _all, ...rest } = metadata;
  const kept = Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
  return { json: { ...json, metadata: kept } as JsonObject, path };
};
