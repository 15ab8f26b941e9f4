import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { one } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX611',
    bad: () =>
      one({
        build: (scope) => void new ConfigMap(scope, 'a', { data: { 'a b': '', big: 'x'.repeat(1024 * 1024 + 1) } }),
      }),
    good: () =>
      one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { 'a-b': '', big: 'x'.repeat(1024 * 1024) } }) }),
    mutation: () => platform.add('karpenter', platform.configMap({ big: 'x'.repeat(1024 * 1024 + 1) })),
    fault: 'a ConfigMap over 1 MiB',
    live: {
      twins: {
        'config-map-limits': {
          says: 'a valid config key must consist of',
          make: (bad) => ({ build: twin.data(() => ({ [bad ? 'a b' : 'a-b']: '' })) }),
        },
        'config-map-size': {
          says: 'may not be more than 1048576 bytes',
          // Values alone count, and in bytes: an é has two of them.
          make: (bad) => ({ build: twin.data(() => ({ a: 'é'.repeat(512 * 1024), 'a-long-key': bad ? 'x' : '' })) }),
        },
      },
    },
  },
];
