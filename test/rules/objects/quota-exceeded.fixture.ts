import * as platform from '../platform-changes.js';
import { quota, service } from '../policy-programs.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, one } from '../rule-programs.js';

const balanced = service('lb', { type: 'LoadBalancer' });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX808',
    bad: () => [
      ...one({ build: both(quota({ 'services.loadbalancers': 0 }), balanced) }),
      ...one({ build: both(quota({ services: '1' }), service('a'), service('b')) }),
    ],
    good: () => [
      ...one({ build: both(quota({ 'services.loadbalancers': 0 }), service('lb')) }),
      ...one({ build: both(quota({ services: '2' }), service('a'), service('b')) }),
    ],
    mutation: {
      adds: () => platform.extended({ build: both(quota({ 'services.loadbalancers': 0 }), balanced) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'accounts',
  },
];
