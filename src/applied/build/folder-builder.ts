import { hash } from 'node:crypto';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import { BuildError } from './build-error.js';
import { type BuiltObject, buildPrepared, tryBuildMany } from './build-folder.js';
import { tryBuildPlainly } from './plain-build.js';
import type { PreparedFolder } from './prepare-folder.js';

/** What was built before, by a key that names all that the build reads. It may forget. */
export interface BuildCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** A folder of a tree, ready to be built. */
export interface BuildInput {
  readonly tree: ReadableTree;
  readonly prepared: PreparedFolder;
}

/** Builds folders, each distinct one once. */
export interface FolderBuilder {
  /** Builds what will be asked for, two folders at a time. */
  ahead(inputs: readonly BuildInput[]): void;
  /** The objects, or why there are none. */
  build(tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | BuildError;
  /** How often kustomize was run. */
  readonly runs: () => number;
}

/** So that what is written for them, and what one run may take, is limited. */
const AT_ONCE = 50;

/** @param cache of earlier runs, which another version of kubectl must not share */
export const openFolderBuilder = (cache?: BuildCache): FolderBuilder => {
  const known = new Map<string, readonly BuiltObject[] | BuildError>();
  const plains = new WeakMap<PreparedFolder, { readonly built: readonly BuiltObject[] | undefined }>();
  const keys = new WeakMap<PreparedFolder, string>();
  let runs = 0;
  const plainOf = (tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | undefined => {
    let found = plains.get(prepared);
    if (found === undefined) {
      found = { built: tryBuildPlainly(tree, prepared) };
      plains.set(prepared, found);
    }
    return found.built;
  };
  const memberKey = (tree: ReadableTree, prepared: PreparedFolder): string => {
    const found = keys.get(prepared) ?? keyOf(tree, prepared);
    keys.set(prepared, found);
    return found;
  };
  const remember = (key: string, objects: readonly BuiltObject[]): readonly BuiltObject[] => {
    runs++;
    known.set(key, objects);
    if (!objects.some(hasSecret)) cache?.set(key, JSON.stringify(objects.map(({ json, path }) => [path, json])));
    return objects;
  };
  const recall = (key: string): readonly BuiltObject[] | BuildError | undefined => {
    const found = known.get(key) ?? tryRead(cache?.get(key));
    if (found !== undefined) known.set(key, found);
    return found;
  };
  return {
    ahead: (inputs) => {
      const missing = new Map<string, BuildInput>();
      for (const input of inputs) {
        if (plainOf(input.tree, input.prepared) !== undefined) continue;
        const key = memberKey(input.tree, input.prepared);
        if (recall(key) === undefined) missing.set(key, input);
      }
      const entries = [...missing];
      for (let at = 0; at + 1 < entries.length; at += AT_ONCE) {
        const some = entries.slice(at, at + AT_ONCE);
        const built = tryBuildMany(some.map(([, input]) => input));
        for (const [index, objects] of built.entries()) if (objects !== undefined) remember(some[index]![0], objects);
      }
    },
    build: (tree, prepared) => {
      const plain = plainOf(tree, prepared);
      if (plain !== undefined) return plain;
      const key = memberKey(tree, prepared);
      const found = recall(key);
      if (found !== undefined) return found;
      try {
        return remember(key, buildPrepared(tree, prepared));
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        runs++;
        known.set(key, error);
        return error;
      }
    },
    runs: () => runs,
  };
};

/** What is not a secret in git alone is none of the cache's. */
const hasSecret = ({ json }: BuiltObject): boolean => json['kind'] === 'Secret' && json['sops'] === undefined;

const keyOf = (tree: ReadableTree, { folder, kustomizations, inputs }: PreparedFolder): string => {
  const texts = tree.read(inputs);
  const parts = [...texts].map(([path, text]) => [path, hash('sha256', text)]);
  return hash('sha256', JSON.stringify([folder, parts.sort(), [...kustomizations].sort(byPath)]));
};

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** What is damaged counts as not there. */
const tryRead = (text: string | undefined): readonly BuiltObject[] | undefined => {
  if (text === undefined) return undefined;
  try {
    const entries: unknown = JSON.parse(text);
    if (!Array.isArray(entries)) return undefined;
    return entries.map(([path, json]: [string, JsonObject]) => ({ path, json }));
  } catch {
    return undefined;
  }
};
