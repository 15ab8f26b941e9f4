import { gatewayLabel } from 'fluxspan';
import type { RuleFixture } from '../rule-fixture.js';
import { gateway, gateways, lockedDown, NEW, NO_TENANT, withTenants } from '../tenant-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX816',
    bad: () => withTenants([{ name: 'blue', gateways }], lockedDown, [gateway({ team: 'blue' })]),
    good: () => withTenants([{ name: 'blue', gateways }], lockedDown, [gateway(gatewayLabel('public'))]),
    mutation: NO_TENANT,
    fault: NEW,
    live: { none: 'it is about controllers of gateways and secrets, which the live tests do not run' },
  },
];
