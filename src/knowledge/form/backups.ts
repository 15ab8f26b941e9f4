import { fieldsOf } from '../../json/as-shape.js';
import { readField } from '../../json/read-field.js';
import type { EffectRow, When } from './effect.js';
import { changed } from './when.js';

type Row = Pick<EffectRow, 'on' | 'at' | 'when'> & Partial<EffectRow>;

export const stopsBackups = (row: Row): EffectRow => ({
  severity: 'warning',
  says: 'no longer makes backups',
  effect: 'existing backups get older until they expire, and no more are made',
  instead: 'keep it, or check that something else makes backups of the same data',
  ...row,
});

/** A switch that pauses backups. */
export const pausesBackups = (row: Row): EffectRow =>
  stopsBackups({
    severity: 'notice',
    says: 'makes no backups until it is resumed',
    instead: 'revert the change, or resume it as soon as you can',
    ...row,
  });

export const movesBackups = (on: EffectRow['on'], at: string, when: When = changed): EffectRow => ({
  on,
  at,
  when,
  severity: 'warning',
  says: 'makes its backups in another place',
  effect:
    'existing backups stay in the old place: nothing lists, restores or expires them there, and the new place has none at first',
  instead: 'revert the change, copy the backups, or keep the old place reachable until they are no longer needed',
});

/** A tool deletes more backups once the setting allows it. */
export const keepsFewerBackups = (on: EffectRow['on'], at: string, when: When, shows?: string): EffectRow => ({
  on,
  at,
  when,
  ...(shows === undefined ? {} : { shows }),
  severity: 'warning',
  destroys: 'backups that only the old setting keeps',
  effect:
    'the next run deletes the backups that are over the new limit, and a longer setting later brings nothing back',
  instead: 'to keep them, leave the setting as it is, or copy the backups to another place first',
});

/**
 * A rule of `restic forget` that keeps fewer.
 *
 * @param policy the path of all rules
 * @param keepsByDefault whether the tool keeps all backups if no rule is left
 */
export const resticRuleShrinks =
  (policy: string, keepsByDefault: boolean): When =>
  (was, is, { to }) => {
    const rules = Object.values(fieldsOf(readField(to, policy)));
    return countOf(is) < countOf(was) && (!keepsByDefault || rules.some((one) => countOf(one) > 0));
  };

const countOf = (value: unknown): number => Number(value ?? 0);
