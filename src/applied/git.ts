import { textOf } from '../files/lossless-text.js';
import { GitError, type GitLimits, runGit, runGitLater } from './run-git.js';

export { GitError, type GitLimits } from './run-git.js';

/** One blob of a git tree. */
export interface GitFile {
  /** From the repository's root. */
  readonly path: string;
  readonly blob: string;
}

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
} as const;

/** Parses git's answer to {@link ask.whole}. */
export const parsePlace = (said: string): Pick<Git, 'top' | 'shallow' | 'prefix' | 'branch'> => {
  const lines = said.split('\n');
  return {
    top: lines[0]!,
    shallow: lines[1] === 'true',
    prefix: lines[2]!,
    branch: /^refs\/heads\/(.+)$/.exec(lines[3] ?? '')?.[1],
  };
};

/** Reads a repository through the installed git. Never fetches, and never changes the repository. */
export class Git {
  /** The repository's root. */
  readonly top: string;
  /** The folder that it was opened in, relative to {@link top}; empty, or with a `/` at the end. */
  readonly prefix: string;
  readonly shallow: boolean;
  /** The branch that is checked out; `undefined` for a detached HEAD and before the first commit. */
  readonly branch: string | undefined;

  readonly #run: RunGit;

  /**
   * @param answers earlier answers of git
   * @throws GitError if `folder` isn't in a work tree, or git isn't installed
   */
  constructor(folder: string, answers?: GitAnswers, limits?: GitLimits) {
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

  /** The files of a commit under `folder` (from the root; empty: all), without links and submodules. */
  list(commit: string, folder: string): readonly GitFile[] {
    const files: GitFile[] = [];
    const output = this.#readWhole(ask.list(commit, folder));
    for (const line of output.toString().split('\0')) {
      const found = /^100[0-7]{3} blob ([0-9a-f]+)\t(.*)$/s.exec(line);
      if (found !== null) files.push({ blob: found[1]!, path: found[2]! });
    }
    return files;
  }

  /** The symbolic links of a commit under `folder`. */
  links(commit: string, folder: string): readonly string[] {
    const output = this.#readWhole(ask.list(commit, folder)).toString();
    return output.split('\0').flatMap((line) => /^120000 blob [0-9a-f]+\t(.*)$/s.exec(line)?.[1] ?? []);
  }

  /** The content of the index, by path from the repository's root. */
  index(): ReadonlyMap<string, { readonly blob: string; readonly isLink: boolean }> {
    const output = this.#readWhole(['ls-files', '--stage', '-z']).toString();
    const found = new Map<string, { blob: string; isLink: boolean }>();
    for (const line of output.split('\0')) {
      const [, mode, blob, path] = /^(100[0-7]{3}|120000) ([0-9a-f]+) [0-3]\t(.*)$/s.exec(line) ?? [];
      if (path !== undefined) found.set(path, { blob: blob!, isLink: mode === '120000' });
    }
    return found;
  }

  /** Paths (from the root) of files that differ from the index, are gone, or are new and not ignored. */
  touched(): readonly string[] {
    const args = ['ls-files', '--modified', '--deleted', '--others', '--exclude-standard', '-z'];
    return [...new Set(this.#readWhole(args).toString().split('\0'))].filter((path) => path !== '');
  }

  /** The addresses of the remotes. */
  remotes(): readonly string[] {
    const said = tryGit(this.#run, this.top, ['config', '--get-regexp', '^remote\\..*\\.url$']) ?? '';
    return said.split('\n').flatMap((line) => line.split(' ').slice(1, 2));
  }

  /** The text of blobs, in one run of git. */
  read(blobs: readonly string[]): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    if (blobs.length === 0) return texts;
    const output = this.#readWhole(['cat-file', '--batch'], `${[...new Set(blobs)].join('\n')}\n`);
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [blob, type, size] = output.toString('utf8', at, end).split(' ');
      if (type !== 'blob') throw this.#incomplete(`the object ${blob} is missing`);
      const start = end + 1;
      texts.set(blob!, textOf(output.subarray(start, start + Number(size))));
      at = start + Number(size) + 1;
    }
    return texts;
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

  /** The lines of YAML files that an extended regular expression finds: in a commit, or in the work tree. */
  lines(pattern: string, commit?: string): readonly string[] {
    const where = commit === undefined ? ['--untracked'] : [commit];
    const args = ['grep', '-h', '-I', '-E', ...PLAIN, '-e', pattern, ...where, '--', ':(top)*.yaml', ':(top)*.yml'];
    return tryGit(this.#run, this.top, args)?.split('\n') ?? [];
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
      throw error instanceof GitError ? this.#incomplete(error.message) : error;
    }
  }

  /**
   * Why git can't read an object that it listed. A partial clone would fetch it on demand, which fluxspan never does.
   */
  #incomplete(said: string): GitError {
    return tryGit(this.#run, this.top, ['config', '--get-regexp', '^remote\\..*\\.promisor$']) === undefined
      ? new GitError(`the repository is damaged: ${said}`, 'git fsck says what is broken; a new clone fixes it')
      : new GitError(
          'this clone does not hold all files of the commit that Flux has',
          'fetch what a partial clone leaves out: git fetch --refetch --no-filter origin',
        );
  }
}

/** A user's settings may add these to what `git grep` prints. */
const PLAIN = ['--no-color', '--no-line-number', '--no-column'];

const tryGit = (run: RunGit, folder: string, args: readonly string[]): string | undefined => {
  try {
    return run(folder, args).toString().trimEnd();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};

/** Answers of git that were requested early, so that git works while this process does other things. */
export class GitAnswers {
  readonly #answers = new Map<string, Buffer>();
  readonly #keepsAll: boolean;

  /** @param keepsAll keeps the answers for the next run, as long as the repository's refs are the same */
  constructor(keepsAll = false) {
    this.#keepsAll = keepsAll;
  }

  /** Runs a query and keeps its answer for the same query later. `undefined` if git fails. */
  async ask(folder: string, args: readonly string[]): Promise<string | undefined> {
    const said = await runGitLater(folder, args);
    if (said !== undefined) this.#answers.set(answerKey(folder, args), said);
    return said?.toString().trimEnd();
  }

  tryFind(folder: string, args: readonly string[], input: string | undefined): Buffer | undefined {
    return this.#answers.get(answerKey(folder, args, input));
  }

  /** Keeps the answer to a query that wasn't requested early. */
  learn(folder: string, args: readonly string[], input: string | undefined, said: Buffer): void {
    if (this.#keepsAll && OF_COMMITS.has(args[0]!)) this.#answers.set(answerKey(folder, args, input), said);
  }
}

/** Commands that depend only on refs and objects, not on the work tree or the index. */
const OF_COMMITS: ReadonlySet<string> = new Set(['rev-parse', 'merge-base', 'ls-tree', 'cat-file']);

const answerKey = (folder: string, args: readonly string[], input?: string): string =>
  JSON.stringify([folder, args, input]);

type RunGit = (folder: string, args: readonly string[], input?: string) => Buffer;
