import { compareText } from '../../src/json/compare-text.js';
import { helmReleases, kustomizations } from './flux-kinds.js';
import { readyOf, stateOf } from './kustomization-state.js';
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

/** When each Kustomization and release became ready, in the order of time: a line each, in seconds from `start`. */
export const readyTimes = async (live: Live, start: number): Promise<readonly string[]> => {
  const objects = [...(await live.list(kustomizations)), ...(await live.list(helmReleases))];
  return objects
    .map((object) => ({
      name: `${object.kind} ${object.metadata.name}`,
      // To the second, as the API server has it.
      seconds: Math.round((Date.parse(readyOf(object)?.lastTransitionTime ?? '') - start) / 1000),
    }))
    .sort((a, b) => a.seconds - b.seconds || compareText(a.name, b.name))
    .map(({ name, seconds }) => `${String(seconds).padStart(5)} s  ${name}`);
};
