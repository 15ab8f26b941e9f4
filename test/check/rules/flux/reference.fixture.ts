import { HTTPRoute } from 'fluxspan';
import * as platform from '../../platform-changes.js';
import type { RuleFixture } from '../../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX307',
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope) => {
            new HTTPRoute(scope, 'a', { spec: { parentRefs: [{ name: 'gateway', namespace: 'gateway-api' }] } });
          },
        }),
    },
    live: { none: 'the operator whose object is not there would say so, and none runs here' },
  },
  {
    code: 'FX308',
    mutation: { none: 'an object of another program; it is nothing of the platform' },
    live: { none: 'there is nothing in the tree of which cluster an object was meant for' },
  },
];
