import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { optimizeLater } from './optimize-later.js';

// An import of it would be one of child-process.ts, which starts its own process by this file.
const { execFileSync, spawn } = process.getBuiltinModule('node:child_process');

const readWhole = (from: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const read = readSync(from, bytes, at, length - at, null);
    if (read === 0) throw new Error('the process that this worker keeps is gone');
    at += read;
  }
  return bytes;
};

const writeWhole = (to: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
};

/**
 * Starts a program that answers one request after the other (serve.js), until this process ends and so closes the pipes.
 *
 * @param file a script beside this file
 */
export const openServer = <Request, Answer>(file: string): ((request: Request) => Answer) => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-server-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  execFileSync('mkfifo', [requests, answers]);
  const program = fileURLToPath(new URL(file, import.meta.url));
  spawn(process.execPath, [...optimizeLater, program, requests, answers], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }).unref();
  // Each of them waits for the other side.
  const [to, from] = [openSync(requests, 'w'), openSync(answers, 'r')];
  rmSync(folder, { recursive: true });
  return (request) => {
    const bytes = serialize(request);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    writeWhole(to, Buffer.concat([length, bytes]));
    return deserialize(readWhole(from, readWhole(from, 4).readUInt32LE())) as Answer;
  };
};
