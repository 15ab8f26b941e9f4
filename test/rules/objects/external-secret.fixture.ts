import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX627',
    bad: () =>
      secretOf(
        { secretStoreRef: { name: 'main' }, data: [{ secretKey: 'a', remoteRef: { key: '' } }] },
        { secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' } },
        {
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
          dataFrom: [{}, { extract: { key: 'a' }, find: { name: { regexp: 'a' } } }],
          target: { creationPolicy: 'Merge', deletionPolicy: 'Delete' },
        },
        merged({ strategy: 'JSON' }),
      ).concat(
        one({ build: clusterSecret({ dataFrom: [{}] }) }, options),
        one({ build: clusterSecret(merged({ strategy: 'JSON', into: '' })) }, options),
      ),
    good: () =>
      secretOf(
        {
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
          dataFrom: [{ extract: { key: 'a' } }, { find: { name: { regexp: 'a' } } }],
          target: { creationPolicy: 'Orphan', deletionPolicy: 'Retain' },
        },
        merged({ strategy: 'JSON', into: 'all' }),
        merged({ strategy: 'Extract' }),
        merged({}),
      ).concat(one({ build: clusterSecret(merged({ strategy: 'JSON', into: 'all' })) }, options)),
    mutation: () =>
      platform.mutate(
        'headlamp',
        platform.clean.addons.flatMap(({ objects }) => objects).find(platform.isSecretOfHeadlamp)!.title,
        (json) => {
          platform.set('spec.data', [])(json);
          platform.set('spec.dataFrom', [])(json);
        },
      ),
    fault: 'an ExternalSecret of the wrong store, or of nothing',
    live: { none: 'the operator says so, and none runs here' },
  },
];

const options = { external: ['external-secrets.io'] };

const merged = (merge: object) => ({
  secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
  dataFrom: [{ find: { name: { regexp: 'a' } }, rewrite: [{ merge }] }],
});

const clusterSecret = (externalSecretSpec: object) =>
  object('external-secrets.io/v1', 'ClusterExternalSecret', {
    namespaceSelectors: [{ matchLabels: { a: 'b' } }],
    externalSecretSpec: { secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' }, ...externalSecretSpec },
  });

const secretOf = (...specs: readonly object[]) =>
  one(
    {
      build: both(
        object(
          'external-secrets.io/v1',
          'ClusterSecretStore',
          {
            provider: { aws: { service: 'SecretsManager', region: 'eu-west-1' } },
          },
          { name: 'main' },
        ),
        (scope) => {
          for (const [index, spec] of specs.entries()) {
            const metadata = { name: `secret-${index}` };
            new ApiObject(scope, `secret-${index}`, {
              apiVersion: 'external-secrets.io/v1',
              kind: 'ExternalSecret',
              metadata,
              spec,
            } as never);
          }
        },
      ),
    },
    options,
  );
