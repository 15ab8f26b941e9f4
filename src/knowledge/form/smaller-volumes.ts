import type { EffectRow } from './effect.js';
import { shrinks } from './when.js';

/** A request for smaller volumes, which an operator can't shrink. */
export const asksForSmallerVolumes = (
  on: EffectRow['on'],
  at: string,
  does: 'refuses' | 'ignores' = 'refuses',
): EffectRow => ({
  on,
  at,
  when: shrinks,
  severity: 'warning',
  says: `asks for smaller volumes, which the operator ${does}`,
  effect:
    does === 'refuses'
      ? "a volume can't shrink: the apply fails, or the operator stops at the error and changes nothing else"
      : "a volume can't shrink: the volumes stay as they are, and the tree no longer says what there is",
  instead: 'revert the change; for smaller volumes, move the data to a new cluster',
});
