import { ConfigMap, StorageClass } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX302',
    mutation: {
      adds: () =>
        platform.extended({
          build: (scope) => void new StorageClass(scope, 'a', { name: 'storage-class', provisioner: 'ebs' }),
        }),
    },
    live: {
      twins: {
        'duplicate-object': {
          says: 'may not add resource with an already registered id: ConfigMap.v1.[noGrp]/twice.default',
          make: (bad) => ({
            build: (scope) => {
              new ConfigMap(scope, 'one', { name: 'twice', data: {} });
              new ConfigMap(scope, 'two', { name: bad ? 'twice' : 'once', data: {} });
            },
          }),
        },
      },
    },
  },
];
