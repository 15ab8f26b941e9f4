import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import type { DiagnosticCode } from '../../src/diagnostics/index.js';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';

export type Build = NonNullable<LooseDefinition['build']>;

export const RBAC = 'rbac.authorization.k8s.io';

export const made =
  (apiVersion: string, kind: string, name: string, namespace: string | undefined, fields: object = {}): Build =>
  (scope) => {
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
    new ApiObject(scope, [kind, name, namespace].join('-'), { apiVersion, kind, metadata, ...fields } as never);
  };

export const all =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };

export const rule = (group: string, resources: readonly string[], ...verbs: readonly string[]) => ({
  apiGroups: [group],
  resources,
  verbs: verbs.length === 0 ? ['get', 'list', 'create', 'patch', 'update', 'delete'] : verbs,
});

/** A Role or ClusterRole, as a binding names it. */
export const roleRef = (kind: string, name: string) => ({ apiGroup: RBAC, kind, name });

/** Binds an account of a namespace to a role, in `default`. */
export const binding = (name: string, role: object, namespace: string): Build =>
  made(`${RBAC}/v1`, 'RoleBinding', name, 'default', {
    roleRef: role,
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });

export interface AccountCase {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning' | 'notice';
  /** What the account may do in namespace `default`: rules, or the name of a ClusterRole; undefined for nothing. */
  readonly rights: readonly object[] | string | undefined;
  /** The same, so that Flux may apply everything. */
  readonly fixed: readonly object[] | string;
  readonly makes: Build;
  /** The object that says it. @default - the Kustomization */
  readonly release?: true;
  /** What Flux says of it. */
  readonly says: string;
}

const configMaps = rule('', ['configmaps']);
const rbac = rule(RBAC, ['roles', 'rolebindings']);
const service = (name: string) =>
  made('v1', 'Service', name, undefined, { spec: { ports: [{ name: 'http', port: 80 }], selector: { app: name } } });
const data = (name: string): Build => {
  return (scope) => {
    new ConfigMap(scope, name, { name, data: { a: 'b' } });
  };
};
export const chart = helmChart({ url: 'oci://charts.example.org/as-account', version: '1.0.0' });

/** By the name of the account, and of the addon that Flux applies as it. */
export const accountCases: Readonly<Record<string, AccountCase>> = {
  'no-services': {
    code: 'FX800',
    severity: 'error',
    rights: [configMaps],
    fixed: [configMaps, rule('', ['services'])],
    makes: all(data('no-services'), service('no-services')),
    says: 'User "system:serviceaccount:flux-system:no-services" cannot patch resource "services" in API group "" in the namespace "default"',
  },
  'only-patch': {
    code: 'FX800',
    severity: 'warning',
    rights: [rule('', ['configmaps'], 'get', 'patch', 'delete')],
    fixed: [configMaps],
    makes: data('only-patch'),
    says: 'User "system:serviceaccount:flux-system:only-patch" cannot create resource "configmaps" in API group "" in the namespace "default"',
  },
  cluster: {
    code: 'FX800',
    severity: 'error',
    rights: 'edit',
    fixed: 'admin',
    makes: all(data('cluster'), made(`${RBAC}/v1`, 'Role', 'cluster', 'default', { rules: [configMaps] })),
    says: 'cannot patch resource "roles" in API group "rbac.authorization.k8s.io" in the namespace "default"',
  },
  escalating: {
    code: 'FX801',
    severity: 'error',
    rights: 'admin',
    fixed: 'cluster-admin',
    makes: binding('escalating-too', roleRef('ClusterRole', 'cluster-admin'), 'default'),
    says: 'is attempting to grant RBAC permissions not currently held',
  },
  'own-role': {
    code: 'FX802',
    severity: 'warning',
    rights: 'admin',
    fixed: [configMaps, rbac, rule(RBAC, ['roles'], 'bind')],
    makes: all(
      made(`${RBAC}/v1`, 'Role', 'own', 'default', { rules: [configMaps] }),
      binding('own', roleRef('Role', 'own'), 'default'),
    ),
    says: 'rolebindings.rbac.authorization.k8s.io "own" not found',
  },
  unbound: {
    code: 'FX803',
    severity: 'notice',
    rights: undefined,
    fixed: [configMaps],
    makes: data('unbound'),
    says: 'User "system:serviceaccount:flux-system:unbound" cannot patch resource "configmaps"',
  },
  release: {
    code: 'FX804',
    severity: 'error',
    rights: 'view',
    fixed: 'edit',
    makes: (scope) => {
      new HelmRelease(scope, 'release', { chart: chart as never, serviceAccountName: 'release' });
    },
    release: true,
    says: 'User "system:serviceaccount:default:release" cannot list resource "secrets" in API group "" in the namespace "default"',
  },
};

/** What gives an account its rights. */
const access = (name: string, bad: boolean): Build => {
  const { rights, fixed, release } = accountCases[name]!;
  const home = release === true ? 'default' : 'flux-system';
  const given = bad ? rights : fixed;
  const account = made('v1', 'ServiceAccount', name, home);
  if (given === undefined) return account;
  if (typeof given === 'string') return all(account, binding(name, roleRef('ClusterRole', given), home));
  return all(
    account,
    made(`${RBAC}/v1`, 'Role', name, 'default', { rules: given }),
    binding(name, roleRef('Role', name), home),
  );
};

/** A cluster of these cases: one addon with all accounts and their rights, and one for each that is applied as it. */
export const accountCluster = (
  bad: boolean,
  names: readonly string[] = Object.keys(accountCases),
  options: Parameters<typeof clusterOf>[1] = {},
  settings: object = {},
) =>
  clusterOf(
    {
      access: [addon('access', { build: all(...names.map((name) => access(name, bad))) })],
      all: names.map((name) => {
        const { makes, release } = accountCases[name]!;
        return addon(
          `as-${name}`,
          { build: makes, requires: ['access'], ...(release === true ? { charts: { release: chart } } : {}) },
          { kustomization: { ...settings, ...(release === true ? {} : { serviceAccountName: name }) } },
        );
      }),
    },
    options,
  );
