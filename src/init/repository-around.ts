import { realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Git, GitError } from '../applied/git.js';
import { isYaml } from '../applied/is-yaml.js';
import { runGit } from '../applied/run-git.js';
import { diagnose, FluxspanError } from '../diagnostics/index.js';
import { readRegularFile } from '../files/read-file.js';
import { initNoRoot } from './diagnostics.js';

/** The git repository that a new project will be in. */
export interface RepositoryAround {
  readonly top: string;
  /** The project's folder from there; empty for the root itself. */
  readonly folder: string;
  /** `main`, of `origin`. */
  readonly defaultBranch: string | undefined;
  /** The addresses of the remotes. */
  readonly remotes: readonly string[];
  /** The YAML files that git knows or would add, from the root; those that can't be read are left out. */
  readYaml(): ReadonlyMap<string, string>;
}

/**
 * The repository around a folder, which needn't be there yet.
 *
 * @returns undefined outside of a repository, or without git
 * @throws FluxspanError where git refuses to read it
 */
export const repositoryAround = (folder: string): RepositoryAround | undefined => {
  const near = nearest(folder);
  const git = tryOpen(realpathSync(near));
  if (git === undefined) return undefined;
  return {
    top: git.top,
    folder: posix.join(git.prefix, relative(near, folder).split(sep).join('/')).replace(/^\.$|\/$/, ''),
    defaultBranch: git.tryDefaultBranch('origin')?.replace(/^origin\//, ''),
    remotes: git.remotes(),
    readYaml: () => readYaml(git),
  };
};

const nearest = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : nearest(dirname(folder));

const NO_REPOSITORY = /^not a git repository|^git is not installed/;

const tryOpen = (folder: string): Git | undefined => {
  try {
    return new Git(folder);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (NO_REPOSITORY.test(error.message)) return undefined;
    throw new FluxspanError([
      diagnose(initNoRoot, { message: `git can't read the repository: ${error.message}`, fix: error.fix }),
    ]);
  }
};

const MOST_MEGABYTES = 16;

const readYaml = (git: Git): ReadonlyMap<string, string> => {
  const { blobs, touched } = git.index();
  const paths = [...new Set([...blobs.keys(), ...touched])].filter(isYaml).sort();
  return new Map(
    paths.flatMap((path) => {
      const text = tryRead(join(git.top, path));
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
};

const tryRead = (path: string): string | undefined => {
  try {
    return readRegularFile(path, MOST_MEGABYTES).toString();
  } catch {
    // Deleted, a link, or larger than any manifest of Flux.
    return undefined;
  }
};

/** Makes a repository, if git is there. */
export const initRepository = (folder: string): boolean => {
  try {
    runGit(folder, ['init', '--quiet', '--initial-branch=main']);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
};
