import * as platform from '../platform-changes.js';
import { deployment, noLoadBalancers, policy, rules, service } from '../policy-programs.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, one } from '../rule-programs.js';

const pods = policy('no-latest', {
  matchConstraints: rules(['pods']),
  variables: [{ name: 'images', expression: 'object.spec.containers.map(c, c.image)' }],
  validations: [{ expression: "variables.images.all(i, !i.endsWith(':latest'))", message: 'no latest' }],
});

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX807',
    bad: () => [
      ...one({ build: both(noLoadBalancers, service('lb', { type: 'LoadBalancer' })) }),
      ...one({ build: both(pods, deployment('web', [{ name: 'web', image: 'web:latest' }])) }),
    ],
    good: () => [
      ...one({ build: both(noLoadBalancers, service('lb', { type: 'ClusterIP' }), service('default')) }),
      ...one({ build: both(pods, deployment('web')) }),
    ],
    mutation: {
      adds: () => platform.extended({ build: both(noLoadBalancers, service('lb', { type: 'LoadBalancer' })) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'accounts',
  },
];
