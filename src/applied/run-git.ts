import { execFile, spawnSync } from 'node:child_process';

/** An error of git, in its own words or fluxspan's, with the fix. */
export class GitError extends Error {
  override readonly name = 'GitError';
  constructor(
    message: string,
    readonly fix = 'run it in a clone of the repository',
    /** Going on without git isn't an option: the folder isn't what it seems to be. */
    readonly isRefused = false,
  ) {
    super(message);
  }
}

/** Limits of one git run. */
export interface GitLimits {
  readonly seconds: number;
  readonly outputMegabytes: number;
}

export interface GitRun {
  readonly input?: string | undefined;
  readonly limits?: GitLimits | undefined;
  /** How git may reach other repositories: `file`, those of this machine. @default - not at all */
  readonly protocol?: 'file';
}

/** A tree of many thousand files takes a few megabytes, and git reads it in milliseconds. */
const LIMITS: GitLimits = { seconds: 120, outputMegabytes: 512 };

/**
 * Runs git, which reads the repository and runs nothing that the repository or the user's settings name. All calls of
 * git go through this function or {@link runGitLater}.
 *
 * @throws GitError
 */
export const runGit = (folder: string, args: readonly string[], run: GitRun = {}): Buffer => {
  const { input, limits = LIMITS, protocol } = run;
  const options = optionsIn(folder, limits, driversFor(folder, args));
  const result = spawnSync('git', [...SAFE, ...args], {
    ...options,
    ...(input === undefined ? {} : { input }),
    ...(protocol === undefined ? {} : { env: { ...options.env, GIT_ALLOW_PROTOCOL: protocol } }),
  });
  if (result.error !== undefined) {
    const { code, message } = result.error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new GitError('git is not installed', 'install git');
    if (code === 'ENOBUFS') throw overBudget(args, `${limits.outputMegabytes} MB of output`);
    if (code === 'ETIMEDOUT') throw overBudget(args, `${limits.seconds} seconds`);
    throw new GitError(message);
  }
  if (result.status !== 0) throw failure(args, result.status, result.stderr.toString());
  return result.stdout;
};

/**
 * {@link runGit} while this process does other things. `undefined` if git fails.
 *
 * @param settings git's answer to {@link settingsQuery} for the folder @default - git is asked, if it matters
 */
export const runGitLater = (
  folder: string,
  args: readonly string[],
  input?: string,
  settings?: Promise<Buffer | undefined>,
): Promise<Buffer | undefined> =>
  asksForDrivers(args)
    ? (settings ?? startGit(folder, queryAs(args), [])).then((said) => {
        const emptied = driverSettings(said);
        return emptied instanceof GitError ? undefined : startGit(folder, args, emptied, input);
      })
    : startGit(folder, args, [], input);

const startGit = (
  folder: string,
  args: readonly string[],
  emptied: readonly string[],
  input?: string,
): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const options = { ...optionsIn(folder, LIMITS, emptied), encoding: 'buffer' } as const;
    const { stdin } = execFile('git', [...SAFE, ...args], options, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
    // git that fails doesn't read all of it.
    stdin?.on('error', () => {}).end(input);
  });

/**
 * Each of these settings names a program, or lets a folder of the repository bring settings of its own. They override
 * all files of settings, and those of the environment.
 */
const SAFE: readonly string[] = [
  '--no-pager',
  ...[
    // A folder with HEAD, config, objects and refs, all of which can be committed, isn't a repository.
    'safe.bareRepository=explicit',
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.askPass=',
    'core.alternateRefsCommand=',
    'credential.helper=',
    'diff.external=',
    'gpg.program=false',
    'log.showSignature=false',
    'submodule.recurse=false',
    'core.quotePath=false',
    'color.ui=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Commands that convert no file, and so ask for none of the programs that `.gitattributes` can name. */
const CONVERTS_NOTHING: ReadonlySet<string> = new Set([
  'cat-file',
  'check-attr',
  'check-ignore',
  'config',
  'grep',
  'init',
  'ls-tree',
  'merge-base',
  'rev-parse',
  'symbolic-ref',
]);

/** Options of git itself that have their value in the next argument. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-c', '-C', '--git-dir']);

/** The place of the command among the arguments: options of git itself come before it. */
const commandIn = (args: readonly string[]): number => {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += WITH_VALUE.has(args[at]!) ? 2 : 1;
  return at;
};

/** Git runs a filter to compare a file with the index, and no setting switches off all of them: only by name. */
const asksForDrivers = (args: readonly string[]): boolean => {
  const command = args[commandIn(args)] ?? '';
  if (command === 'ls-files') return args.includes('--modified');
  if (command === 'diff-index') return !args.includes('--cached');
  return !CONVERTS_NOTHING.has(command);
};

/** Asks for the addresses of remotes, and for filters and drivers of diffs: `NAME<line feed>VALUE<NUL>`. */
export const settingsQuery = [
  'config',
  '--null',
  '--get-regexp',
  '^(remote\\..*\\.url$|(filter|diff)\\..*\\.)',
] as const;

/** {@link settingsQuery} for the repository that git works on with these arguments. */
const queryAs = (args: readonly string[]): readonly string[] => [...args.slice(0, commandIn(args)), ...settingsQuery];

/** The settings that switch off filters and drivers. @param said git fails where there are none */
const driverSettings = (said: Buffer | undefined): readonly string[] | GitError => {
  const names = (said?.toString() ?? '').split('\0').map((setting) => setting.split('\n', 1)[0]!);
  // With `s`, since a name may have what JavaScript takes for the end of a line.
  const drivers = names.flatMap((name) => /^((?:filter|diff)\..*)\.[^.]+$/s.exec(name)?.[1] ?? []);
  // Only its bytes would name it.
  const unnamed = drivers.find((name) => name.includes('\uFFFD'));
  if (unnamed !== undefined) {
    return new GitError(
      `git's settings have "${unnamed}", a name that isn't UTF-8: git would run what it says, which fluxspan can't prevent`,
      'rename it, or remove it: git config --list --show-origin says where it is',
      true,
    );
  }
  return [...new Set(drivers)].flatMap((driver) =>
    driver.startsWith('filter.')
      ? [`${driver}.clean`, `${driver}.smudge`, `${driver}.process`, `${driver}.required`]
      : [`${driver}.command`, `${driver}.textconv`],
  );
};

const driversFor = (folder: string, args: readonly string[]): readonly string[] => {
  if (!asksForDrivers(args)) return [];
  const { status, stdout } = spawnSync('git', [...SAFE, ...queryAs(args)], optionsIn(folder, LIMITS, []));
  const emptied = driverSettings(status === 0 ? stdout : undefined);
  if (emptied instanceof GitError) throw emptied;
  return emptied;
};

const optionsIn = (folder: string, limits: GitLimits, emptied: readonly string[]) => {
  // Each look at process.env asks the system.
  const env = { ...process.env };
  return {
    cwd: folder,
    maxBuffer: limits.outputMegabytes * 2 ** 20,
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
    env: { ...environment(env), ...settings([...trustedFolders(env), ...emptied.map(emptySetting)]) },
  } as const;
};

type Setting = readonly [name: string, value: string];

/** An empty text is a false boolean and no program. */
const emptySetting = (name: string): Setting => [name, ''];

/** Settings in the environment, since the name of one on the command line ends at its first `=`. */
const settings = (all: readonly Setting[]): NodeJS.ProcessEnv => ({
  GIT_CONFIG_COUNT: String(all.length),
  ...Object.fromEntries(
    all.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
});

/** What a container says in the environment of repositories that another user owns. */
const trustedFolders = (env: NodeJS.ProcessEnv): readonly Setting[] =>
  Object.keys(env).flatMap((key): readonly Setting[] => {
    const at = /^GIT_CONFIG_KEY_(\d+)$/.exec(key)?.[1];
    if (at === undefined || env[key]?.toLowerCase() !== 'safe.directory') return [];
    return Number(at) < Number(env['GIT_CONFIG_COUNT'])
      ? [['safe.directory', env[`GIT_CONFIG_VALUE_${at}`] ?? '']]
      : [];
  });

/**
 * The variables of git that stay: where the settings of this machine are, and where the search for a repository ends.
 * All others go: those of a hook name the hook's repository and index, also in a work tree of its own, which git finds
 * from the folder; and others name programs, settings or objects.
 */
const KEPT: ReadonlySet<string> = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  // Makes git refuse more, as for a repository of another user.
  'GIT_TEST_ASSUME_DIFFERENT_OWNER',
]);

/** Programs that git falls back to. */
const PROGRAMS: ReadonlySet<string> = new Set(['PAGER', 'EDITOR', 'VISUAL', 'SSH_ASKPASS']);

const environment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      const upper = name.toUpperCase();
      return upper.startsWith('GIT_') ? KEPT.has(upper) : !PROGRAMS.has(upper);
    }),
  ),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // Flux reads the commit itself, not what refs/replace puts in its place.
  GIT_NO_REPLACE_OBJECTS: '1',
  // The second variable is for older versions of git, which ignore the first and would fetch objects that a partial
  // clone lacks.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
});

const failure = (args: readonly string[], status: number | null, stderr: string): GitError => {
  const lines = stderr.split('\n');
  const said = (lines.find((line) => line.startsWith('fatal: ')) ?? lines[0]!).replace(/^fatal: /, '');
  const foreign = /dubious ownership in repository at '(.*)'/.exec(said)?.[1];
  if (foreign !== undefined) return new GitError(said, `git config --global --add safe.directory '${foreign}'`);
  const bare = /cannot use bare repository '(.*?)'(?: \(safe|$)/.exec(said)?.[1];
  if (bare !== undefined) return looksBare(bare);
  return new GitError(said === '' ? `git ${args[0]} ended with ${status}` : said);
};

/** Git would read such a folder as a repository of its own, with the settings that it brings. */
const looksBare = (folder: string): GitError =>
  new GitError(
    `"${folder}" looks like a bare git repository: it has HEAD, config, objects and refs`,
    'delete these files, or move them to another folder; git reads the repository around the project then',
    true,
  );

const overBudget = ([command]: readonly string[], budget: string): GitError =>
  new GitError(
    `git ${command} takes more than the ${budget} that it may take`,
    'keep large files out of the repository, or give it another base: --base REV, --no-base',
  );
