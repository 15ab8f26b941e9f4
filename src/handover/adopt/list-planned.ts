import { posix } from 'node:path';
import { tryFindKustomizationFile } from '../../applied/kustomize-files.js';
import type { RepositoryTree } from '../../applied/view/flux-view.js';
import { addItems } from './edit-list.js';

/** The kustomization file through which the root reads a cluster's files, and the planned entries that it lacks. */
export interface PlannedList {
  readonly path: string;
  /** The missing entries. */
  readonly missing: readonly string[];
  /** The text with these entries; undefined if that isn't possible line by line. */
  readonly edited: string | undefined;
}

export interface ListedFiles {
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** The folder that the root reads; undefined if it's the cluster's. */
  readonly top: string | undefined;
  /** The files to write, by path from the repository's root. */
  readonly planned: ReadonlyMap<string, unknown>;
  /** Returns the current text of a file. */
  readonly text: (path: string) => string;
}

/** @returns undefined if no file lists them, or if fluxspan writes the file that does */
export const tryListPlanned = (
  tree: RepositoryTree,
  { folder, top = folder, planned, text }: ListedFiles,
): PlannedList | undefined => {
  let path: string | undefined;
  for (let at = folder; path === undefined; at = at.includes('/') ? posix.dirname(at) : '') {
    path = tryFindKustomizationFile(tree, at);
    if (at === top || at === '') break;
  }
  if (path === undefined || planned.has(path)) return undefined;
  const at = posix.dirname(path);
  const own = [...planned.keys()].filter((one) => one.startsWith(`${folder}/`) && one.endsWith('.yaml'));
  const now = text(path);
  const named = new Set([...now.matchAll(/[\w./-]+/g)].map(([one]) => posix.join(at, one)));
  const missing = own.filter((one) => !named.has(one)).map((one) => posix.relative(at, one));
  const edited = addItems(
    now,
    { isIt: () => true, path: ['resources'] },
    missing.map((one) => [one]),
  );
  return { path, missing, edited };
};
