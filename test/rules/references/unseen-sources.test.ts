import { ApiObject } from 'cdk8s';
import { gitSource } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { both, object } from '../rule-programs.js';
import { stateOf } from '../yaml-repository.js';

/** Two references, each with one letter wrong, in a namespace that no other repository should fill. */
const MISSPELT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: apps }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: ghcr.io/acme/web:1.2.3 }] }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: front, namespace: apps }
spec:
  maxReplicas: 3
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: fornt }
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: AverageValue, averageValue: '1' } } }]
---
apiVersion: v1
kind: Service
metadata: { name: front, namespace: apps }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front, namespace: apps }
spec: { defaultBackend: { service: { name: frnot, port: { number: 80 } } } }
`;

/** A class that is misspelt, too, which lives in no namespace. */
const MISSPELT_STORE = `apiVersion: external-secrets.io/v1
kind: ClusterSecretStore
metadata: { name: main }
spec: { provider: { fake: { data: [] } } }
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: { name: web, namespace: apps }
spec:
  secretStoreRef: { kind: ClusterSecretStore, name: mian }
  data: [{ secretKey: a, remoteRef: { key: a } }]
`;

const team = (spec: string): string => `apiVersion: v1
kind: Namespace
metadata: { name: team }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: team, namespace: team }
spec: { interval: 1h, url: https://github.com/acme/team, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: team, namespace: team }
spec:
  interval: 10m
  retryInterval: 1m
  path: ./deploy
  prune: true
  sourceRef: { kind: GitRepository, name: team }
  ${spec}
`;

const ACCOUNT = `apiVersion: v1
kind: ServiceAccount
metadata: { name: team, namespace: team }
`;
const binding = (
  kind: string,
  role: string,
  namespace?: string,
  subject = 'kind: ServiceAccount, name: team',
): string =>
  `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: team${namespace === undefined ? '' : `, namespace: ${namespace}`} }
roleRef: { apiGroup: rbac.authorization.k8s.io, ${role} }
subjects: [{ ${subject}, namespace: team }]
`;
const ADMIN = 'kind: ClusterRole, name: cluster-admin';
const role = (kind: string, resources: string, namespace?: string): string => `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: deployer${namespace === undefined ? '' : `, namespace: ${namespace}`} }
rules: [{ apiGroups: [apps, '', external-secrets.io], resources: [${resources}], verbs: ['*'] }]
`;

const foundIn = (spec: string | undefined, rbac = '', files: Readonly<Record<string, string>> = {}) =>
  checkState(
    stateOf({
      'apps/web.yaml': MISSPELT,
      ...(spec === undefined ? {} : { 'apps/team.yaml': team(spec) }),
      ...(rbac === '' ? {} : { 'apps/rbac.yaml': rbac }),
      ...files,
    }),
    { schemas },
  )
    // That nothing makes its account is found, too.
    .filter(({ code, at }) => ['FX630', 'FX307'].includes(code) && at.object !== 'Kustomization/team')
    .map(({ code, severity, at }) => `${severity} ${code} ${at.object}`);

const BOTH = ['error FX630 HorizontalPodAutoscaler/front', 'error FX630 Ingress/front'];
const OWN = 'serviceAccountName: team';

describe('the folder of another repository', () => {
  it.each([
    ['there is none', undefined, ''],
    ['targetNamespace is another', 'targetNamespace: team', ''],
    ['it has an account that may write there alone', OWN, ACCOUNT + binding('RoleBinding', ADMIN, 'team')],
    ['it has both', `${OWN}\n  targetNamespace: team`, ACCOUNT + binding('RoleBinding', ADMIN, 'team')],
    [
      'its account is bound by its full name',
      OWN,
      ACCOUNT + binding('RoleBinding', ADMIN, 'team', 'kind: User, name: system:serviceaccount:team:team'),
    ],
    [
      'its account may make other kinds here',
      OWN,
      ACCOUNT + role('Role', 'configmaps', 'apps') + binding('RoleBinding', 'kind: Role, name: deployer', 'apps'),
    ],
    [
      'its account may make other kinds everywhere',
      OWN,
      ACCOUNT + role('ClusterRole', 'configmaps') + binding('ClusterRoleBinding', 'kind: ClusterRole, name: deployer'),
    ],
    ['its account may only read here', OWN, ACCOUNT + binding('RoleBinding', 'kind: ClusterRole, name: view', 'apps')],
  ])('makes no missing object where %s', (_, spec, rbac) => {
    expect(foundIn(spec, rbac)).toEqual(BOTH);
  });

  it.each([
    ['it may write anywhere', 'wait: false', ''],
    ['targetNamespace is this one', 'targetNamespace: apps', ''],
    ['targetNamespace is substituted', `targetNamespace: '\${NAMESPACE}'`, ''],
    ['nothing shows its account', OWN, ''],
    ['nothing shows the rights of its account', OWN, ACCOUNT],
    [
      'its account may write here',
      OWN,
      ACCOUNT + binding('RoleBinding', ADMIN, 'team') + binding('RoleBinding', ADMIN, 'apps'),
    ],
    [
      'its account is an administrator',
      OWN,
      ACCOUNT + binding('RoleBinding', ADMIN, 'team') + binding('ClusterRoleBinding', ADMIN),
    ],
    [
      'all accounts of its namespace are',
      OWN,
      ACCOUNT +
        binding('RoleBinding', ADMIN, 'team') +
        binding('ClusterRoleBinding', ADMIN, undefined, 'kind: Group, name: system:serviceaccounts:team'),
    ],
    [
      'a substituted account is',
      OWN,
      ACCOUNT +
        binding('RoleBinding', ADMIN, 'team') +
        binding('ClusterRoleBinding', ADMIN, undefined, `kind: ServiceAccount, name: '\${WHO}'`),
    ],
    [
      'its account may make these kinds',
      OWN,
      ACCOUNT +
        role('ClusterRole', 'deployments, services') +
        binding('ClusterRoleBinding', 'kind: ClusterRole, name: deployer'),
    ],
    ['its account may edit here', OWN, ACCOUNT + binding('RoleBinding', 'kind: ClusterRole, name: edit', 'apps')],
    [
      'its account has a role here that the tree lacks',
      OWN,
      ACCOUNT + binding('RoleBinding', 'kind: ClusterRole, name: of-a-chart', 'apps'),
    ],
  ])('may make any missing object where %s', (_, spec, rbac) => {
    expect(foundIn(spec, rbac)).toEqual([]);
  });

  it('may make what lives in no namespace, although targetNamespace is set, unless its account may not', () => {
    const files = { 'apps/web.yaml': MISSPELT_STORE };
    const error = ['error FX630 ExternalSecret/web'];
    expect(foundIn(undefined, '', files)).toEqual(error);
    expect(foundIn('targetNamespace: team', '', files)).toEqual([]);
    expect(foundIn(OWN, ACCOUNT + binding('RoleBinding', ADMIN, 'team'), files)).toEqual(error);
  });

  it('makes no source for another namespace with an account that may not', () => {
    const files = {
      'apps/web.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: apps }
spec:
  interval: 5m
  chartRef: { kind: OCIRepository, name: web }
  install: { strategy: { name: RetryOnFailure } }
  upgrade: { strategy: { name: RetryOnFailure } }
`,
    };
    expect(foundIn(undefined, '', files)).toEqual(['error FX307 HelmRelease/web']);
    expect(foundIn('wait: false', '', files)).toEqual([]);
    // A Kustomization that it makes may have another target namespace.
    expect(foundIn('targetNamespace: team', '', files)).toEqual([]);
    expect(foundIn(OWN, ACCOUNT + binding('RoleBinding', ADMIN, 'team'), files)).toEqual([
      'error FX307 HelmRelease/web',
    ]);
  });

  it('is bounded by the account that Flux takes where none is named', () => {
    const rbac = ACCOUNT + binding('RoleBinding', ADMIN, 'team');
    const state = stateOf({ 'apps/web.yaml': MISSPELT, 'apps/team.yaml': team('wait: false'), 'apps/rbac.yaml': rbac });
    const found = (defaultServiceAccount: string) =>
      checkState({ ...state, fluxSettings: { version: '2.9', defaultServiceAccount, featureGates: {} } }, { schemas })
        .filter(({ code }) => code === 'FX630')
        .map(({ at }) => at.object);
    expect(found('default')).toEqual([]);
    expect(found('team')).toEqual(['HorizontalPodAutoscaler/front', 'Ingress/front']);
  });

  it('is bounded in an addon, too', () => {
    const misspelt = both(
      object('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80 }] }, { name: 'front' }),
      object('networking.k8s.io/v1', 'Ingress', {
        defaultBackend: { service: { name: 'frnot', port: { number: 80 } } },
      }),
    );
    const rights = both(
      object('v1', 'ServiceAccount', undefined, { name: 'flux-apply', namespace: 'flux-system' }),
      (scope) => {
        new ApiObject(scope, 'binding', {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'flux-apply', namespace: 'flux-system' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
          subjects: [{ kind: 'ServiceAccount', name: 'flux-apply', namespace: 'flux-system' }],
        } as never);
      },
    );
    const found = (kustomization: object) =>
      diagnosticsOf({
        first: [
          addon('web', { build: both(misspelt, rights) }),
          addon('team', { source: gitSource('https://github.com/acme/team', 'v1'), path: 'deploy', kustomization }),
        ],
      })
        .filter(({ code }) => code === 'FX630')
        .map(({ at }) => at.object);
    expect(found({})).toEqual([]);
    expect(found({ targetNamespace: 'team' })).toEqual(['Ingress/web']);
    expect(found({ serviceAccountName: 'flux-apply' })).toEqual(['Ingress/web']);
  });
});

describe('a ResourceSet whose objects are not known', () => {
  const set = (account: string) => `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: team, namespace: team }
spec:
  ${account}
  inputsFrom: [{ kind: ResourceSetInputProvider, name: elsewhere }]
  resourcesTemplate: |
    apiVersion: << inputs.apiVersion >>
    kind: << inputs.kind >>
    metadata: { name: << inputs.name >>, namespace: << inputs.namespace >> }
`;
  const provider = `---
apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSetInputProvider
metadata: { name: elsewhere, namespace: team }
spec: { type: ExternalService, url: https://example.org/api }
`;
  it('makes only what its account may', () => {
    const rbac = ACCOUNT + binding('RoleBinding', ADMIN, 'team');
    expect(foundIn(undefined, rbac, { 'apps/set.yaml': set('wait: false') + provider })).toEqual([]);
    expect(foundIn(undefined, rbac, { 'apps/set.yaml': set(OWN) + provider })).toEqual(BOTH);
  });
});
