import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one, release } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX604',
    bad: () => one(release({}, { postRenderStrategy: 'combined' }), { flux: '2.8' }),
    good: () => one(release({}, { postRenderStrategy: 'combined' }), { flux: '2.9' }),
    mutation: () => ({
      ...platform.mutate('karpenter', platform.karpenter, platform.set('spec.postRenderStrategy', 'combined')),
      cluster: platform.flux('2.8'),
    }),
    fault: 'a field that is newer than Flux',
    live: 'over-time',
  },
];
