import { settingsQuery } from './run-git.js';

const about = ['rev-parse', '--show-toplevel', '--is-shallow-repository', '--show-prefix'];

/** The arguments of git for the queries of {@link Git}. */
export const ask = {
  /** One run for everything, since each run adds some milliseconds to every synth. */
  whole: [...about, '--symbolic-full-name', 'HEAD'],
  /** For a repository without commits. */
  withoutBranch: about,
  commit: (revision: string) => {
    // `:/v1` searches commit messages for the rest of the text, so nothing can follow it.
    const name = revision.startsWith(':/') ? revision : `${revision}^{commit}`;
    return ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  },
  mergeBase: (a: string, b: string) => ['merge-base', '--', a, b],
  list: (commit: string, folder: string) => [
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    commit,
    ...(folder === '' ? [] : ['--', `${folder}/`]),
  ],
  /** What the work tree has otherwise than the index. */
  touched: ['ls-files', '-t', '--modified', '--deleted', '--others', '--exclude-standard', '-z'],
  /** What the index has otherwise than a commit: less to read than all of it. With `-r`, since a sparse index has folders. */
  staged: (commit: string) => ['diff-index', '-r', '--cached', '--raw', '--no-renames', '-z', commit, '--'],
  settings: settingsQuery,
} as const;

/** Where a folder is in its repository. */
export interface Place {
  /** The repository's root. */
  readonly top: string;
  readonly shallow: boolean;
  /** The folder, relative to {@link top}; empty, or with a `/` at the end. */
  readonly prefix: string;
  /** The branch that is checked out; `undefined` for a detached HEAD and before the first commit. */
  readonly branch: string | undefined;
}

/** Parses git's answer to {@link ask.whole}. */
export const parsePlace = (said: string): Place => {
  const lines = said.split('\n');
  return {
    top: lines[0]!,
    shallow: lines[1] === 'true',
    prefix: lines[2]!,
    branch: /^refs\/heads\/(.+)$/.exec(lines[3] ?? '')?.[1],
  };
};

/** Git knows it, whether or not a repository has it. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** The same with another algorithm of hashes. */
export const EMPTY_SHA256 = '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
