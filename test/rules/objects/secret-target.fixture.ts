import { ExternalSecret } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one } from '../rule-programs.js';

const secret =
  (name: string, target: object, keys: readonly string[] = ['a']): Build =>
  (scope) => {
    new ExternalSecret(scope, name, {
      name,
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'main', external: true },
      target: target as never,
      data: keys.map((secretKey) => ({ secretKey, remoteRef: { key: 'a' } })),
    });
  };
const options = { external: ['external-secrets.io'] };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX635',
    bad: () => one({ build: both(secret('one', { name: 'db' }), secret('two', { name: 'db' }, ['b', 'b'])) }, options),
    good: () =>
      one(
        {
          build: both(
            secret('one', { name: 'db', creationPolicy: 'CreateOrMerge' }),
            secret('two', { name: 'db', creationPolicy: 'Merge' }),
          ),
        },
        options,
      ),
    mutation: () =>
      platform.mutate(
        'headlamp',
        platform.clean.addons.flatMap(({ objects }) => objects).find(platform.isSecretOfHeadlamp)!.title,
        platform.set('spec.data', [
          { secretKey: 'a', remoteRef: { key: 'a' } },
          { secretKey: 'a', remoteRef: { key: 'b' } },
        ]),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the operator says so, and none runs here' },
  },
];
