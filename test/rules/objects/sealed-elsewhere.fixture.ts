import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object, one } from '../rule-programs.js';

const sealed = (metadata: object, annotations: object = {}): Build =>
  object(
    'bitnami.com/v1alpha1',
    'SealedSecret',
    { encryptedData: { password: 'AgBy' }, template: { metadata } },
    { annotations },
  );
const of = (build: Build) => one({ requires: ['bitnami.com'], build }, { external: ['bitnami.com'] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX877',
    bad: () => [...of(sealed({ name: 'web', namespace: 'shop' })), ...of(sealed({ name: 'db', namespace: 'default' }))],
    good: () => [
      ...of(sealed({ name: 'web', namespace: 'default' })),
      ...of(sealed({ name: 'db' }, { 'sealedsecrets.bitnami.com/namespace-wide': 'true' })),
      ...of(sealed({ namespace: 'shop' }, { 'sealedsecrets.bitnami.com/cluster-wide': 'true' })),
    ],
    mutation: { none: 'the platform has no SealedSecret' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'test/live/sealed-secrets.test.ts has it, with the real controller' },
  },
];
