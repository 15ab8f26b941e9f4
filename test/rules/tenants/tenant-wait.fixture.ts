import type { RuleFixture } from '../rule-fixture.js';
import { NEW, NO_TENANT, source, withTenants } from '../tenant-programs.js';

const pods = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'claims' };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX809',
    bad: () => [
      ...withTenants([{ name: 'claims', source, kustomization: { wait: true } }]),
      ...withTenants([{ name: 'claims', source, kustomization: { healthChecks: [pods] } }]),
    ],
    good: () => withTenants([{ name: 'claims', source }, { name: 'pensions' }]),
    mutation: NO_TENANT,
    fault: NEW,
    live: { none: 'it takes four teams that hang for minutes, and then no condition says so' },
  },
];
