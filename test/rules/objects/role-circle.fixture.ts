import { ApiObject } from 'cdk8s';
import type { RuleFixture } from '../rule-fixture.js';
import { one } from '../rule-programs.js';

/** ClusterRoles, each with the label that it is selected by and the one that it selects. */
const roles = (all: Readonly<Record<string, string>>) =>
  one({
    build: (scope) => {
      for (const [name, from] of Object.entries(all)) {
        new ApiObject(scope, name, {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name, labels: { 'example.org/part': name } },
          aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.org/part': from } }] },
        } as never);
      }
    },
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX806',
    bad: () => [...roles({ one: 'two', two: 'one' }), ...roles({ a: 'b', b: 'c', c: 'a' })],
    good: () => [...roles({ one: 'two', two: 'three' }), ...roles({ own: 'own' })],
    mutation: { none: 'this repository has no aggregated roles' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing fails: a rule that is taken out of a role stays' },
  },
];
