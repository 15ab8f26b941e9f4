import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMarks } from './file-marks.js';
import { filesBelow } from './folders.js';
import {
  type CommitFiles,
  type CommonFiles,
  type IndexFiles,
  type IndexOfCommit,
  indexOfCommit,
  parseTouched,
  parseTree,
} from './git-files.js';
import { ask, EMPTY_SHA256, EMPTY_TREE, type Place, parsePlace } from './git-queries.js';
import { type BlobCache, ParsedFiles } from './parsed-files.js';
import { GitError, type GitLimits, runGit, runGitLater } from './run-git.js';
import { TextReader } from './text-reader.js';
import { unreadable } from './unreadable.js';
import { readWorkTree, type WorkTree } from './work-tree.js';

export { GitError, type GitLimits } from './run-git.js';

/** Reads a repository through the installed git. Never fetches, and never changes the repository. */
export class Git implements Place {
  readonly top: string;
  readonly prefix: string;
  readonly shallow: boolean;
  readonly branch: string | undefined;

  /** The texts of files, once each. */
  readonly texts: TextReader;
  /** What is in the files that were read. */
  readonly parsed: ParsedFiles;

  readonly #answers: GitAnswers | undefined;
  readonly #run: RunGit;
  readonly #commits = new Map<string, CommitFiles>();
  readonly #marks = new Map<string | undefined, ReadonlyMap<string, FileMarks>>();
  readonly #made = new WeakMap<object, { readonly value: unknown }>();
  #touched: ReadonlySet<string> | undefined;
  #index: IndexFiles | undefined;
  #work: WorkTree | undefined;
  readonly #indexes = new Map<string | undefined, IndexOfCommit>();
  #remotes: readonly string[] | undefined;
  #common: CommonFiles | undefined;

  /** The same object for all who share the answers of a run, so that each reads what another has not. */
  static open(folder: string, answers: GitAnswers | undefined): Git {
    return answers === undefined ? new Git(folder) : answers.opened(folder);
  }

  /**
   * @param answers earlier answers of git
   * @throws GitError if `folder` isn't in a work tree, or git isn't installed
   */
  constructor(folder: string, answers?: GitAnswers, limits?: GitLimits) {
    this.#answers = answers;
    this.parsed = answers?.parsed ?? new ParsedFiles();
    this.#run = (at, args, input) => {
      const known = answers?.tryFind(at, args, input);
      if (known !== undefined) return known;
      const said = runGit(at, args, { input, limits });
      answers?.learn(at, args, input, said);
      return said;
    };
    const said = tryGit(this.#run, folder, ask.whole) ?? this.#run(folder, ask.withoutBranch).toString();
    const { top, shallow, prefix, branch } = parsePlace(said);
    this.top = top;
    this.shallow = shallow;
    this.prefix = prefix;
    this.texts = new TextReader(top, this.parsed, {
      run: (blobs) => this.#readWhole(['cat-file', '--batch'], `${blobs.join('\n')}\n`),
      refuse: (blob) => this.#incomplete(`the object ${blob} is missing`),
    });
    this.branch = branch;
  }

  /** The id of a commit; `undefined` if it doesn't exist. */
  tryCommit(revision: string): string | undefined {
    return tryGit(this.#run, this.top, ask.commit(revision));
  }

  /** The default branch of a remote, such as `origin/master`; `undefined` if the clone doesn't know it. */
  tryDefaultBranch(remote: string): string | undefined {
    return tryGit(this.#run, this.top, ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`]);
  }

  tryMergeBase(a: string, b: string): string | undefined {
    return tryGit(this.#run, this.top, ask.mergeBase(a, b));
  }

  /**
   * The merge base of a revision with the commit that a merge which isn't committed yet will make; undefined if no merge is
   * under way.
   */
  tryMergeBaseOfMerge(revision: string): string | undefined {
    const folder = join(this.top, '.git');
    // In a linked work tree, `.git` is a file that names the folder.
    const isLinked = statSync(folder, { throwIfNoEntry: false })?.isFile() === true;
    if (!isLinked && !existsSync(join(folder, 'MERGE_HEAD'))) return undefined;
    const merged = this.tryCommit('MERGE_HEAD');
    return merged === undefined ? undefined : tryGit(this.#run, this.top, [...ask.mergeBase(revision, 'HEAD'), merged]);
  }

  /**
   * The last commit of a branch's own line, from `commit` back, that changed one of these files (from the root); undefined
   * in a shallow clone, whose first commit seems to change all.
   */
  lastChange(commit: string, paths: readonly string[]): { readonly commit: string; readonly date: string } | undefined {
    if (this.shallow) return undefined;
    const only = paths.map((path) => `:(top,literal)${path}`);
    const args = ['log', '-1', '--first-parent', '--format=%H %cs', commit, '--', ...only];
    const [, found, date] = /^(\w+) (\S+)/.exec(tryGit(this.#run, this.top, args) ?? '') ?? [];
    return found === undefined || date === undefined ? undefined : { commit: found, date };
  }

  /** Whether a commit is another one, or comes after it; undefined if the clone doesn't have one of them. */
  isAtOrAfter(commit: string, other: string): boolean | undefined {
    if (commit === other) return true;
    if (this.tryCommit(commit) === undefined || this.tryCommit(other) === undefined) return undefined;
    return this.tryMergeBase(commit, other) === other;
  }

  /** The files of a commit. */
  files(commit: string): CommitFiles {
    let found = this.#commits.get(commit);
    if (found === undefined) {
      found = parseTree(this.#readWhole(ask.list(commit, '')).toString());
      this.#commits.set(commit, found);
    }
    return found;
  }

  /** The blobs of a commit under `folder` (from the root), by path. Lists nothing else where nothing else is needed. */
  blobsUnder(commit: string, folder: string): ReadonlyMap<string, string> {
    if (folder === '') return this.files(commit).blobs;
    if (this.#commits.has(commit) || this.#answers?.tryFind(this.top, ask.list(commit, ''), undefined) !== undefined) {
      const { blobs } = this.files(commit);
      return new Map(filesBelow(blobs, folder).map((path) => [path, blobs.get(path)!]));
    }
    return parseTree(this.#readWhole(ask.list(commit, folder)).toString()).blobs;
  }

  /** The symbolic links of a commit under `folder`. */
  linksUnder(commit: string, folder: string): readonly string[] {
    return [...this.files(commit).links].filter((path) => path.startsWith(`${folder}/`));
  }

  /** The files of the index, and those of the work tree that differ from it. */
  index(): IndexFiles {
    this.#answers?.needs.add('index');
    this.#index ??= this.#since(this.#listed).index;
    return this.#index;
  }

  /** The index and the work tree, by what they have otherwise than a commit, or than an empty tree. */
  #since(commit: string | undefined): IndexOfCommit {
    let found = this.#indexes.get(commit);
    if (found === undefined) {
      this.#touched ??= parseTouched(this.#readWhole(ask.touched).toString());
      const said = this.#readWhole(ask.staged(commit ?? this.#emptyTree)).toString();
      found = indexOfCommit(commit === undefined ? NO_FILES : this.files(commit), said, this.#touched);
      this.#indexes.set(commit, found);
    }
    return found;
  }

  /** A commit whose files were asked for, all of them. */
  get #listed(): string | undefined {
    const [first] = this.#commits.keys();
    return this.#answers?.listed ?? first;
  }

  get #emptyTree(): string {
    return tryGit(this.#run, this.top, ['rev-parse', '--show-object-format']) === 'sha256' ? EMPTY_SHA256 : EMPTY_TREE;
  }

  /** The files of the commit that other states of the repository are likely to be near to; undefined if none was read. */
  common(): CommonFiles | undefined {
    const commit = this.#listed;
    if (commit !== undefined) this.#common ??= { commit, blobs: this.files(commit).blobs, where: new Map() };
    return this.#common;
  }

  /** The files of the work tree. What differs from the index is in `onDisk`. */
  workTree(): WorkTree {
    this.#work ??= readWorkTree(this.top, this.index());
    return this.#work;
  }

  /** Paths of files that the work tree has otherwise than a commit, or that one of them lacks. */
  unlike(commit: string): ReadonlySet<string> {
    this.#answers?.needs.add('index');
    return this.#since(commit).unlike;
  }

  /** What `make` makes of the repository's state, once in a run for a key. */
  once<T>(key: object, make: () => T): T {
    const known = this.#made.get(key) as { readonly value: T } | undefined;
    const made = known ?? { value: make() };
    this.#made.set(key, made);
    return made.value;
  }

  /** The addresses of the remotes. */
  remotes(): readonly string[] {
    this.#answers?.needs.add('remotes');
    this.#remotes ??= (tryGit(this.#run, this.top, ask.settings) ?? '')
      .split('\0')
      .flatMap((setting) => /^remote\..*\.url\n(.*)$/s.exec(setting)?.[1] ?? []);
    return this.#remotes;
  }

  /** The lines with a path in the YAML files of a commit, or of the work tree. */
  pathLines(commit?: string): readonly string[] {
    return [...this.#marked(commit).values()].flatMap(({ pathLines }) => pathLines);
  }

  /** The YAML files of a commit, or of the work tree, that name Flux's Kustomizations. */
  namingKustomizations(commit?: string): readonly string[] {
    return [...this.#marked(commit)].flatMap(([path, { namesKustomization }]) => (namesKustomization ? [path] : []));
  }

  /** YAML files with marks: few of many. */
  #marked(commit: string | undefined): ReadonlyMap<string, FileMarks> {
    let found = this.#marks.get(commit);
    if (found === undefined) {
      found = commit === undefined ? this.#markedOnDisk() : this.texts.marked(this.files(commit).blobs, []);
      this.#marks.set(commit, found);
    }
    return found;
  }

  /** Most files are as in a commit that was looked at before. */
  #markedOnDisk(): ReadonlyMap<string, FileMarks> {
    const { blobs, onDisk } = this.workTree();
    const [known] = [...this.#marks].flatMap(([commit, marks]) => (commit === undefined ? [] : [{ commit, marks }]));
    if (known === undefined) return this.texts.marked(blobs, onDisk);
    const unlike = this.unlike(known.commit);
    const others = new Map<string, string>();
    for (const path of unlike) {
      const blob = blobs.get(path);
      if (blob !== undefined) others.set(path, blob);
    }
    const same = [...known.marks].filter(([path]) => !unlike.has(path));
    return new Map([...same, ...this.texts.marked(others, onDisk)]);
  }

  /** Paths (from the root) among `paths` that differ from the last commit, or are not in it. */
  dirty(paths: readonly string[]): readonly string[] {
    if (paths.length === 0) return [];
    const wanted = new Set(paths);
    return this.#run(this.top, [
      'status',
      '--porcelain',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--ignore-submodules=all',
    ])
      .toString()
      .split('\0')
      .map((line) => line.slice(3))
      .filter((path) => wanted.has(path))
      .sort();
  }

  /** Paths (from the root) among `paths` that differ from the index, or are not in it. */
  unstaged(paths: readonly string[]): readonly string[] {
    const files = ['ls-files', '--modified', '--others', '-z', '--', ...paths];
    const found = this.#run(this.top, ['--literal-pathspecs', ...files])
      .toString()
      .split('\0');
    return found.filter((path) => path !== '');
  }

  /** Paths (from the root) of tracked files, in any folder, that have one of these names. */
  tracked(names: readonly string[]): readonly string[] {
    const patterns = names.map((name) => `:(top,glob)**/${name}`);
    const found = this.#run(this.top, ['ls-files', '-z', '--', ...patterns])
      .toString()
      .split('\0');
    return found.filter((path) => path !== '');
  }

  /** Runs git for data that must exist. */
  #readWhole(args: readonly string[], input?: string): Buffer {
    try {
      return this.#run(this.top, args, input);
    } catch (error) {
      throw error instanceof GitError && !error.isRefused ? this.#incomplete(error.message) : error;
    }
  }

  #incomplete(said: string): GitError {
    const isPartial = tryGit(this.#run, this.top, ['config', '--get-regexp', '^remote\\..*\\.promisor$']) !== undefined;
    return unreadable(said, isPartial);
  }
}

const NO_FILES: CommitFiles = { blobs: new Map(), links: new Set() };

const tryGit = (run: RunGit, folder: string, args: readonly string[]): string | undefined => {
  try {
    return run(folder, args).toString().trimEnd();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};

/** What git said earlier in a run, also before anyone needed it, so that git works while this process does other things. */
export class GitAnswers {
  /** Queries that not every run needs, and this one did. */
  readonly needs = new Set<'index' | 'remotes'>();
  readonly parsed: ParsedFiles;
  /** The commit whose files were asked for, all of them, and what the index has otherwise. */
  listed: string | undefined;
  readonly #answers = new Map<string, Buffer>();
  readonly #settings = new Map<string, Promise<Buffer | undefined>>();
  readonly #opened = new Map<string, Git>();
  readonly #kept: Map<string, Buffer> | undefined;

  /**
   * @param cache what earlier runs found in files
   * @param kept answers for as long as the repository's refs are the same, for the next run
   */
  constructor(cache?: BlobCache, kept?: Map<string, Buffer>) {
    this.parsed = new ParsedFiles(cache);
    this.#kept = kept;
  }

  /** @throws GitError if `folder` isn't in a work tree, or git isn't installed */
  opened(folder: string): Git {
    let found = this.#opened.get(folder);
    if (found === undefined) {
      found = new Git(folder, this);
      this.#opened.set(folder, found);
    }
    return found;
  }

  /** Runs a query and keeps its answer for the same query later. `undefined` if git fails. */
  async ask(folder: string, args: readonly string[]): Promise<string | undefined> {
    const said = await this.#ask(folder, args);
    return said?.toString().trimEnd();
  }

  /** Asks for the settings of a repository, which later queries need, too. */
  async askSettings(folder: string): Promise<void> {
    const said = this.#settings.get(folder) ?? this.#ask(folder, ask.settings);
    this.#settings.set(folder, said);
    await said;
  }

  async #ask(folder: string, args: readonly string[]): Promise<Buffer | undefined> {
    const said = await runGitLater(folder, args, undefined, this.#settings.get(folder));
    if (said !== undefined) this.#answers.set(answerKey(folder, args), said);
    return said;
  }

  /** The index, where git was asked for it early, and could read it. */
  tryIndex(project: string, top: string): IndexFiles | undefined {
    if (this.tryFind(top, ask.touched, undefined) === undefined) return undefined;
    try {
      return this.opened(project).index();
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  }

  tryFind(folder: string, args: readonly string[], input: string | undefined): Buffer | undefined {
    const key = answerKey(folder, args, input);
    return this.#answers.get(key) ?? this.#kept?.get(key);
  }

  /** Keeps the answer to a query that wasn't requested early. */
  learn(folder: string, args: readonly string[], input: string | undefined, said: Buffer): void {
    if (this.#kept !== undefined && OF_COMMITS.has(args[0]!)) this.#kept.set(answerKey(folder, args, input), said);
  }
}

/** Commands that depend only on refs and objects, not on the work tree or the index. */
const OF_COMMITS: ReadonlySet<string> = new Set(['rev-parse', 'merge-base', 'ls-tree', 'cat-file', 'log']);

const answerKey = (folder: string, args: readonly string[], input?: string): string =>
  JSON.stringify([folder, args, input]);

type RunGit = (folder: string, args: readonly string[], input?: string) => Buffer;
