import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX324',
    mutation: () =>
      platform.readExtra(
        platform.add('karpenter', platform.configMap({ 'values.yaml': 'a: 1' }, { ...hashed, namespace: 'karpenter' })),
      ),
    live: {
      twins: {
        'name-hash': {
          says: "could not resolve ConfigMap chart values reference 'default/hashed'",
          by: twin.helmRelease('name-hash'),
          make: (bad) => ({
            charts: { 'name-hash': twin.chartOf('name-hash') },
            build: (scope, context) => {
              const more = new ConfigMap(scope, 'more', {
                name: 'hashed',
                labels: twin.labels,
                data: { 'values.yaml': 'a: 1' },
                nameSuffixHash: true,
              });
              twin.release({}, twin.from(bad ? 'hashed' : more.name))(scope, context);
            },
          }),
        },
      },
    },
  },
];

const hashed = { name: 'extra-2456789bcd', title: 'ConfigMap/extra-2456789bcd', nameWithoutHash: 'extra' };
