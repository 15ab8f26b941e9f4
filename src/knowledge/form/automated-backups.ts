import type { EffectRow, When } from './effect.js';
import { becomes, both, shrinks } from './when.js';

/** RDS instances, whose backups can be off. A database cluster must keep backups for at least a day. */
const INSTANCES = ['Instance', 'RDSInstance', 'DBInstance'];

const backups = {
  instead: 'to keep them, leave the retention as it is, or first make snapshots by hand',
} as const;

/** A cloud's database backups are kept for fewer days. */
export const keepsForFewerDays = (on: EffectRow['on'], at: string, when: When = always): EffectRow => ({
  on,
  at,
  when: both(shrinks, when, (_, is, { object }) => is !== 0 || !INSTANCES.includes(object.id.kind)),
  severity: 'warning',
  destroys: 'automated backups that only the old retention keeps',
  effect: 'the provider deletes automated backups that are older than the retention, and a longer one brings none back',
  ...backups,
});

/** https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_WorkingWithAutomatedBackups.html */
export const turnsBackupsOff = (on: EffectRow['on'], at: string, when: When = always): EffectRow => ({
  on,
  at,
  when: both(becomes(0), when, (was) => was !== undefined),
  severity: 'error',
  destroys: 'all its automated backups',
  effect: 'a retention of 0 turns automated backups off: RDS deletes them all, and makes no more',
  ...backups,
});

const always: When = () => true;
