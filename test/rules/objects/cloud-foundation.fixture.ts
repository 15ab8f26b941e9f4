import type { RuleFixture } from '../rule-fixture.js';
import { both, object, one, text } from '../rule-programs.js';

const program = (apiVersion: string, kind: string, spec: object = {}) =>
  one(
    { build: both(text('a'), object(apiVersion, kind, { forProvider: { region: 'eu-west-1' }, ...spec })) },
    { external: [apiVersion.split('/')[0]] },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX785',
    bad: () => program('ec2.aws.m.upbound.io/v1beta1', 'VPC'),
    good: () => [
      ...program('ec2.aws.m.upbound.io/v1beta1', 'VPC', { managementPolicies: ['Observe'] }),
      ...program('rds.aws.upbound.io/v1beta3', 'Cluster'),
    ],
    mutation: { none: 'the platform has no operator of a cloud' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'it is advice: the operator does what the object says' },
  },
];
