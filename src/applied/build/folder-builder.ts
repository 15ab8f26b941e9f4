import { hash } from 'node:crypto';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import { BuildError } from './build-error.js';
import { type BuiltObject, buildPrepared, tryBuildMany } from './build-folder.js';
import { tryBuildPlainly } from './plain-build.js';
import type { PreparedFolder } from './prepare-folder.js';

/** Earlier builds, by a key that covers everything that a build reads. The cache may drop entries. */
export interface BuildCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** A folder of a tree, ready to be built. */
export interface BuildInput {
  readonly tree: ReadableTree;
  readonly prepared: PreparedFolder;
}

/** Builds folders, and each distinct folder only once. */
export interface FolderBuilder {
  /** Builds folders that will be needed, two at a time. */
  ahead(inputs: readonly BuildInput[]): void;
  /** The objects, or the error. */
  build(tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | BuildError;
  /** The number of kustomize runs. */
  readonly runs: () => number;
}

/** Limits the disk space and time of one batch. */
const AT_ONCE = 50;

/** @param cache builds of earlier runs; another version of kubectl must not share them */
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

/** Whether a build has a Secret; the cache must not store those. */
const hasSecret = ({ json }: BuiltObject): boolean => json['kind'] === 'Secret' && json['sops'] === undefined;

const keyOf = (tree: ReadableTree, { folder, kustomizations, inputs }: PreparedFolder): string => {
  const texts = tree.read(inputs);
  const parts = [...texts].map(([path, text]) => [path, hash('sha256', text)]);
  return hash('sha256', JSON.stringify([folder, parts.sort(), [...kustomizations].sort(byPath)]));
};

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Reads cached objects; a damaged entry counts as missing. */
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
