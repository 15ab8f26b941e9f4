import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX312',
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope) => void new ApiObject(scope, 'a', { apiVersion: 'v1', kind: 'ConfigMap' }),
        }),
    },
    live: { none: 'it is about the next change of the code' },
  },
];
