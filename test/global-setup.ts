import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideHelm } from './support/helm.js';
import { testCache } from './support/test-cache.js';

/** Before all tests: what takes minutes to build, so that no test has to wait for it; and one folder for what tests leave. */
export const setup = (): (() => Promise<void>) => {
  if (process.env['CI'] === 'true') provideHelm();
  process.env['FLUXSPAN_TEST_CACHE'] = testCache;
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-tests-'));
  // A test becomes another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // A browser that ends still writes to its profile.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
};
