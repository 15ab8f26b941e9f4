import { storeLabel } from 'fluxspan';
import { secretsManagerStore } from 'fluxspan/addons';
import type { RuleFixture } from '../rule-fixture.js';
import { lockedDown, NEW, NO_TENANT, withTenants } from '../tenant-programs.js';

const operator = ['external-secrets', 'external-secrets.io'];

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX675',
    bad: () => withTenants([{ name: 'blue' }, { name: 'green' }], lockedDown, [secretsManagerStore()], operator),
    good: () =>
      withTenants(
        [{ name: 'blue' }, { name: 'green', stores: ['vault'] }],
        lockedDown,
        [
          secretsManagerStore({
            name: 'vault',
            conditions: [{ namespaces: ['web'] }, { namespaceSelector: { matchLabels: storeLabel('vault') } }],
          }),
        ],
        operator,
      ),
    mutation: NO_TENANT,
    fault: NEW,
    live: { none: 'it is about the controller of secrets, which the live tests do not run' },
  },
];
