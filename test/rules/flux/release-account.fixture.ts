import { synthCluster } from 'fluxspan/testing';
import { accountCluster } from '../account-programs.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX804',
    bad: () => synthCluster(accountCluster(true, ['release'])).diagnostics,
    good: () => synthCluster(accountCluster(false, ['release'])).diagnostics,
    mutation: { none: 'no release of this repository has an account' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'accounts',
  },
];
