import { ApiObject } from 'cdk8s';
import { FluxApp, FluxCluster, type TenantOptions, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { both, object } from '../rules/rule-programs.js';
import { lockedDown, source } from '../rules/tenant-programs.js';
import { addon } from '../support/synthesize.js';

/** The platform's own Ingress, with a letter wrong, and a store of the cluster that is misspelt. */
const web = addon('web', {
  namespace: 'web',
  createNamespace: true,
  build: both(
    object('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80 }] }, { name: 'front' }),
    object('networking.k8s.io/v1', 'Ingress', { defaultBackend: { service: { name: 'frnot', port: { number: 80 } } } }),
    object('external-secrets.io/v1', 'ExternalSecret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'vualt' },
      data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
    }),
  ),
});

const store = addon('store', {
  build: object(
    'external-secrets.io/v1',
    'ClusterSecretStore',
    { provider: { fake: { data: [] } } },
    { name: 'vault' },
  ),
});

/** What of the platform is missing, where each of these teams has a repository that synth doesn't see. */
const missing = (...teams: readonly Partial<TenantOptions>[]) => {
  const tenants = teams.map((team, at) => tenant({ name: `team-${at}`, source, ...team }));
  const cluster = new FluxCluster(new FluxApp(), 'dev', { flux: lockedDown, external: ['external-secrets.io'] })
    .stage('platform', [web, store])
    .stage('tenants', tenants);
  return synthCluster(cluster)
    .diagnostics.filter(({ code }) => code === 'FX630')
    .map(({ severity, at }) => `${severity} ${at.object}`);
};

const BOTH = ['error ExternalSecret/web', 'error Ingress/web'];

/** Rights outside of the team's namespaces, which the platform gives it. */
const also = (kind: 'ClusterRoleBinding' | 'RoleBinding', namespace?: string): Partial<TenantOptions> => ({
  extend: (scope, { serviceAccount, namespaces }) => {
    new ApiObject(scope, 'more', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind,
      metadata: { name: 'more', ...(namespace === undefined ? {} : { namespace }) },
      ...{
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
        subjects: [{ kind: 'ServiceAccount', name: serviceAccount, namespace: namespaces[0] }],
      },
    });
  },
});

describe('what the repository of a tenant may make', () => {
  it.each([
    ['by default', [{}]],
    ['with all rights in its namespaces', [{ role: 'cluster-admin' }]],
    ['with several namespaces, so without targetNamespace', [{ namespaces: ['a', 'b'] }]],
    ['as one of many', [{}, { namespaces: ['a', 'b'], role: 'admin' }, { role: 'view' }]],
  ])('is nothing of the platform: what is missing there is said %s', (_, teams) => {
    expect(missing(...teams)).toEqual(BOTH);
  });

  it('is what lives in the namespace of the platform where its account may write there', () => {
    const there = { ...also('RoleBinding', 'web'), kustomization: { targetNamespace: null } };
    expect(missing(there)).toEqual(['error ExternalSecret/web']);
    // Its Kustomization moves all objects to the team's namespace.
    expect(missing(also('RoleBinding', 'web'))).toEqual(BOTH);
  });

  it('is anything where nothing of the tree says what its account may do', () => {
    expect(missing({ role: { kind: 'ClusterRole', name: 'team', external: true }, namespaces: ['a', 'b'] })).toEqual(
      BOTH,
    );
    expect(missing({ role: false, namespaces: ['a', 'b'] })).toEqual([]);
  });
});
