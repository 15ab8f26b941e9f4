import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Git } from '../../src/applied/git.js';
import { bytesOf } from '../../src/files/lossless-text.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const { PATH } = process.env;
afterEach(() => {
  process.env['PATH'] = PATH;
});

const useGit = (script: string): void => {
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  process.env['PATH'] = `${folder}:${PATH}`;
};

it.skipIf(process.platform === 'win32')('Git limits the time and output of a run', () => {
  useGit('sleep 60');
  expect(() => new Git(folder, undefined, { seconds: 0.2, outputMegabytes: 1 })).toThrow(
    'git rev-parse takes more than the 0.2 seconds that it may take',
  );
  useGit('head -c 2000000 /dev/zero');
  expect(() => new Git(folder, undefined, { seconds: 60, outputMegabytes: 1 })).toThrow(
    'git rev-parse takes more than the 1 MB of output that it may take',
  );
});

it.skipIf(process.platform === 'win32')('Git never fetches, with any version of git', () => {
  useGit('echo "$GIT_ALLOW_PROTOCOL $GIT_NO_LAZY_FETCH"');
  expect(new Git(folder).top).toBe('none 1');
});

it('Git reads binary files without losing a byte', () => {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  const bytes = Buffer.from([0x99, 0x02, 0x0d, 0x04, 0xff, 0x00, 0x41]);
  writeFileSync(join(folder, 'key'), bytes);
  const blob = git('hash-object', '-w', 'key');
  expect(bytesOf(new Git(folder).texts.read([blob]).get(blob)!)).toEqual(bytes);
});
