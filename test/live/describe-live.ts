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
 * @param options `long`: only with `--all`; `missing`: what these cases cannot do without, if it is not there.
 */
export const describeLive = (
  name: string,
  cases: (live: () => Live) => void,
  { long = false, missing = '' }: { long?: boolean; missing?: string | undefined } = {},
): void => {
  const skip = inject('skipLive') || (long && !runsAll ? 'only with --all' : missing);
  if (skip !== '' && skip === missing && process.env['CI'] === 'true') throw new Error(missing);
  describe.skipIf(skip !== '')(skip === '' ? name : `${name} (skipped: ${skip})`, () => {
    let live: Live | undefined;
    beforeAll(async () => {
      live = await startLive();
    });
    afterAll(() => live?.stop());
    cases(() => {
      if (live === undefined)
        throw new Error('the cluster is there from the first case on, not while they are declared');
      return live;
    });
  });
};
