import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX624',
    bad: () => one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { script: 'echo $${HOME}' } }) }),
    good: () => one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { script: 'echo ${HOME}' } }) }),
    mutation: () =>
      platform.mutate('karpenter', platform.karpenter, platform.set('spec.values.script', 'echo $${HOME}')),
    fault: { none: 'Flux itself never sees it' },
    live: {
      twins: {
        'escape-without-vars': {
          shows: [twin.configMap('escape-without-vars'), { script: 'echo $${HOME}' }],
          make: (bad) => ({ build: twin.data(() => ({ script: bad ? 'echo $${HOME}' : 'echo ${HOME}' })) }),
        },
      },
    },
  },
];
