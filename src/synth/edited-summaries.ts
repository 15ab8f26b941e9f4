import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { TreePlace } from '../compile/layout.js';
import { readOurText } from '../files/read-file.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import type { TreePlan } from '../tree/check-plan.js';
import type { TreeChanges } from '../tree/compare-tree.js';
import { readHeader } from '../tree/header.js';

/** Where the files are: the project's folder, absolute, and the tree in it. */
interface TreeFolder {
  readonly project: string;
  readonly tree: TreePlace;
}

type Changes = Omit<TreeChanges, 'problems'>;

/**
 * Keeps the files without a checksum that a person edited. One was edited if earlier runs wrote it, what it holds is
 * nothing that they wrote, and git doesn't have it either. Where no earlier run is remembered, git shows what changes.
 *
 * @param remembered what earlier runs wrote, by hash
 */
export const keepEditedSummaries = async (
  place: TreeFolder,
  changes: Changes,
  remembered: CleanObjects | undefined,
): Promise<Changes> => {
  if (remembered === undefined || changes.unsigned.length === 0) return changes;
  const doubtful = changes.unsigned.filter((path) => {
    if (!remembered.has(keyOf(path))) return false;
    const text = readOurText(join(place.project, place.tree.root, path));
    return !remembered.has(keyOf(path, text.replaceAll('\r\n', '\n')));
  });
  if (doubtful.length === 0) return changes;
  const { findUnknownToGit } = await import('../applied/unknown-to-git.js');
  const paths = doubtful.map((path) => place.tree.inProject(path));
  const unknown = findUnknownToGit(place.project, paths);
  const edited = new Set(doubtful.filter((_, index) => unknown.has(paths[index]!)));
  const isLeft = (path: string): boolean => !edited.has(path);
  return {
    ...changes,
    changed: changes.changed.filter(isLeft),
    removed: changes.removed.filter(isLeft),
    kept: [...changes.kept, ...edited].sort(),
    unsigned: changes.unsigned.filter(isLeft),
  };
};

/** Remembers the files without a checksum that are now as planned. */
export const rememberSummaries = (files: TreePlan, { kept }: Changes, remembered: CleanObjects | undefined): void => {
  if (remembered === undefined) return;
  const isKept = new Set(kept);
  for (const [path, text] of files) {
    // Objects have a checksum, and are nearly all there is.
    if (path.endsWith('.yaml') || isKept.has(path)) continue;
    const missing = [keyOf(path), keyOf(path, text)].filter((key) => !remembered.has(key));
    if (missing.length === 0 || readHeader(path, text)?.state !== 'unsigned') continue;
    for (const key of missing) remembered.add(key);
  }
};

const keyOf = (path: string, text?: string): string =>
  hash('sha256', text === undefined ? `written\0${path}` : `written\0${path}\0${text}`, 'base64url');
