import { lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { GitError, runGit } from '../applied/run-git.js';

/** The files of a folder, by path from it. */
export interface FolderFiles {
  readonly paths: readonly string[];
  readonly links: ReadonlySet<string>;
  /** Absent if the folder isn't in git, or git isn't installed. */
  readonly git?: { readonly remotes: readonly string[]; readonly branch: string | undefined };
  /** Files beyond the budget were left out. */
  readonly isCut: boolean;
}

/** Folders that no commit has. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.terraform', '.terragrunt-cache']);

/** As many as a large company's monorepo has. */
export const MOST_FILES = 300_000;

/**
 * The files that a commit of the folder would have: in git, those that it doesn't ignore. Follows no symlink.
 *
 * @param folder absolute
 */
export const listFiles = (folder: string): FolderFiles => {
  const listed = tryList(folder);
  if (listed === undefined) return walk(folder);
  const links = new Set<string>();
  const paths = listed.paths.slice(0, MOST_FILES).filter((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) links.add(path);
    return stats?.isFile() === true;
  });
  return { paths, links, git: listed.git, isCut: listed.paths.length > MOST_FILES };
};

const tryList = (
  folder: string,
): { readonly paths: readonly string[]; readonly git: NonNullable<FolderFiles['git']> } | undefined => {
  try {
    const said = runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.']).toString();
    const paths = [...new Set(said.split('\0').filter((path) => path !== ''))].sort();
    return { paths, git: { remotes: remotesOf(folder), branch: tryText(folder, ['branch', '--show-current']) } };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};

const remotesOf = (folder: string): readonly string[] =>
  (tryText(folder, ['config', '--get-regexp', '^remote\\..*\\.url$']) ?? '')
    .split('\n')
    .flatMap((line) => line.split(' ').slice(1, 2));

const tryText = (folder: string, args: readonly string[]): string | undefined => {
  try {
    const said = runGit(folder, args).toString().trim();
    return said === '' ? undefined : said;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};

const walk = (folder: string): FolderFiles => {
  const paths: string[] = [];
  const links = new Set<string>();
  let isCut = false;
  const visit = (at: string): void => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = posix.join(at, entry.name);
      if (paths.length >= MOST_FILES) {
        isCut = true;
        return;
      }
      if (entry.isSymbolicLink()) links.add(path);
      else if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path);
    }
  };
  visit('');
  return { paths: paths.sort(), links, isCut };
};
