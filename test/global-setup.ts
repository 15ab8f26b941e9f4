import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideHelm } from './support/helm.js';
import { testCache } from './support/test-cache.js';

/** A file system in memory: most of what git does for a test is to write small files. */
const MEMORY = '/dev/shm';
const GIGABYTES_NEEDED = 4;

/** Whether it is there, has room, and lets its files be executed. */
const isUsable = (folder: string): boolean => {
  let probe: string | undefined;
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < GIGABYTES_NEEDED * 2 ** 30) return false;
    probe = mkdtempSync(join(folder, 'fluxspan-probe-'));
    const script = join(probe, 'run.sh');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(script).status === 0;
  } catch {
    return false;
  } finally {
    if (probe !== undefined) rmSync(probe, { recursive: true });
  }
};

/** Before all tests: what takes minutes to build, so that no test has to wait for it; and one folder for what tests leave. */
export const setup = (): (() => Promise<void>) => {
  if (process.env['CI'] === 'true') provideHelm();
  process.env['FLUXSPAN_TEST_CACHE'] = testCache;
  const folder = mkdtempSync(join(isUsable(MEMORY) ? MEMORY : tmpdir(), 'fluxspan-tests-'));
  // A test becomes another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // A browser that ends still writes to its profile.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
};
