import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Git, GitError } from '../../applied/git.js';
import { KUSTOMIZATION_FILES } from '../../flux/kustomization-file-names.js';

/**
 * Finds all kustomization files that may name a file of the tree: below the tree's root, tracked or not, and the
 * tracked ones in the rest of the repository.
 *
 * @param root the tree's folder, absolute
 * @returns paths relative to the root, with `/`; those outside of it begin with `../`
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

/** A failure here isn't reported: the comparison of the tree reports it. */
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
    // Without a repository, Flux can't read anything outside of the tree.
    if (!(error instanceof GitError)) throw error;
    // A folder that only looks like a repository hides the one around it.
    return error.isRefused && dirname(root) !== root ? trackedIn(dirname(root)) : [];
  }
};
