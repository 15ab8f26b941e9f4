import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { all, made, RBAC, roleRef, rule } from '../account-programs.js';
import type { RuleFixture } from '../rule-fixture.js';

const subjects = [{ kind: 'ServiceAccount', name: 'team', namespace: 'default' }];

/** A team's own repository, and what its account is bound to. */
const team = (role: string, rules?: readonly object[], isWide = false) =>
  diagnosticsOf({
    first: [
      addon('team', {
        build: all(
          made('v1', 'ServiceAccount', 'team', 'default'),
          ...(rules === undefined ? [] : [made(`${RBAC}/v1`, 'ClusterRole', role, undefined, { rules })]),
          made(`${RBAC}/v1`, isWide ? 'ClusterRoleBinding' : 'RoleBinding', 'team', isWide ? undefined : 'default', {
            roleRef: roleRef('ClusterRole', role),
            subjects,
          }),
          made('source.toolkit.fluxcd.io/v1', 'GitRepository', 'team', 'default', {
            spec: { interval: '1m', url: 'https://git.example.org/team', ref: { branch: 'main' } },
          }),
          made('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'team', 'default', {
            spec: {
              interval: '10m',
              retryInterval: '1m',
              prune: true,
              serviceAccountName: 'team',
              sourceRef: { kind: 'GitRepository', name: 'team' },
              targetNamespace: 'default',
              timeout: '1m',
            },
          }),
        ),
      }),
    ],
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX805',
    bad: () => [
      ...team('cluster-admin'),
      ...team('cluster-admin', undefined, true),
      ...team('binder', [rule(RBAC, ['clusterroles'], 'bind'), rule('', ['users'], 'impersonate')]),
      ...team('escalator', [rule(RBAC, ['roles'], 'escalate')]),
      ...team('edit', undefined, true),
    ],
    good: () => [...team('admin'), ...team('edit'), ...team('own', [rule('', ['configmaps'])])],
    mutation: { none: 'this repository applies no source of others as an account' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'accounts',
  },
];
