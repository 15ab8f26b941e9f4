import { hash } from 'node:crypto';
import type { JsonObject } from '../../json/json-value.js';
import type { ReadableTree } from '../base-tree.js';
import { BuildError } from './build-error.js';
import { type BuiltObject, buildPrepared } from './build-folder.js';
import { tryBuildPlainly } from './plain-build.js';
import type { PreparedFolder } from './prepare-folder.js';

/** What was built before, by a key that names all that the build reads. It may forget. */
export interface BuildCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Builds folders, each distinct one once. */
export interface FolderBuilder {
  /** The objects, or why there are none. */
  build(tree: ReadableTree, prepared: PreparedFolder): readonly BuiltObject[] | BuildError;
  /** How often kustomize was run. */
  readonly runs: () => number;
}

/** @param cache of earlier runs, which another version of kubectl must not share */
export const openFolderBuilder = (cache?: BuildCache): FolderBuilder => {
  const known = new Map<string, readonly BuiltObject[] | BuildError>();
  let runs = 0;
  const run = (tree: ReadableTree, prepared: PreparedFolder, key: string): readonly BuiltObject[] | BuildError => {
    const before = cache?.get(key);
    if (before !== undefined) {
      const read = tryRead(before);
      if (read !== undefined) return read;
    }
    runs++;
    try {
      const objects = buildPrepared(tree, prepared);
      if (!objects.some(hasSecret)) cache?.set(key, JSON.stringify(objects.map(({ json, path }) => [path, json])));
      return objects;
    } catch (error) {
      if (error instanceof BuildError) return error;
      throw error;
    }
  };
  return {
    build: (tree, prepared) => {
      const plain = tryBuildPlainly(tree, prepared);
      if (plain !== undefined) return plain;
      const key = keyOf(tree, prepared);
      let found = known.get(key);
      if (found === undefined) {
        found = run(tree, prepared, key);
        known.set(key, found);
      }
      return found;
    },
    runs: () => runs,
  };
};

/** What is no secret in git alone is none of the cache's. */
const hasSecret = ({ json }: BuiltObject): boolean => json['kind'] === 'Secret' && json['sops'] === undefined;

const keyOf = (tree: ReadableTree, { folder, kustomizations, inputs }: PreparedFolder): string => {
  const texts = tree.read(inputs);
  const parts = [...texts].map(([path, text]) => [path, hash('sha256', text)]);
  return hash('sha256', JSON.stringify([folder, parts.sort(), [...kustomizations].sort(byPath)]));
};

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** What is damaged counts as not there. */
const tryRead = (text: string): readonly BuiltObject[] | undefined => {
  try {
    const entries: unknown = JSON.parse(text);
    if (!Array.isArray(entries)) return undefined;
    return entries.map(([path, json]: [string, JsonObject]) => ({ path, json }));
  } catch {
    return undefined;
  }
};
