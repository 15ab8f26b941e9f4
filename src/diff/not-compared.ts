import { compareText } from '../json/compare-text.js';

/** A cluster, or an addon of one, that an error keeps out of the comparison. */
export interface NotCompared {
  readonly cluster: string;
  /** @default - the whole cluster */
  readonly addon?: string;
  /** Of the diagnostics that say why: `FX701`. */
  readonly codes: readonly string[];
}

/** Each place once, by cluster and addon. */
export const sortNotCompared = (all: readonly NotCompared[]): readonly NotCompared[] => {
  const places = new Map<string, NotCompared>();
  for (const one of all) {
    const key = JSON.stringify([one.cluster, one.addon ?? '']);
    const codes = [...new Set([...(places.get(key)?.codes ?? []), ...one.codes])];
    places.set(key, { ...one, codes });
  }
  return [...places].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one);
};
