import { ExternalSecret, HelmRelease } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import { addon, diagnosticsOf, type LooseDefinition } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { chart } from '../rule-programs.js';

const web: LooseDefinition = {
  charts: { web: chart },
  build: (scope, { charts }) => {
    new HelmRelease(scope, 'web', {
      chart: charts['web'] as typeof chart,
      valuesFrom: [{ kind: 'Secret', name: 'db' }],
    });
  },
};
const secret: LooseDefinition['build'] = (scope) => {
  new ExternalSecret(scope, 'db', {
    name: 'db',
    secretStoreRef: { kind: 'ClusterSecretStore', name: 'main', external: true },
    data: [{ secretKey: 'values.yaml', remoteRef: { key: 'db' } }],
  });
};
const options = { external: ['external-secrets.io'] };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX640',
    bad: () =>
      diagnosticsOf(
        { first: [addon('web', web)], second: [addon('secrets', { requires: ['web'], build: secret })] },
        { options },
      ),
    good: () =>
      diagnosticsOf(
        {
          first: [addon('secrets', { build: secret })],
          second: [addon('web', { ...web, requires: ['secrets'] })],
        },
        { options },
      ),
    mutation: () =>
      platform.mutate(
        'external-secrets',
        'HelmRelease/external-secrets',
        platform.set('spec.dependsOn', [{ name: 'authentik', namespace: 'authentik' }]),
      ),
    fault: 'a cycle of dependsOn',
    live: {
      twins: {
        deadlock: {
          says: "dependency 'default/second' is not ready",
          by: twin.helmRelease('deadlock'),
          make: (bad) => ({
            charts: { deadlock: twin.chartOf('deadlock'), second: { ...twin.chartOf('second'), sourceName: 'second' } },
            build: (scope, { charts }) => {
              new HelmRelease(scope, 'a', { chart: charts['deadlock'] as never, dependsOn: [{ name: 'second' }] });
              new HelmRelease(scope, 'b', {
                chart: charts['second'] as never,
                dependsOn: bad ? [{ name: 'deadlock' }] : [],
              });
            },
          }),
        },
      },
    },
  },
];
