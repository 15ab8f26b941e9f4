import type { RuleFixture } from '../rule-fixture.js';
import { IN_TENANTS, NEW, NO_TENANT, source, withTenants } from '../tenant-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX812',
    bad: () => withTenants([{ name: 'blue', source }], { version: '2.9', noCrossNamespaceRefs: true }),
    good: () => withTenants([{ name: 'blue', source }]),
    mutation: NO_TENANT,
    fault: NEW,
    live: IN_TENANTS,
  },
];
