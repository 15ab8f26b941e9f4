import type { RuleFixture } from '../rule-fixture.js';
import { IN_TENANTS, NEW, NO_TENANT, withTenants } from '../tenant-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX813',
    bad: () => withTenants([{ name: 'blue', role: 'editor' }]),
    good: () => withTenants([{ name: 'blue', role: 'edit' }]),
    mutation: NO_TENANT,
    fault: NEW,
    live: IN_TENANTS,
  },
];
