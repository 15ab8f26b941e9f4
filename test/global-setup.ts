import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideHelm } from './support/helm.js';
import { testCache } from './support/test-cache.js';

/** Before all tests: what takes minutes to build, so that no test has to wait for it; and one folder for what tests leave. */
export const setup = (): (() => void) => {
  if (process.env['CI'] === 'true') provideHelm();
  process.env['FLUXSPAN_TEST_CACHE'] = testCache;
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};
