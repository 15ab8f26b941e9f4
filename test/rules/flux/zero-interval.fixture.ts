import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, text } from '../rule-programs.js';

const source = (kind: string, interval: string, spec: object): Build =>
  object('source.toolkit.fluxcd.io/v1', kind, { interval, ...spec });

const program = (interval: string, long: string) =>
  one(
    {
      build: both(
        text('a'),
        source('GitRepository', interval, { url: 'https://example.org/web.git', ref: { branch: 'main' } }),
        source('HelmRepository', long, { url: 'https://example.org/charts' }),
        object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
          interval,
          chart: { spec: { chart: 'web', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'web' } } },
          install: { strategy: { name: 'RetryOnFailure' } },
          upgrade: { strategy: { name: 'RetryOnFailure' } },
        }),
      ),
    },
    {},
    { kustomization: { interval, retryInterval: interval } },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX673',
    bad: () => program('0s', '0h0m0.0s'),
    good: () => program('1m', '0h1m0s'),
    mutation: () => platform.mutate('karpenter', 'Kustomization/karpenter', platform.set('spec.interval', '0s')),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'test/live/taken-values.test.ts shows what Flux leaves as it is' },
  },
];
