import { dirname, join, relative, resolve, sep } from 'node:path';
import type { TreePlace } from '../compile/layout.js';
import { findSymlink } from '../files/find-symlink.js';

/** The tree's folder, or one on the way to it from the project, where that is a link: Flux would find nothing behind it. */
export const linkTo = (root: string, { root: folder, inProject }: TreePlace, start: string): string | undefined => {
  const steps = folder.startsWith('..') ? [] : folder.split('/').map((part) => (part === '' ? '.' : '..'));
  const project = resolve(root, ...steps);
  const link = findSymlink(project, root) ?? findSymlink(dirname(root), root) ?? findSymlink(root, join(root, start));
  if (link === undefined) return undefined;
  if (link === resolve(root)) return "the tree's folder";
  const isBelow = link.startsWith(`${resolve(root)}${sep}`);
  const name = isBelow ? inProject(relative(root, link).split(sep).join('/')) : relative(project, link);
  return `"${name.split(sep).join('/')}"`;
};
