import type { EffectRow, When } from './effect.js';

/** A switch with an obvious effect, which is only worth a look. */
export const stops = (on: EffectRow['on'], at: string, when: When, says: string, effect: string): EffectRow => ({
  on,
  at,
  when,
  severity: 'notice',
  says,
  effect,
});

/** A database whose operator removes its pods. */
export const stopsDatabase = (on: EffectRow['on'], at: string, when: When): EffectRow =>
  stops(
    on,
    at,
    when,
    'stops its database',
    'the operator removes the pods and keeps the claims; nothing can connect until it runs again',
  );

export const toZero: When = (was, is) => is === 0 && was !== 0;
