import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, release } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX618',
    bad: () => one(release({ account: 123456789012 })),
    good: () => one(release({ account: '123456789012' })),
    mutation: () => platform.mutate('karpenter', platform.karpenter, platform.set('spec.values.account', 123456789012)),
    fault: 'a big number in a template',
    live: {
      twins: {
        'big-number': {
          shows: [
            async (live) => (await twin.configMap('big-number-values-seen')(live))?.['printed'],
            'map[account:1.23456789012e+11]',
          ],
          make: (bad) => ({
            charts: { 'big-number': twin.chartOf('big-number') },
            build: twin.release({ account: bad ? 123456789012 : '123456789012' }),
          }),
        },
      },
    },
  },
];
