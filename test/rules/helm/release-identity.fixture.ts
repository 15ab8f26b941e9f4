import { HelmRelease } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { chart, one } from '../rule-programs.js';

const releases = (more: object) =>
  one({
    charts: { web: chart },
    build: (scope, { charts }) => {
      new HelmRelease(scope, 'one', { chart: charts['web'] as typeof chart });
      new HelmRelease(scope, 'two', { chart: charts['web'] as typeof chart, name: 'canary', ...more });
    },
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX633',
    bad: () => [
      ...releases({ releaseName: 'web' }),
      // Their histories are apart, their objects aren't.
      ...releases({ releaseName: 'web', storageNamespace: 'kube-system' }),
    ],
    good: () => [
      ...releases({ releaseName: 'canary' }),
      ...releases({ releaseName: 'web', storageNamespace: 'kube-system', targetNamespace: 'kube-system' }),
    ],
    mutation: () =>
      platform.mutate('metrics-server', 'HelmRelease/metrics-server', (json) => {
        platform.set('spec.releaseName', 'reloader')(json);
        platform.set('spec.storageNamespace', 'reloader')(json);
      }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: "nothing says so: each release takes the other's history for its own" },
  },
];
