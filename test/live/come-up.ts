import { helmReleases, kustomizations } from './flux-kinds.js';
import { stateOf } from './kustomization-state.js';
import type { Live } from './live.js';

/**
 * As `untilReady`, for a tree that says nothing of when to try again: what has failed is asked to reconcile every few
 * seconds, where Flux would wait for the next interval.
 */
export const comeUp = async (live: Live, { timeout = 240_000 }: { timeout?: number } = {}): Promise<void> => {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      await live.untilReady({ timeout: 5_000 });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    const objects = [...(await live.list(kustomizations)), ...(await live.list(helmReleases))];
    for (const object of objects) {
      if (stateOf(object) === 'fails') await live.reconcile({ ...object, ...object.metadata });
    }
  }
};
