import { posix } from 'node:path';
import type { ReadableTree } from '../../applied/base-tree.js';
import { tryFindKustomizationFile } from '../../applied/kustomize-files.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { JsonObject } from '../../json/json-value.js';

/** Flux's own kustomization file, and whether it includes a folder. */
export interface Include {
  /** Flux's own folder, relative to the repository's root. */
  readonly folder: string;
  /** Its kustomization file, if it has one. */
  readonly file: string | undefined;
  /** Whether the file includes the folder in the right field. */
  readonly isIncluded: boolean;
  /** The lines to add. */
  readonly lines: string;
  /** Where to add the lines. */
  readonly place: string;
}

const FIELDS = ['components', 'resources'] as const;

const listOf = (json: JsonObject, field: string): readonly unknown[] =>
  Array.isArray(json[field]) ? (json[field] as readonly unknown[]) : [];

/**
 * Looks for a folder in Flux's own kustomization file.
 *
 * @param clusterFolder relative to the repository's root, like `settings`
 */
export const findInclude = (
  tree: ReadableTree,
  clusterFolder: string,
  settings: string,
  field: (typeof FIELDS)[number],
): Include => {
  const folder = posix.join(clusterFolder, 'flux-system');
  const file = tryFindKustomizationFile(tree, folder);
  const json = file === undefined ? {} : (tryParse(tree, file) ?? {});
  const path = posix.relative(folder, settings);
  const names = (text: unknown) => typeof text === 'string' && posix.join(folder, text).replace(/\/$/, '') === settings;
  const list = listOf(json, field);
  return {
    folder,
    file,
    isIncluded: list.some(names),
    lines: list.length === 0 ? `${field}:\n  - ${path}` : `  - ${path}`,
    place: list.length === 0 ? 'at its end' : `to its list "${field}"`,
  };
};

const tryParse = (tree: ReadableTree, file: string): JsonObject | undefined => {
  try {
    return parseObjects(tree.read([file]).get(file) ?? '')[0];
  } catch {
    // The build reports what is wrong with the file.
    return undefined;
  }
};
