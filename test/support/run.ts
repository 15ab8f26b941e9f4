import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/cli/main.js';
import { root } from './root.js';

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Not the cache of whoever runs the tests. */
const XDG_CACHE_HOME = join(tmpdir(), 'fluxspan-test-cache');

/** The executable as a process of its own, as a shell starts it. */
export const runProcess = (folder: string, ...argv: readonly string[]): Run => runProcessWith({}, folder, ...argv);

/** The same with other variables in its environment; undefined takes one out. */
export const runProcessWith = (
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  ...argv: readonly string[]
): Run => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME, ...env },
    // A command that hangs fails its test, and holds nothing else up.
    timeout: 120_000,
  });
  return { code: status, stdout, stderr };
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
