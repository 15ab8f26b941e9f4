import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const options = { external: ['fluxcd.controlplane.io'] };
const set = (prune: string) =>
  object('fluxcd.controlplane.io/v1', 'ResourceSet', {
    resources: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: 'keep',
          namespace: 'default',
          annotations: { 'fluxcd.controlplane.io/prune': prune },
        },
        data: {},
      },
    ],
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX669',
    bad: () => one({ build: set('false') }, options),
    good: () => one({ build: set('disabled') }, options),
    mutation: { none: 'the platform has no ResourceSet' },
    fault: { none: 'no fault of the catalogue is about the Flux Operator' },
    live: { none: 'the clusters of the live tests have no Flux Operator' },
  },
];
