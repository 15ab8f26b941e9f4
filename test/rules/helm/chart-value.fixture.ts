import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX313',
    mutation: { adds: () => platform.extended({}, { karpenter: { values: { replica: 2 } } as never }) },
    live: {
      twins: {
        'chart-value': {
          says: "additional properties 'replica' not allowed",
          by: twin.helmRelease('chart-value'),
          make: (bad) => ({
            charts: { 'chart-value': twin.chartOf('chart-value', twin.replicas) },
            build: twin.release(bad ? { replica: 2 } : { replicas: 2 }),
          }),
        },
      },
    },
  },
];
