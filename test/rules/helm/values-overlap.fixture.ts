import { HelmRelease } from 'fluxspan';
import { z } from 'zod';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX306',
    mutation: {
      adds: () => platform.extended({}, { karpenter: { values: { settings: { clusterName: 'mine' } } } as never }),
    },
    live: {
      twins: {
        'values-overlap': {
          // Terraform's is `example`.
          shows: [twin.seenBy('values-overlap'), { host: 'inline' }],
          make: (bad) => ({
            charts: { 'values-overlap': twin.chartOf('values-overlap') },
            infra: { values: { 'values-overlap': z.object({ host: z.string() }) } },
            build: twin.release(bad ? { host: 'inline' } : {}),
          }),
        },
      },
    },
  },
  {
    code: 'FX309',
    mutation: {
      adds: () =>
        platform.extended({
          charts: { extra: platform.chart },
          build: (scope) => void new HelmRelease(scope, 'a', { chart: platform.chart, chartRef: {} } as never),
        }),
    },
    live: {
      twins: {
        'helm-release': {
          says: 'failed rule: (has(self.chart) && !has(self.chartRef))',
          make: (bad) => ({
            charts: { 'helm-release': twin.chartOf('helm-release') },
            build: twin.release({}, bad ? { chart: undefined } : {}),
          }),
        },
      },
    },
  },
];
