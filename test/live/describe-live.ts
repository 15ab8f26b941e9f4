import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Live, startLive } from './live.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Why the live tests are skipped; `''` if they are not. */
    skipLive: string;
  }
}

/** Cases that share one cluster with Flux: started before the first, ended after the last, however they went. */
export function describeLive(name: string, cases: (live: () => Live) => void): void {
  const skip = inject('skipLive');
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
}
