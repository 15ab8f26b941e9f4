import { addon, diagnosticsOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { object, operator } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX608',
    bad: () => [
      ...diagnosticsOf(
        { first: [operator('operator'), addon('web', { build: object('external-secrets.io/v1', 'PushSecret') })] },
        { options: { external: ['external-secrets.io'] } },
      ),
      ...diagnosticsOf({
        first: [
          operator('operator', { provides: ['external-secrets.io'] }),
          addon('web', { build: object('external-secrets.io/v1', 'PushSecret') }),
        ],
      }),
    ],
    good: () =>
      diagnosticsOf(
        {
          first: [operator('operator')],
          second: [addon('web', { requires: ['operator'], build: object('external-secrets.io/v1', 'PushSecret') })],
        },
        { options: { external: ['external-secrets.io'] } },
      ),
    mutation: () =>
      platform.move('secrets-manager-store', 'ClusterSecretStore/secrets-manager-provider', 'external-secrets'),
    fault: 'an object before its webhook',
    live: 'over-time',
  },
];
