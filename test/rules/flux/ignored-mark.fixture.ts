import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one } from '../rule-programs.js';

const marked =
  (name: string, annotations: object, labels: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, name, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, annotations, labels },
    } as never);
  };
const bad = both(
  marked('a', { 'kustomize.toolkit.fluxcd.io/prune': 'false' }),
  marked('b', { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresnt' }),
  marked('c', { 'kustomize.toolkit.fluxcd.io/substitute': 'Disabled' }),
  marked('d', {}, { 'reconcile.fluxcd.io/watch': 'true' }),
);

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX671',
    bad: () => one({ build: bad }),
    good: () =>
      one({
        build: both(
          marked('a', { 'kustomize.toolkit.fluxcd.io/prune': 'Disabled', 'kustomize.toolkit.fluxcd.io/checksum': 'x' }),
          marked('b', { 'kustomize.toolkit.fluxcd.io/ssa': 'ifnotpresent' }),
          marked('c', { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' }),
          marked('d', { 'kustomize.toolkit.fluxcd.io/force': 'enabled' }, { 'reconcile.fluxcd.io/watch': 'Enabled' }),
        ),
      }),
    mutation: { adds: () => platform.extended({ build: bad }) },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing says so: Flux goes on as without it' },
  },
];
