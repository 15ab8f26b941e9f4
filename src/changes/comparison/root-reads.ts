import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { openPatches } from '../../applied/apply-patches.js';
import { type BaseTree, pathsOf } from '../../applied/base-tree.js';
import { isFluxKustomization } from '../../applied/cluster-state.js';
import { type ObjectId, tryReadId } from '../../applied/object-id.js';
import { readableObjects } from '../../applied/parse-objects.js';
import { rootOf } from '../../applied/view/find-root.js';
import { withOwnVars } from '../../applied/view/known-vars.js';
import { readRegularFile } from '../../files/read-file.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** The folders, relative to the repository's root, that Flux's roots read. `undefined` if no root is declared. */
export type RootFolders = ReadonlySet<string> | undefined;

/**
 * Gives the folders that the root of Flux declared in a cluster's folder reads, according to the work tree: the
 * Kustomization that `flux bootstrap` writes to `flux-system`, or a FluxInstance.
 *
 * @param sourceRoot the prefix of its paths; empty, or with a `/` at the end
 */
export const rootReads = (top: string, folder: string, sourceRoot: string): RootFolders =>
  readRoots(
    placesOf(folder).flatMap((one) => textsIn(join(top, one))),
    sourceRoot,
  );

/** Gives the same folders according to the base. */
export const rootReadsInBase = (whole: BaseTree, folder: string): RootFolders => {
  const places = placesOf(folder);
  const paths = [...whole.blobs.keys()].filter((path) => places.includes(posix.dirname(path)) && isManifest(path));
  return readRoots([...whole.read(paths).values()], whole.sourceRoot);
};

const placesOf = (folder: string): readonly string[] => [`${folder}/flux-system`, folder];

/** The manifests of Flux's controllers are long, and declare no root. */
const isManifest = (path: string): boolean => /\.ya?ml$/.test(path) && !path.includes('gotk-components');

const textsIn = (folder: string): readonly string[] => {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && isManifest(one.name));
    return names.map(({ name }) => readRegularFile(join(folder, name), MEGABYTES).toString());
  } catch {
    // A missing file declares nothing. The build of the folder reports an unreadable one.
    return [];
  }
};

const MEGABYTES = 16;

const readRoots = (texts: readonly string[], sourceRoot: string): RootFolders => {
  const objects = texts.flatMap(tryParse);
  const patches = openPatches({ spec: { patches: objects.flatMap(patchesIn) } });
  const found = objects.flatMap((json): readonly string[] => {
    const id = tryReadId(json);
    if (id === undefined || !isRoot(id)) return [];
    const root = rootOf(pathsOf({ sourceRoot }), id, withOwnVars(patches?.(json) ?? json, id.namespace));
    return root === undefined ? [] : [root.folder];
  });
  return found.length === 0 ? undefined : new Set(found);
};

const isRoot = (id: ObjectId): boolean =>
  id.kind === 'FluxInstance' ||
  (isFluxKustomization(id) && id.namespace === 'flux-system' && id.name === 'flux-system');

/** The patches of the kustomization file next to the root. */
const patchesIn = ({ kind, patches }: JsonObject): readonly JsonObject[] =>
  (kind === undefined || kind === 'Kustomization') && Array.isArray(patches) ? patches.filter(isObject) : [];

const tryParse = (text: string): readonly JsonObject[] => {
  return /FluxInstance|flux-system|patches:/.test(text) ? readableObjects(text) : [];
};
