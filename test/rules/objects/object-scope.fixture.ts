import * as twin from '../../live/twin-programs.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one, storage } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX612',
    bad: () =>
      diagnosticsOf({
        first: [
          addon('cluster', { build: object('storage.k8s.io/v1', 'StorageClass', undefined, { namespace: 'default' }) }),
          addon('web', { namespace: undefined, build: object('v1', 'ServiceAccount') }),
        ],
      }),
    good: () => one({ build: both(storage, object('v1', 'ServiceAccount')) }),
    mutation: () =>
      platform.mutate('secrets-manager-store', 'ClusterSecretStore/secrets-manager-provider', () => {}, {
        namespace: 'flux-system',
      }),
    fault: 'a namespace too many, or one too few',
    live: {
      twins: {
        'object-scope': {
          says: 'namespace not specified',
          make: (bad) => ({
            namespace: undefined,
            build: twin.object('v1', 'ServiceAccount', {}, bad ? {} : { namespace: 'default' }),
          }),
        },
      },
    },
  },
];
