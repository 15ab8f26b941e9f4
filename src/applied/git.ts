import { execFile, spawnSync } from 'node:child_process';
import { textOf } from '../files/lossless-text.js';

/** What git says cannot be done, in its own words or in ours, and what helps. */
export class GitError extends Error {
  override readonly name = 'GitError';
  constructor(
    message: string,
    readonly fix = 'run it in a clone of the repository',
  ) {
    super(message);
  }
}

/** What one run of git may take. */
export interface GitLimits {
  readonly seconds: number;
  readonly outputMegabytes: number;
}

/** One blob of a git tree. */
export interface GitFile {
  /** From the repository's root. */
  readonly path: string;
  readonly blob: string;
}

const about = ['rev-parse', '--show-toplevel', '--is-shallow-repository', '--show-prefix'];

/** The arguments of git for what {@link Git} asks. */
export const ask = {
  /** One run for all of it: each costs some milliseconds of every synth. */
  whole: [...about, '--symbolic-full-name', 'HEAD'],
  /** Before the first commit. */
  withoutBranch: about,
  commit: (revision: string) => {
    // The rest of `:/v1` is what the message of a commit has in it, to the end.
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

/** What git says to {@link ask.whole}. */
export const parsePlace = (said: string): Pick<Git, 'top' | 'shallow' | 'prefix' | 'branch'> => {
  const lines = said.split('\n');
  return {
    top: lines[0]!,
    shallow: lines[1] === 'true',
    prefix: lines[2]!,
    branch: /^refs\/heads\/(.+)$/.exec(lines[3] ?? '')?.[1],
  };
};

/** Reads a repository through the git that is installed. Nothing is fetched, and nothing in it is changed. */
export class Git {
  /** The repository's root. */
  readonly top: string;
  /** The folder that it was opened in, relative to {@link top}; empty, or with a `/` at the end. */
  readonly prefix: string;
  readonly shallow: boolean;
  /** The branch that is checked out; `undefined` on none, and before the first commit. */
  readonly branch: string | undefined;

  readonly #run: RunGit;

  /**
   * @param answers what git was asked ahead
   * @throws GitError where `folder` is in no work tree, or there is no git
   */
  constructor(folder: string, answers?: GitAnswers, limits?: GitLimits) {
    this.#run = (at, args, input) => {
      const known = answers?.tryFind(at, args, input);
      if (known !== undefined) return known;
      const said = runGit(at, args, input, limits);
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

  /** The name of a commit; `undefined`: there is none of that name. */
  tryCommit(revision: string): string | undefined {
    return tryGit(this.#run, this.top, ask.commit(revision));
  }

  /** The branch that a remote is cloned for: `origin/master`; `undefined` where the clone doesn't know it. */
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

  /** What the index has, by path from the repository's root: what a commit of the work tree would start from. */
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
    return this.#run(this.top, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'])
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
    const args = ['grep', '-h', '-I', '-E', '-e', pattern, ...where, '--', ':(top)*.yaml', ':(top)*.yml'];
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

  /** Reads what must be there. */
  #readWhole(args: readonly string[], input?: string): Buffer {
    try {
      return this.#run(this.top, args, input);
    } catch (error) {
      throw error instanceof GitError ? this.#incomplete(error.message) : error;
    }
  }

  /** Why what git has listed cannot be read. A partial clone fetches it when it is asked for; nothing here may. */
  #incomplete(said: string): GitError {
    return tryGit(this.#run, this.top, ['config', '--get-regexp', '^remote\\..*\\.promisor$']) === undefined
      ? new GitError(`the repository is damaged: ${said}`, 'git fsck says what is broken; a new clone fixes it')
      : new GitError(
          'this clone does not hold all files of the commit that Flux has',
          'fetch what a partial clone leaves out: git fetch --refetch --no-filter origin',
        );
  }
}

const tryGit = (run: RunGit, folder: string, args: readonly string[]): string | undefined => {
  try {
    return run(folder, args).toString().trimEnd();
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
};

/** What git was asked before anybody needed it: while this process does other things, git answers. */
export class GitAnswers {
  readonly #answers = new Map<string, Buffer>();
  readonly #keepsAll: boolean;

  /** @param keepsAll what a run asks is kept for the next one too, as long as the repository's refs are the same */
  constructor(keepsAll = false) {
    this.#keepsAll = keepsAll;
  }

  /** Asks git; the same question later has its answer. `undefined`: git refuses. */
  ask(folder: string, args: readonly string[]): Promise<string | undefined> {
    return new Promise((resolve) => {
      const options = { ...optionsIn(folder), encoding: 'buffer' } as const;
      execFile('git', [...QUOTING, ...args], options, (error, stdout) => {
        if (error === null) this.#answers.set(answerKey(folder, args), stdout);
        resolve(error === null ? stdout.toString().trimEnd() : undefined);
      });
    });
  }

  tryFind(folder: string, args: readonly string[], input: string | undefined): Buffer | undefined {
    return this.#answers.get(answerKey(folder, args, input));
  }

  /** What git has said to a question that wasn't asked ahead. */
  learn(folder: string, args: readonly string[], input: string | undefined, said: Buffer): void {
    if (this.#keepsAll && OF_COMMITS.has(args[0]!)) this.#answers.set(answerKey(folder, args, input), said);
  }
}

/** What follows from refs and objects alone, whatever the work tree and the index have. */
const OF_COMMITS: ReadonlySet<string> = new Set(['rev-parse', 'merge-base', 'ls-tree', 'cat-file']);

const answerKey = (folder: string, args: readonly string[], input?: string): string =>
  JSON.stringify([folder, args, input]);

const QUOTING = ['-c', 'core.quotePath=false'];

/** A tree of many thousand files is some megabytes, and git reads it in milliseconds. */
const LIMITS: GitLimits = { seconds: 120, outputMegabytes: 512 };

const optionsIn = (folder: string, limits = LIMITS) =>
  ({
    cwd: folder,
    maxBuffer: limits.outputMegabytes * 2 ** 20,
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
    env: gitEnvironment(),
  }) as const;

type RunGit = (folder: string, args: readonly string[], input?: string) => Buffer;

const runGit = (folder: string, args: readonly string[], input: string | undefined, limits = LIMITS): Buffer => {
  const result = spawnSync('git', [...QUOTING, ...args], {
    ...optionsIn(folder, limits),
    ...(input === undefined ? {} : { input }),
  });
  if (result.error !== undefined) {
    const { code, message } = result.error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new GitError('git is not installed', 'install git');
    if (code === 'ENOBUFS') throw overBudget(args, `${limits.outputMegabytes} MB of output`);
    if (code === 'ETIMEDOUT') throw overBudget(args, `${limits.seconds} seconds`);
    throw new GitError(message);
  }
  if (result.status !== 0) {
    const lines = result.stderr.toString().split('\n');
    const said = (lines.find((line) => line.startsWith('fatal: ')) ?? lines[0]!).replace(/^fatal: /, '');
    const foreign = /dubious ownership in repository at '(.*)'/.exec(said)?.[1];
    if (foreign !== undefined) throw new GitError(said, `git config --global --add safe.directory '${foreign}'`);
    throw new GitError(said === '' ? `git ${args[0]} ended with ${result.status}` : said);
  }
  return result.stdout;
};

const overBudget = ([command]: readonly string[], budget: string): GitError =>
  new GitError(
    `git ${command} takes more than the ${budget} that it may take`,
    'keep large files out of the repository, or give it another base: --base REV, --no-base',
  );

/** Without what a hook of git sets: that speaks of the hook's repository and index, wherever we are. */
const gitEnvironment = (): NodeJS.ProcessEnv => {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, GIT_PREFIX: _prefix, ...rest } = process.env;
  return { ...rest, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...offline };
};

/** Older versions don't know the first, and ask a remote for what a partial clone leaves out. */
const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
