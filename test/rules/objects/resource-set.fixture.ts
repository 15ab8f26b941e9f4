import type { RuleFixture } from '../rule-fixture.js';
import { object, one } from '../rule-programs.js';

const options = { external: ['fluxcd.controlplane.io'] };
const set = (key: string) =>
  object('fluxcd.controlplane.io/v1', 'ResourceSet', {
    inputs: [{ tenant: 'a' }],
    resources: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `<< inputs.${key} >>`, namespace: 'default' },
        data: {},
      },
    ],
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX666',
    bad: () => one({ build: set('tennant') }, options),
    good: () => one({ build: set('tenant') }, options),
    mutation: { none: 'the platform has no ResourceSet' },
    fault: { none: 'no fault of the catalogue is about the Flux Operator' },
    live: { none: 'the clusters of the live tests have no Flux Operator' },
  },
];
