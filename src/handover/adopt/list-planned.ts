import { posix } from 'node:path';
import { tryFindKustomizationFile } from '../../applied/kustomize-files.js';
import type { RepositoryTree } from '../../applied/view/flux-view.js';
import { addItems } from './edit-list.js';

/** The kustomization file by which the root comes to a cluster's files, and what it lacks of those that are planned. */
export interface PlannedList {
  readonly path: string;
  /** Entries that it needs. */
  readonly missing: readonly string[];
  /** With them; undefined where that can't be done by lines. */
  readonly edited: string | undefined;
}

export interface ListedFiles {
  /** The cluster's folder, from the repository's root. */
  readonly folder: string;
  /** The folder that the root reads; undefined: the cluster's. */
  readonly top: string | undefined;
  /** What will be written, from the repository's root. */
  readonly planned: ReadonlyMap<string, unknown>;
  /** The text of a file as it is now. */
  readonly text: (path: string) => string;
}

/** @returns undefined where no file lists them, or one that will be written */
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
