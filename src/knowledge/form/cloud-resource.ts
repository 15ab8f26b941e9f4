import type { EffectRow, When } from './effect.js';
import { changed } from './when.js';

/** A field that a cloud resource can't change, or that says which one it is. */
export const namesOtherResource = (on: EffectRow['on'], at: string, says: string, effect: string): EffectRow => ({
  on,
  at,
  when: changed,
  severity: 'warning',
  says,
  effect,
  instead: 'revert the change; for another resource, add a second object',
});

/** A protection of the cloud that is switched off. */
export const turnsOff: When = (was, is) => was === true && is === false;

/** What a removal can lose once `turnsOff` holds. */
export const UNPROTECTED = 'its resource, which the cloud no longer protects,';
