import type { EffectRow, When } from './effect.js';
import { changed } from './when.js';

/** A field that is immutable in a cloud resource, or that identifies it. */
export const namesOtherResource = (on: EffectRow['on'], at: string, says: string, effect: string): EffectRow => ({
  on,
  at,
  when: changed,
  severity: 'warning',
  says,
  effect,
  instead: 'revert the change; for another resource, add a second object',
});

/** Whether a protection in the cloud is switched off. */
export const turnsOff: When = (was, is) => was === true && is === false;

/** What a later removal can destroy once the protection is off. */
export const UNPROTECTED = 'its resource, which the cloud no longer protects,';
