// Stands in for node:child_process in tests (vitest.config.ts). Node starts a process by a fork, which copies the page
// tables of the whole test worker: that takes eight times as long as what git then does. A small process starts it instead.
import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

// An import of it would be one of this file.
const real = process.getBuiltinModule('node:child_process');

export const { exec, execFile, execSync, fork, spawn } = real;

type Options = SpawnSyncOptions & { readonly encoding?: BufferEncoding | 'buffer' };
type Result = SpawnSyncReturns<string | Buffer>;
type Starter = (file: string, args: readonly string[], options: Options) => Result;

const readWhole = (from: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const read = readSync(from, bytes, at, length - at, null);
    if (read === 0) throw new Error('the process that starts others is gone');
    at += read;
  }
  return bytes;
};

const writeWhole = (to: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
};

/** Starts the small process. It ends when this one does, which closes the pipes. */
const openStarter = (): Starter => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-starter-'));
  const [requests, results] = [join(folder, 'requests'), join(folder, 'results')];
  real.execFileSync('mkfifo', [requests, results]);
  const program = fileURLToPath(new URL('starter.js', import.meta.url));
  real.spawn(process.execPath, [program, requests, results], { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  // Each of them waits for the other side.
  const [to, from] = [openSync(requests, 'w'), openSync(results, 'r')];
  rmSync(folder, { recursive: true });
  return (file, args, options) => {
    const whole = { cwd: process.cwd(), ...options, env: { ...(options.env ?? process.env) } };
    const request = serialize([file, args, whole]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(request.length);
    writeWhole(to, Buffer.concat([length, request]));
    const result = deserialize(readWhole(from, readWhole(from, 4).readUInt32LE())) as Result;
    // An error loses its class on the way.
    return result.error === undefined
      ? result
      : { ...result, error: Object.assign(new Error(result.error.message), result.error) };
  };
};

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
  starter ??= openStarter();
  return starter(file, args, options);
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
