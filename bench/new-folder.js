// Folders for measurements that write files. None is removed before the last measurement is done: where thousands of
// files were deleted a moment ago, ext4 makes new ones up to twenty times slower, and a measurement would show that.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * All measurements of one `npm run bench` share a folder, which the first of its processes makes and removes.
 *
 * @param {string} variable @param {string} place
 */
const shared = (variable, place) => {
  const there = process.env[variable];
  if (there !== undefined) return there;
  const made = mkdtempSync(join(place, 'fluxspan-bench-'));
  process.env[variable] = made;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The file system in memory that Linux has. */
const MEMORY = '/dev/shm';
const disk = shared('FLUXSPAN_BENCH_FOLDER', tmpdir());
const memory = existsSync(MEMORY) ? shared('FLUXSPAN_BENCH_MEMORY', MEMORY) : undefined;

let count = 0;
const next = (/** @type {string} */ parent) => join(parent, `${process.pid}-${count++}`);

/** A path on the disk that is not there yet. */
export const newFolder = () => next(disk);

/** The same in memory; undefined where there is no such place. */
export const newMemoryFolder = memory === undefined ? undefined : () => next(memory);
