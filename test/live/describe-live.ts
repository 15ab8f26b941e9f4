import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Live, startLive } from './live.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Why the live tests are skipped; `''` if they are not. */
    skipLive: string;
  }
}

/** Whether the long cases run too: `npm run test:live -- --all`. */
export const runsAll = process.env['FLUXSPAN_LIVE'] === 'all';

/**
 * Cases that share one cluster with Flux: started before the first, ended after the last, however they went.
 *
 * @param options `long`: only with `--all`; `missing`: what these cases cannot do without, if it is not there: with
 *   `--all`, and in CI, the file fails for it; `mayMiss`: the same, but the cases are skipped; `flux: false`: without
 *   Flux until {@link Live.startFlux}.
 */
export const describeLive = (
  name: string,
  cases: (live: () => Live) => void,
  {
    long = false,
    missing = '',
    mayMiss = '',
    flux = true,
  }: { long?: boolean; missing?: string | undefined; mayMiss?: string | undefined; flux?: boolean } = {},
): void => {
  const leftOut = inject('skipLive') || (long && !runsAll ? 'only with --all' : '');
  const mayNotSkip = runsAll || process.env['CI'] === 'true';
  if (leftOut === '' && missing !== '' && mayNotSkip) throw new Error(`${name}: ${missing}`);
  const skip = leftOut || missing || mayMiss;
  describe.skipIf(skip !== '')(skip === '' ? name : `${name} (skipped: ${skip})`, () => {
    let live: Live | undefined;
    beforeAll(async () => {
      live = await startLive({ flux });
    });
    afterAll(() => live?.stop());
    cases(() => {
      if (live === undefined)
        throw new Error('the cluster is there from the first case on, not while they are declared');
      return live;
    });
  });
};
