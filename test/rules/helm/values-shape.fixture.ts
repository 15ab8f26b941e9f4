import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object, one } from '../rule-programs.js';

const release = (values: unknown): Build =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    interval: '1h',
    chartRef: { kind: 'OCIRepository', name: 'web', namespace: 'flux-system' },
    install: { strategy: { name: 'RetryOnFailure' } },
    upgrade: { strategy: { name: 'RetryOnFailure' } },
    values,
  });
const found = (values: unknown) =>
  one({ build: release(values) }, { external: [{ kind: 'OCIRepository', name: 'web', namespace: 'flux-system' }] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX674',
    bad: () => [found('replicas: 2\n'), found(['a']), found(2)].flat(),
    good: () => [found({ replicas: 2 }), found({}), found(undefined)].flat(),
    mutation: () => platform.mutate('karpenter', 'HelmRelease/karpenter', platform.set('spec.values', 'replicas: 2')),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'test/live/taken-values.test.ts shows a release without its values' },
  },
];
