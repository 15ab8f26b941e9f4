import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX303',
    mutation: {
      adds: () => platform.extended({ build: (scope) => void new ConfigMap(scope, 'a', { name: 'A_b', data: {} }) }),
    },
    live: {
      twins: {
        'object-name': {
          says: 'Invalid value: "Not_A_Name"',
          make: (bad) => ({ build: twin.data(() => ({}), { name: bad ? 'Not_A_Name' : 'a-name' }) }),
        },
      },
    },
  },
];
