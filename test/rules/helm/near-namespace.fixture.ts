import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const release = (targetNamespace: string, more: object = {}) =>
  object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    interval: '1h',
    chartRef: { kind: 'OCIRepository', name: 'web', namespace: 'flux-system' },
    install: { createNamespace: true, strategy: { name: 'RetryOnFailure' } },
    upgrade: { strategy: { name: 'RetryOnFailure' } },
    targetNamespace,
    ...more,
  });
const external = [
  { kind: 'Namespace', name: 'monitoring' },
  { kind: 'OCIRepository', namespace: 'flux-system', name: 'web' },
];
const options = { external };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX639',
    bad: () => one({ build: release('montioring') }, options),
    good: () => [
      ...one({ build: release('monitoring') }, options),
      ...one({ build: release('logging') }, options),
      ...one({ build: release('monitoring-2') }, options),
      ...one({ build: release('montioring') }, { external: [...external, { kind: 'Namespace', name: 'montioring' }] }),
    ],
    mutation: {
      adds: () =>
        platform.extended({
          build: release('external-secrest', {
            chartRef: { kind: 'OCIRepository', name: 'external-secrets', namespace: 'external-secrets' },
          }),
        }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing says so: the release is installed, in a namespace of its own' },
  },
];
