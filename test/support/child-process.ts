// Stands in for node:child_process in tests (vitest.config.ts). Node starts a process by a fork, which copies the page
// tables of the whole test worker: that takes eight times as long as what git then does. A small process starts it instead.
import type { ExecFileOptions, SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';
import { promisify } from 'node:util';
import { openServer } from './open-server.js';

// An import of it would be one of this file.
const real = process.getBuiltinModule('node:child_process');

export const { exec, execSync, fork, spawn } = real;

type Options = SpawnSyncOptions & { readonly encoding?: BufferEncoding | 'buffer' };
type Result = SpawnSyncReturns<string | Buffer>;
type Starter = (request: readonly [file: string, args: readonly string[], options: Options]) => Result;

/** An error loses its class on the way. */
const withError = (result: Result): Result =>
  result.error === undefined
    ? result
    : { ...result, error: Object.assign(new Error(result.error.message), result.error) };

let starter: Starter | undefined;

/** Whether a process needs nothing of this one but its environment. */
const isAlone = ({ stdio = 'pipe' }: Options): boolean =>
  process.platform !== 'win32' &&
  (Array.isArray(stdio) ? stdio : [stdio]).every((one) => one === 'pipe' || one === 'ignore' || one === null);

export const spawnSync = (
  file: string,
  given: readonly string[] | Options = [],
  more: Options = {},
): SpawnSyncReturns<string | Buffer> => {
  const [args, options] = Array.isArray(given) ? [given as readonly string[], more] : [[], given as Options];
  if (!isAlone(options)) return real.spawnSync(file, args, options);
  starter ??= openServer('starter.js');
  return withError(starter([file, args, { cwd: process.cwd(), ...options, env: { ...(options.env ?? process.env) } }]));
};

export const execFileSync = (
  file: string,
  given: readonly string[] | Options = [],
  more: Options = {},
): string | Buffer => {
  const [args, options] = Array.isArray(given) ? [given as readonly string[], more] : [[], given as Options];
  if (!isAlone(options)) return real.execFileSync(file, args, options);
  const result = spawnSync(file, args, options);
  if (options.stdio === undefined && result.stderr !== null) process.stderr.write(result.stderr);
  if (result.error !== undefined) throw Object.assign(result.error, result);
  if (result.status === 0) return result.stdout;
  const said = result.stderr === null || result.stderr.length === 0 ? '' : `\n${result.stderr}`;
  throw Object.assign(new Error(`Command failed: ${[file, ...args].join(' ')}${said}`), result);
};

type Ended = (error: Error | null, stdout: string | Buffer, stderr: string | Buffer) => void;

/** git alone answers at once: what another program waits for may be this process. */
export const execFile = Object.assign(
  (file: string, args: readonly string[], options: ExecFileOptions & Options, ended: Ended) => {
    if (file !== 'git') return real.execFile(file, args, options, ended);
    const run = (input?: string): void => {
      // Of a text, `buffer` would be no encoding.
      const given = input === undefined ? {} : { input: Buffer.from(input) };
      const { error, status, stdout, stderr } = spawnSync(file, args, { ...options, ...given });
      const failed = error ?? (status === 0 ? null : new Error(`Command failed: ${[file, ...args].join(' ')}`));
      setImmediate(() => ended(failed, stdout, stderr));
    };
    const stdin = { on: () => stdin, end: run };
    return { stdin };
  },
  { [promisify.custom]: promisify(real.execFile) },
);
