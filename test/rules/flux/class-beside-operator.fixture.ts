import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one, release, storage } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX607',
    bad: () => {
      const { charts, build } = release({});
      return one(
        { charts, build: both(build, object('example.org/v1', 'TenantClass')) },
        { external: ['example.org'] },
      );
    },
    good: () => {
      const { charts, build } = release({});
      return one({ charts, build: both(build, storage) });
    },
    mutation: () => platform.move('karpenter-nodes', 'EC2NodeClass/default', 'karpenter'),
    fault: 'a class beside its operator',
    live: 'over-time',
  },
];
