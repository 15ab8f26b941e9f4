import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Git, GitError } from '../../applied/git.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';

/**
 * All kustomization files that may name a file of the tree: below the tree's root, tracked or not, and the tracked ones
 * of the repository around it.
 *
 * @param root the tree's folder, absolute
 * @returns relative to the root, with `/`; those around it begin with `../`
 */
export const findKustomizationFiles = (root: string): readonly string[] => {
  const found = new Set(filesBelow(root));
  for (const file of trackedIn(root)) found.add(relative(root, file).split(sep).join('/'));
  return [...found].sort();
};

const filesBelow = (root: string): readonly string[] => {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of tryList(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') visit(path);
      } else if (entry.isFile() && KUSTOMIZATION_FILES.includes(entry.name)) found.push(path);
    }
  };
  visit('');
  return found;
};

/** What cannot be listed is told where the tree is compared. */
const tryList = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

const trackedIn = (root: string): readonly string[] => {
  try {
    const git = new Git(root);
    return git.tracked(KUSTOMIZATION_FILES).map((path) => join(git.top, path));
  } catch (error) {
    // Without a repository there is nothing around the tree that Flux could read.
    if (!(error instanceof GitError)) throw error;
    return [];
  }
};
