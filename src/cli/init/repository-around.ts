import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The git repository that a new project will be in. */
export interface RepositoryAround {
  readonly top: string;
  /** The project's folder from there; empty for the root itself. */
  readonly folder: string;
  /** `main`, of `origin`. */
  readonly defaultBranch: string | undefined;
  /** The address of `origin`. */
  readonly remote: string | undefined;
  /** The YAML files that git knows or would add, from the root. */
  listYaml(): readonly string[];
  read(path: string): string;
}

const git = (folder: string, ...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 256 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
};

/** The nearest folder that is there. */
const existing = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : existing(dirname(folder)));

/** @returns undefined outside of a repository, or without git */
export const repositoryAround = (folder: string): RepositoryAround | undefined => {
  const there = existing(folder);
  const top = git(there, 'rev-parse', '--show-toplevel')?.trim();
  if (top === undefined) return undefined;
  const below = relative(top, there);
  const rest = relative(existing(folder), folder);
  return {
    top,
    folder: [below, there === folder || existsSync(folder) ? '' : rest]
      .filter((part) => part !== '')
      .join('/')
      .split(sep)
      .join('/'),
    defaultBranch: git(there, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')
      ?.trim()
      .replace(/^origin\//, ''),
    remote: git(there, 'remote', 'get-url', 'origin')?.trim(),
    listYaml: () =>
      (git(top, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.yaml', '*.yml') ?? '')
        .split('\0')
        .filter((path) => path !== '' && existsSync(join(top, path))),
    read: (path) => readFileSync(join(top, path), 'utf8'),
  };
};

/** Begins a repository, if git is there. */
export const beginRepository = (folder: string): boolean =>
  git(folder, 'init', '--quiet', '--initial-branch=main') !== undefined;
