import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOurText, readRegularFile, unreadReason } from '../../src/files/read-file.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const reasonOf = (path: string, megabytes = 1): string => {
  try {
    readRegularFile(path, megabytes);
    return '';
  } catch (error) {
    return unreadReason(error);
  }
};

it('reads a file as a whole, also through a link and of a size that is not known', () => {
  const path = join(folder, 'file');
  const text = 'ä'.repeat(700_000);
  writeFileSync(path, text);
  symlinkSync(path, join(folder, 'link'));
  expect(readRegularFile(join(folder, 'link'), 2).toString()).toBe(text);
  if (process.platform === 'linux') expect(readRegularFile('/proc/self/stat', 1).length).toBeGreaterThan(10);
});

it('refuses folders, missing files, and files above the budget, which it names', () => {
  mkdirSync(join(folder, 'folder'));
  expect(reasonOf(join(folder, 'folder'))).toBe('it is a folder');
  expect(reasonOf(join(folder, 'none'))).toBe('there is no such file');
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 3 * 2 ** 20);
  expect(reasonOf(join(folder, 'large'), 2)).toBe('it is larger than the 2 MB that are read');
});

it.skipIf(process.platform === 'win32')('refuses what never ends or waits for a writer', () => {
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  expect(reasonOf(join(folder, 'fifo'))).toBe('it is a FIFO, not a regular file');
  expect(reasonOf('/dev/zero')).toBe('it is a device, not a regular file');
});

it.runIf(process.platform === 'linux')('reads what a shell passes, up to the budget', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const pipe = openSync(join(folder, 'pipe'), 'r+');
  writeFileSync(pipe, 'x');
  expect(() => readRegularFile(`/dev/fd/${pipe}`, 0)).toThrow('it is larger than the 0 MB that are read');
});

it.runIf(process.platform === 'linux')('waits for the writer of what a shell passes, and not for ever', () => {
  execFileSync('mkfifo', [join(folder, 'slow')]);
  const pipe = openSync(join(folder, 'slow'), 'r+');
  expect(() => readRegularFile(`/dev/fd/${pipe}`, 1, 0.2)).toThrow('nothing came from it for 0.2 s');
  spawn('bash', ['-c', 'sleep 0.5; echo late > "$0"', join(folder, 'slow')]);
  expect(() => readRegularFile(`/dev/fd/${pipe}`, 0, 60)).toThrow('it is larger than the 0 MB that are read');
});

const canRead = (path: string): boolean => {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
};

it.runIf(canRead('/proc/kmsg'))('refuses a file of the kernel that says it is regular, and never ends', () => {
  expect(reasonOf('/proc/kmsg')).toMatch(/it never ends, so it is not a regular file|larger/);
});

it('reads the beginning alone of what is too large to be one of ours', () => {
  const path = join(folder, 'large.yaml');
  writeFileSync(path, '# the first line\n');
  expect(readOurText(path)).toBe('# the first line\n');
  truncateSync(path, 900 * 2 ** 20);
  expect(readOurText(path)).toHaveLength(2 ** 20);
  expect(readOurText(path)).toMatch(/^# the first line/);
});
