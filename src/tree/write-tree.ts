import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { diagnose, FluxspanError } from '../diagnostics/index.js';
import { keepMode } from '../files/replace-file.js';
import type { TreePlan } from './check-plan.js';
import type { TreeChanges } from './compare-tree.js';
import { pathRefused } from './diagnostics.js';
import { isAlive } from './is-alive.js';
import { joinChecksums } from './line-checksums.js';

/** A tree that could not be written to its end. The message names the path, the cause, and the state of the tree. */
export class TreeWriteError extends FluxspanError {
  override readonly name = 'TreeWriteError';
  constructor(
    /** Relative to the root; empty for the root itself. */
    readonly path: string,
    /** How many files are already as the plan says; 0: the tree is as it was. */
    readonly done: number,
    total: number,
    cause: unknown,
  ) {
    const state =
      done === 0
        ? 'nothing in the tree has changed'
        : `${done} of ${total} files are written or removed, each one whole; run synth again for the rest`;
    const why = cause instanceof Error ? cause.message.replace(/^E\w+: /, '') : String(cause);
    const code = codeOf(cause);
    const message = `cannot write ${path === '' ? 'the tree' : `"${path}"`}: ${code === undefined ? why : `${code}, ${why}`}; ${state}`;
    super([diagnose(pathRefused, { message, fix: 'give this user the right to write there, and room on the disk' })]);
    this.message = message;
    this.cause = cause;
  }
}

/**
 * Carries out what `compareTree` found, under `root`, and removes what killed runs have left. The one module that writes
 * into the tree.
 *
 * All text is first written beside the tree, then each file, or each new folder as a whole, takes its place by one
 * rename. So a process that is killed leaves each file old or new, and a full disk leaves the tree as it was. This holds
 * for processes, not for power cuts: nothing waits for the disk. Runs of one plan at the same time end in its tree.
 *
 * @throws TreeWriteError
 */
export const writeTree = (root: string, changes: TreeChanges, plan: TreePlan): void => {
  if (changes.problems.length > 0) throw new TypeError('a tree with problems is not written');
  const { lists } = changes;
  const isFile = (path: string) => !lists.has(path);
  const rewritten = [...changes.changed, ...changes.headers].filter(isFile);
  const added = changes.added.filter(isFile);
  const { removed } = changes;
  const total = added.length + rewritten.length + removed.length;
  let done = 0;
  const attempt = <T>(path: string, act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw new TreeWriteError(path, done, total, error);
    }
  };

  attempt('', () => mkdirSync(root, { recursive: true }));
  attempt('', () => removeDeadRuns(root));
  if (total === 0 && lists.size === 0) return;

  const staging = `${root}/${STAGING}${process.pid}`;
  try {
    attempt('', () => openStaging(staging));
    const staged = stage(root, staging, [...rewritten, ...added], plan, attempt);
    const stagedLists = stageLists(root, staging, lists, attempt);
    const goneLists = [...lists.keys()].filter((path) => lists.get(path) === undefined);
    const emptied = foldersToEmpty(
      [...removed, ...goneLists],
      [...staged.folders, ...stagedLists.first.map(({ to }) => folderOf(to))],
    );
    attempt('', () => writeFileSync(`${staging}/${JOURNAL}`, JSON.stringify(emptied)));
    for (const move of stagedLists.first) moveList(root, move, attempt);
    // Before the others, so that a file can become a folder, a folder a file, and `A.yaml` can become `a.yaml` where that is one name.
    for (const path of removed) {
      attempt(path, () => unlinkIfThere(`${root}/${path}`));
      done++;
    }
    for (const path of goneLists) attempt(path, () => unlinkIfThere(`${root}/${path}`));
    for (const folder of emptied) removeIfEmpty(`${root}/${folder}`);
    for (const { from, to, files } of staged.moves) {
      attempt(to, () => moveInto(from, `${root}/${to}`));
      done += files;
    }
    for (const move of stagedLists.last) moveList(root, move, attempt);
  } finally {
    // What cannot be removed now is removed by the next run; an error from here would hide the one that matters.
    removeQuietly(staging);
  }
};

const STAGING = '.fluxspan-';
const STAGING_NAME = /^\.fluxspan-([1-9]\d*)$/;
/** Folders that a run is about to empty: a killed one may have removed their files but not them. */
const JOURNAL = 'emptied.json';

interface Move {
  readonly from: string;
  /** Relative to the root: a file, or a folder that is not there yet. */
  readonly to: string;
  readonly files: number;
}

type Attempt = <T>(path: string, act: () => T) => T;

const openStaging = (staging: string): void => {
  mkdirSync(staging);
  // Git shall not see it, whatever the repository ignores.
  writeFileSync(`${staging}/.gitignore`, '*\n');
  mkdirSync(`${staging}/files`);
  mkdirSync(`${staging}/lists`);
};

/** Writes all text into the staging folder; `folders`: those of the tree that are there and get files. */
const stage = (root: string, staging: string, paths: readonly string[], plan: TreePlan, attempt: Attempt) => {
  const newestAbove = newFolderFinder(root);
  const made = new Set<string>();
  const counts = new Map<string, number>();
  const folders = new Set<string>();
  const single: Move[] = [];
  for (const path of paths) {
    const text = plan.get(path);
    if (text === undefined) throw new TypeError(`"${path}" is to be written, and has no text in the plan`);
    const folder = folderOf(path);
    const newFolder = newestAbove(folder);
    if (newFolder === undefined) {
      folders.add(folder);
      const from = `${staging}/files/${single.length}`;
      attempt(path, () => {
        writeFileSync(from, text);
        keepMode(`${root}/${path}`, from);
      });
      single.push({ from, to: path, files: 1 });
    } else {
      if (!made.has(folder)) {
        attempt(folder, () => mkdirSync(`${staging}/new/${folder}`, { recursive: true }));
        made.add(folder);
        folders.add(folderOf(newFolder));
      }
      attempt(path, () => writeFileSync(`${staging}/new/${path}`, text));
      counts.set(newFolder, (counts.get(newFolder) ?? 0) + 1);
    }
  }
  const whole = [...counts].map(([to, files]): Move => ({ from: `${staging}/new/${to}`, to, files }));
  return { moves: [...whole, ...single], folders };
};

/**
 * Writes the lists of checksums into the staging folder. `first` go to their places before the files, with the checksums
 * of what was there too; `last` after them.
 */
const stageLists = (root: string, staging: string, lists: TreeChanges['lists'], attempt: Attempt) => {
  const first: Move[] = [];
  const last: Move[] = [];
  for (const [to, text] of lists) {
    if (text === undefined) continue;
    const old = attempt(to, () => readIfThere(`${root}/${to}`));
    const from = `${staging}/lists/${first.length}`;
    attempt(to, () => writeFileSync(from, old === undefined ? text : joinChecksums(old, text)));
    first.push({ from, to, files: 0 });
    if (old === undefined) continue;
    attempt(to, () => writeFileSync(`${from}-last`, text));
    last.push({ from: `${from}-last`, to, files: 0 });
  }
  return { first, last };
};

const moveList = (root: string, { from, to }: Move, attempt: Attempt): void =>
  attempt(to, () => {
    mkdirSync(`${root}/${folderOf(to)}`, { recursive: true });
    renameSync(from, `${root}/${to}`);
  });

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    return undefined;
  }
};

/** Gives a function that finds the topmost folder on the way to `folder`, itself included, that is not there yet. */
const newFolderFinder = (root: string): ((folder: string) => string | undefined) => {
  const known = new Map<string, string | undefined>([['', undefined]]);
  const find = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder);
    const above = find(folderOf(folder));
    const there = above === undefined && lstatSync(`${root}/${folder}`, { throwIfNoEntry: false })?.isDirectory();
    const found = above ?? (there === true ? undefined : folder);
    known.set(folder, found);
    return found;
  };
  return find;
};

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The folders that may be empty once `removed` are gone, the inner ones first, without those that get files. */
const foldersToEmpty = (removed: readonly string[], filled: Iterable<string>): string[] => {
  const needed = new Set(['']);
  for (const start of filled)
    for (let folder = start; !needed.has(folder); folder = folderOf(folder)) needed.add(folder);
  const emptied = new Set<string>();
  for (const path of removed) {
    for (let folder = folderOf(path); !needed.has(folder) && !emptied.has(folder); folder = folderOf(folder)) {
      emptied.add(folder);
    }
  }
  return [...emptied].sort((a, b) => b.length - a.length);
};

const moveInto = (from: string, to: string): void => {
  try {
    renameSync(from, to);
  } catch (error) {
    const code = codeOf(error);
    // Where names differ only by case, the folder may have gone with the files that it held under its other name.
    if (code === 'ENOENT') mkdirSync(folderOf(to), { recursive: true });
    else if (code !== 'EISDIR' && code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    // Another run has made the folder meanwhile: what is in ours takes its place one by one.
    else if (isFolder(from) && isFolder(to)) {
      for (const name of readdirSync(from)) moveInto(`${from}/${name}`, `${to}/${name}`);
      return;
    }
    // A folder in which nothing but empty folders is left may become a file.
    else removeEmptyFolders(to);
    renameSync(from, to);
  }
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const removeEmptyFolders = (folder: string): void => {
  if (!isFolder(folder)) return;
  for (const name of readdirSync(folder)) removeEmptyFolders(`${folder}/${name}`);
  removeIfEmpty(folder);
};

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something that is not ours, or is gone: both are right.
  }
};

const unlinkIfThere = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

const removeQuietly = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // See the caller.
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

const removeDeadRuns = (root: string): void => {
  for (const name of readdirSync(root)) {
    const pid = STAGING_NAME.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    for (const folder of readJournal(`${root}/${name}/${JOURNAL}`)) removeIfEmpty(`${root}/${folder}`);
    rmSync(`${root}/${name}`, { recursive: true, force: true });
  }
};

const readJournal = (path: string): string[] => {
  try {
    const folders: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!Array.isArray(folders)) return [];
    return folders.filter((folder): folder is string => typeof folder === 'string' && !folder.includes('..'));
  } catch {
    // The run was killed before it had removed anything.
    return [];
  }
};
