import type { RuleFixture } from '../rule-fixture.js';
import { IN_TENANTS, NEW, NO_TENANT, withTenants } from '../tenant-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX811',
    bad: () => withTenants([{ name: 'blue' }, { name: 'green', namespaces: ['green', 'blue'] }]),
    good: () => withTenants([{ name: 'blue' }, { name: 'green' }]),
    mutation: NO_TENANT,
    fault: NEW,
    live: IN_TENANTS,
  },
];
