import type { RuleFixture } from '../rule-fixture.js';
import { NEW, NO_TENANT, source, withTenants } from '../tenant-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX815',
    bad: () => withTenants([{ name: 'blue', source, offboard: { reason: 'the team is gone' } }]),
    good: () => withTenants([{ name: 'blue', source }]),
    mutation: NO_TENANT,
    fault: NEW,
    live: { none: 'it says what is left to do, and foretells nothing' },
  },
];
