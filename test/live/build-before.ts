import { beforeAll, inject } from 'vitest';
import type { Binary } from './binaries.js';
import { buildBinaries } from './build-binaries.js';
import { runsAll } from './describe-live.js';

/**
 * Builds a program before the first case of a file, if it is not in the cache. Other files do not need it.
 *
 * @param options `long`: only with `--all`; `missing`: why the file's cases cannot run, if they cannot.
 */
export const buildBefore = (
  binary: Binary,
  { long = false, missing }: { long?: boolean; missing?: string | undefined } = {},
): void => {
  const runs = missing === undefined && inject('skipLive') === '' && (runsAll || !long);
  beforeAll(async () => {
    if (runs) await buildBinaries((line) => console.log(line), [binary]);
    // Some four minutes on two cores, with nothing in Go's cache.
  }, 1_800_000);
};
