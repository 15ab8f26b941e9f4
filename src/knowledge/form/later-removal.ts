import type { EffectRow, When } from './effect.js';

/** A policy that makes a later removal destroy something. */
export const deletesOnRemoval = (on: EffectRow['on'], at: string, when: When, what: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says: `deletes ${what} from now on when it is removed`,
});

/** A safeguard is removed: a later removal may destroy something. */
export const canLoseOnRemoval = (on: EffectRow['on'], at: string, when: When, what: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says: `can lose ${what} from now on when it is removed`,
});
