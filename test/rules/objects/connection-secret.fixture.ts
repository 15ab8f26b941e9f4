import type { RuleFixture } from '../rule-fixture.js';
import { type Build, object, one } from '../rule-programs.js';

const queue = (group: string, writeConnectionSecretToRef: object) =>
  object(`${group}/v1beta1`, 'Queue', { forProvider: { region: 'eu-west-1' }, writeConnectionSecretToRef });
const named = { name: 'queue' };
const placed = { ...named, namespace: 'default' };
const program = (build: Build) => one({ build }, { external: ['sqs.aws.m.upbound.io', 'sqs.aws.upbound.io'] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX891',
    bad: () => program(queue('sqs.aws.m.upbound.io', placed)),
    // A cluster-scoped resource says where its Secret goes.
    good: () => [...program(queue('sqs.aws.m.upbound.io', named)), ...program(queue('sqs.aws.upbound.io', placed))],
    mutation: { none: 'the platform has no Crossplane' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'it takes the CRD of a provider, which producers.test.ts makes' },
  },
];
