import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command's cache in tests, and not that of whoever runs them. It outlives a run of the tests (`global-setup.ts`). */
export const testCache = process.env['FLUXSPAN_TEST_CACHE'] ?? join(tmpdir(), 'fluxspan-test-cache');
