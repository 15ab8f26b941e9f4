import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, inner, object, one, release } from '../rule-programs.js';

const plainRelease = { interval: '10m', chartRef: { kind: 'OCIRepository', name: 'web' } };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX614',
    bad: () => {
      const { charts, build } = release({}, { install: { strategy: { name: 'RemediateOnFailure' } } });
      return one({ charts, build: both(build, inner({})) });
    },
    good: () => [
      ...one({ build: inner({ retryInterval: '1m' }) }),
      ...one(
        { build: object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', plainRelease) },
        {
          flux: { version: '2.9', featureGates: { DefaultToRetryOnFailure: true } },
          external: [{ kind: 'OCIRepository', name: 'web', namespace: 'default' }],
        },
      ),
    ],
    mutation: () =>
      platform.mutate('karpenter', 'Kustomization/karpenter', platform.set('spec.retryInterval', undefined)),
    fault: 'ten minutes until the next try',
    live: 'over-time',
  },
];
