import { synthCluster } from 'fluxspan/testing';
import { accountCases, accountCluster } from '../account-programs.js';
import type { RuleFixture } from '../rule-fixture.js';

const none = { none: 'no addon of this repository is applied as an account' };
const faults = { none: 'it is not among the known faults of Flux trees' };

/** Each code's own cases; accounts.test.ts of the live tests asks real Flux about all of them. */
export const fixtures: readonly RuleFixture[] = (['FX800', 'FX801', 'FX802', 'FX803'] as const).map((code) => {
  const names = Object.entries(accountCases).flatMap(([name, one]) => (one.code === code ? [name] : []));
  return {
    code,
    bad: () => synthCluster(accountCluster(true, names)).diagnostics,
    good: () => synthCluster(accountCluster(false, names)).diagnostics,
    mutation: none,
    fault: faults,
    live: 'accounts',
  };
});
