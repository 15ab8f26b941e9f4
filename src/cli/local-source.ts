import { isAbsolute, relative, resolve, sep } from 'node:path';
import { findProjectPlace, projectAround } from '../compile/find-project-place.js';

/** The folder that paths of charts are relative to in what the import writes. */
const projectFolder = (cwd: string): string => projectAround(resolve(cwd));

/**
 * Where a chart on this machine is, the same on every machine: relative to the project.
 *
 * @param source relative to `cwd`, or absolute
 * @returns undefined for a chart outside of the project and its repository
 */
export const localSource = (cwd: string, source: string): string | undefined => {
  const project = projectFolder(cwd);
  const { prefix } = findProjectPlace(project);
  const repository = resolve(project, ...prefix.split('/').filter(Boolean).fill('..'));
  const path = resolve(cwd, source);
  const within = relative(repository, path);
  if (within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)) return undefined;
  return relative(project, path).split(sep).join('/') || '.';
};

/** The path of what {@link localSource} gave, relative to `cwd`. */
export const fromLocalSource = (cwd: string, source: string): string =>
  relative(cwd, resolve(projectFolder(cwd), source))
    .split(sep)
    .join('/') || '.';
