import type { ReadableTree } from '../../base/base-tree.js';
import { BuildError } from '../../base/build/build-error.js';
import { buildFolder } from '../../base/build/build-folder.js';
import {
  type ClusterState,
  isFluxKustomization,
  makeState,
  type Owner,
  ownerKey,
  ROOT,
  readOwner,
  rootOwner,
  type StateEntry,
} from '../../base/cluster-state.js';
import { baseNotBuilt } from '../../base/diagnostics.js';
import { keyOf, tryReadId } from '../../base/object-id.js';
import { parseObjects } from '../../base/parse-objects.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { JsonObject } from '../../json/json-value.js';
import { isOwnInRepository } from '../../tree/own-file.js';
import { isObjectOf } from './edit-yaml.js';

/** A Kustomization of a tree that was written by hand. */
export interface FoundOwner {
  readonly key: string;
  /** The key of the owner that applies it; itself for the root. */
  readonly parent: string;
  readonly json: JsonObject;
  /** The one file that it stands in; `undefined`: none or several do. */
  readonly file: string | undefined;
  /** What its build reads; empty where another repository holds it. */
  readonly files: readonly string[];
}

/** A cluster's folder with all that Flux makes of it, without what fluxspan has written there. */
export interface HandWrittenCluster {
  readonly state: ClusterState;
  readonly owners: ReadonlyMap<string, FoundOwner>;
  /** What the root's build reads, own files among it. */
  readonly rootFiles: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/**
 * @param folder the cluster's, from the repository's root: `k8s/clusters/dev`
 * @param kinds what the cluster knows of its kinds
 */
export const readHandWritten = (
  tree: ReadableTree,
  folder: string,
  readsTree: (kustomization: JsonObject) => boolean,
  { scopeOf, protectedKinds }: Pick<ClusterState, 'scopeOf' | 'protectedKinds'>,
): HandWrittenCluster => {
  const entries: StateEntry[] = [];
  const owners = new Map<string, FoundOwner>();
  const problems: Diagnostic[] = [];
  const locate = makeLocator(tree, scopeOf);
  const visit = (parent: string, at: string, spec: JsonObject, without?: string): readonly string[] => {
    let built: ReturnType<typeof buildFolder>;
    try {
      built = buildFolder(tree, at, spec, without);
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      problems.push(notBuilt(parent, at, error));
      return [];
    }
    for (const json of built.objects) {
      const id = tryReadId(json);
      if (id === undefined) continue;
      const file = locate(built.files, json);
      if (file !== undefined && isOwnInRepository(file, tree.read([file]).get(file)!)) continue;
      entries.push({ json, owner: parent, path: file ?? '' });
      const key = ownerKey(id);
      if (!isFluxKustomization(id) || key === ROOT || owners.has(key)) continue;
      const inside = (json['spec'] ?? {}) as JsonObject;
      const reads = readsTree(json) ? tree.folderOf(String(inside['path'] ?? '')) : undefined;
      owners.set(key, { key, parent, json, file, files: [] });
      if (reads !== undefined) owners.set(key, { key, parent, json, file, files: visit(key, reads, inside) });
    }
    return built.files;
  };
  const rootFiles = visit(ROOT, folder, {}, `${folder}/flux-system`);
  return {
    state: makeState(entries, ({ json }) => readsTree(json), { root: readRoot(tree, folder), scopeOf, protectedKinds }),
    owners,
    rootFiles,
    problems,
  };
};

/** How the root itself is set, in the folder that `flux bootstrap` writes. */
const readRoot = (tree: ReadableTree, folder: string): Owner => {
  const paths = [...tree.blobs.keys()].filter((path) => path.startsWith(`${folder}/flux-system/`) && /sync/.test(path));
  for (const text of tree.read(paths).values()) {
    for (const json of parseObjects(text)) {
      const id = tryReadId(json);
      if (id !== undefined && isFluxKustomization(id) && ownerKey(id) === ROOT) return readOwner(json, ROOT, true);
    }
  }
  return rootOwner;
};

/** Gives a function that finds the only file among `files` in which an object stands; each file is parsed once. */
const makeLocator = (tree: ReadableTree, scopeOf: ScopeOf) => {
  const parsed = new Map<string, readonly JsonObject[]>();
  const parseOnce = (path: string, text: string): readonly JsonObject[] => {
    let objects = parsed.get(path);
    if (objects === undefined) {
      objects = tryParse(text);
      parsed.set(path, objects);
    }
    return objects;
  };
  return (files: readonly string[], json: JsonObject): string | undefined => {
    const wanted = tryReadId(json, scopeOf);
    if (wanted === undefined) return undefined;
    const isIt = isObjectOf(keyOf(wanted), scopeOf);
    const found: string[] = [];
    for (const [path, text] of tree.read(files.filter((one) => /\.ya?ml$/.test(one)))) {
      if (text.includes(wanted.name) && parseOnce(path, text).some(isIt)) found.push(path);
    }
    return found.length === 1 ? found[0] : undefined;
  };
};

/** Values of a chart and the like are no manifests; what Flux cannot build is reported elsewhere. */
const tryParse = (text: string): readonly JsonObject[] => {
  try {
    return parseObjects(text);
  } catch {
    return [];
  }
};

const notBuilt = (owner: string, folder: string, error: BuildError): Diagnostic =>
  diagnose(baseNotBuilt, {
    message: `the folder "${folder}" of Kustomization "${owner.slice(owner.indexOf('/') + 1)}" does not build: ${error.message}`,
    at: { file: folder },
    fix: error.isToolMissing
      ? 'install kubectl: https://kubernetes.io/docs/tasks/tools/'
      : 'mend it on the branch that Flux follows, then run handover again',
  });
