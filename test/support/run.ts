import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { main } from '../../src/cli/main.js';
import { openServer } from './open-server.js';
import { requireDist } from './require-dist.js';
import { root } from './root.js';
import { testCache } from './test-cache.js';

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const environmentWith = (env: Environment) => ({ ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: testCache, ...env });
type Environment = Readonly<Record<string, string | undefined>>;

/** The executable as a process of its own, as a shell starts it: for what a process does, or remembers. */
export const runProcess = (folder: string, ...argv: readonly string[]): Run => runProcessWith({}, folder, ...argv);

/** The same with other variables in its environment; undefined takes one out. */
export const runProcessWith = (env: Environment, folder: string, ...argv: readonly string[]): Run => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: environmentWith(env),
    // A command that hangs fails its test, and holds nothing else up.
    timeout: 120_000,
  });
  return { code: status, stdout, stderr };
};

interface CommandRun {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}
let command: ((run: CommandRun) => Run) | undefined;

/**
 * The built command, in one process for all runs of this worker: a tenth of the time of {@link runProcess}. For what a
 * command writes, prints and answers.
 */
export const runCommand = (folder: string, ...argv: readonly string[]): Run => runCommandWith({}, folder, ...argv);

/** The same with other variables in its environment; undefined takes one out. */
export const runCommandWith = (own: Environment, folder: string, ...argv: readonly string[]): Run => {
  requireDist();
  command ??= openServer('command.js');
  const env = Object.entries(environmentWith(own)).filter(([, value]) => value !== undefined);
  try {
    return command({ argv, cwd: folder, env: Object.fromEntries(env) });
  } catch (error) {
    // The next run gets a new process.
    command = undefined;
    throw error;
  }
};

/** The command line as a function, with streams that remember. */
export const runMain = async (cwd: string | (() => string), ...argv: readonly string[]): Promise<Run> => {
  let stdout = '';
  let stderr = '';
  const code = await main(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    stdin: (async function* () {})(),
    env: {},
    cwd: typeof cwd === 'string' ? () => cwd : cwd,
  });
  return { code, stdout, stderr };
};
