import { addon, diagnosticsOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { text } from '../rule-programs.js';

const suspended = { kustomization: { suspend: true } };
const chain = (operator: object, web: object) =>
  diagnosticsOf({
    operators: [addon('operator', { provides: ['example.org'], build: text('operator') }, operator)],
    apps: [addon('web', { requires: ['example.org'], build: text('web') }, web)],
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX672',
    bad: () => chain(suspended, {}),
    good: () => [...chain(suspended, suspended), ...chain({}, suspended)],
    mutation: () =>
      platform.mutate('karpenter-crds', 'Kustomization/karpenter-crds', platform.set('spec.suspend', true)),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'external.test.ts shows it of a Kustomization that others wrote' },
  },
];
