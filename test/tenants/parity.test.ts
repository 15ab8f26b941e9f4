import { FluxApp, FluxCluster, gitSource, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';

/**
 * What the tenant dev-team of fluxcd/flux2-multi-tenancy is, in its staging cluster: facts of tenants/base/dev-team and its
 * patch, commit 16752eb2929f. Its binding also names the user `gotk:apps:reconciler`, whom Flux hasn't impersonated since v1beta2.
 */
const devTeam = {
  'Namespace apps': { labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
  'ServiceAccount flux in apps': { labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
  'RoleBinding in apps': {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'flux', namespace: 'apps' }],
  },
  'GitRepository dev-team in apps': {
    interval: '1m',
    url: 'https://github.com/fluxcd/flux2-multi-tenancy',
    ref: { branch: 'dev-team' },
  },
  'Kustomization dev-team in apps': {
    interval: '5m',
    path: './staging',
    prune: true,
    serviceAccountName: 'flux',
    sourceRef: { kind: 'GitRepository', name: 'dev-team', namespace: 'apps' },
  },
} as const;

it('a tenant has the objects of fluxcd/flux2-multi-tenancy, and no others', () => {
  const flux = {
    version: '2.9',
    noCrossNamespaceRefs: true,
    defaultServiceAccount: 'default',
    noRemoteBases: true,
  } as const;
  const cluster = new FluxCluster(new FluxApp(), 'staging', { flux }).stage('tenants', [
    tenant({
      name: 'dev-team',
      namespaces: ['apps'],
      serviceAccount: 'flux',
      role: 'cluster-admin',
      source: gitSource({ url: 'https://github.com/fluxcd/flux2-multi-tenancy', ref: { branch: 'dev-team' } }),
      path: './staging',
      kustomization: { interval: '5m' },
      quota: false,
      networkPolicy: false,
    }),
  ]);
  const { objects, diagnostics } = synthCluster(cluster);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const own = objects.map(
    (one) => one as { kind: string; metadata: { name: string; namespace?: string }; spec?: object },
  );
  const theTenants = own.filter(({ metadata }) => metadata.namespace !== 'flux-system');
  const found = Object.fromEntries(
    theTenants.map(({ kind, metadata, spec, ...rest }) => {
      const name = kind === 'RoleBinding' ? kind : `${kind} ${metadata.name}`;
      return [
        `${name}${metadata.namespace === undefined ? '' : ` in ${metadata.namespace}`}`,
        { ...metadata, ...rest, ...spec },
      ];
    }),
  );
  expect(Object.keys(found).sort()).toEqual(Object.keys(devTeam).sort());
  expect(found).toMatchObject(devTeam);
});
