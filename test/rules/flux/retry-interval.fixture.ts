import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, inner, one, release } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX614',
    bad: () => {
      const { charts, build } = release({}, { install: { strategy: { name: 'RemediateOnFailure' } } });
      return one({ charts, build: both(build, inner({})) });
    },
    good: () => one({ build: inner({ retryInterval: '1m' }) }),
    mutation: () =>
      platform.mutate('karpenter', 'Kustomization/karpenter', platform.set('spec.retryInterval', undefined)),
    fault: 'ten minutes until the next try',
    live: 'over-time',
  },
];
