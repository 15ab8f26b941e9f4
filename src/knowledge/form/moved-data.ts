import type { EffectRow } from './effect.js';
import { releaseOf } from './helm-release.js';
import { changed } from './when.js';

/** A chart's application gets another bucket or kind of storage. */
export const looksElsewhere = (chart: string, value: string, what: string): EffectRow => ({
  ...releaseOf(chart),
  at: `spec.values.${value}`,
  when: changed,
  severity: 'warning',
  says: `looks for ${what} in another place`,
  effect: 'what is in the old place stays there, and nothing reads it any more',
  instead: 'revert the change, or copy the data to the new place first',
});
