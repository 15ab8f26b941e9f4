import { readFileSync } from 'node:fs';
import { ConfigMap, FluxApp, FluxCluster, gitSource, ociSource, tenant } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { lockedDown } from '../rules/tenant-programs.js';

interface Case {
  /** The repository, and its commit. */
  readonly of: string;
  /** How many lines declare a tenant there, without the blank ones. */
  readonly lines: number;
  readonly declare: () => ReturnType<typeof tenant>;
  /** What is applied for the tenant: facts, by kind and, where there are several, name. */
  readonly objects: Readonly<Record<string, object>>;
}

const toAdmin = (role: string, namespace: string, name = 'flux') => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name, namespace }],
});

/**
 * The tenant dev-team of its staging cluster: tenants/base/dev-team and the patch. The binding there also names the user
 * `gotk:apps:reconciler`, whom Flux hasn't impersonated since v1beta2.
 */
const multiTenancy = {
  of: 'fluxcd/flux2-multi-tenancy, 16752eb2929f',
  lines: 76,
  declare: () =>
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
  objects: {
    Namespace: { name: 'apps', labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
    ServiceAccount: { name: 'flux', namespace: 'apps', labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
    RoleBinding: toAdmin('cluster-admin', 'apps'),
    GitRepository: {
      name: 'dev-team',
      interval: '1m',
      url: 'https://github.com/fluxcd/flux2-multi-tenancy',
      ref: { branch: 'dev-team' },
    },
    Kustomization: {
      name: 'dev-team',
      interval: '5m',
      path: './staging',
      prune: true,
      serviceAccountName: 'flux',
      sourceRef: { kind: 'GitRepository', name: 'dev-team' },
    },
  },
} satisfies Case;

const issuer = '^https://token\\.actions\\.githubusercontent\\.com$';
const subject =
  '^https://github\\.com/controlplaneio-fluxcd/d2-apps/\\.github/workflows/push-artifact\\.yaml@refs/heads/main$';

/**
 * The tenant frontend of tenants/apps.yaml, as its ResourceSet makes it; its source and Kustomization are named `apps`. There,
 * the Flux Operator copies the ConfigMap and the Secret `ghcr-auth` from flux-system; here, code has the ConfigMap, and
 * something else makes the Secret.
 */
const d2Fleet = {
  of: 'controlplaneio-fluxcd/d2-fleet, 64e49530a4c3',
  lines: 107,
  declare: () =>
    tenant({
      name: 'frontend',
      namespaceLabels: { 'toolkit.fluxcd.io/role': 'tenant' },
      serviceAccount: 'flux',
      role: 'admin',
      imagePullSecrets: [{ name: 'ghcr-auth', external: true }],
      source: ociSource({
        url: 'oci://ghcr.io/controlplaneio-fluxcd/d2-apps/frontend',
        ref: { tag: 'latest' },
        interval: '5m',
        serviceAccountName: 'flux',
        verify: { provider: 'cosign', matchOIDCIdentity: [{ issuer, subject }] },
      }),
      path: './staging',
      kustomization: {
        interval: '30m',
        retryInterval: '5m',
        timeout: '5m',
        wait: true,
        postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'flux-runtime-info' }] },
      },
      quota: false,
      networkPolicy: false,
      extend(scope, { name: namespace }) {
        const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };
        const data = { ARTIFACT_TAG: 'latest', ENVIRONMENT: 'staging', CLUSTER_NAME: 'staging-1' };
        new ConfigMap(scope, 'info', { name: 'flux-runtime-info', namespace, labels, data });
      },
    }),
  objects: {
    Namespace: { name: 'frontend', labels: { 'toolkit.fluxcd.io/role': 'tenant' } },
    ConfigMap: {
      name: 'flux-runtime-info',
      labels: { 'reconcile.fluxcd.io/watch': 'Enabled' },
      data: { ENVIRONMENT: 'staging' },
    },
    ServiceAccount: { name: 'flux', namespace: 'frontend', imagePullSecrets: [{ name: 'ghcr-auth' }] },
    RoleBinding: { namespace: 'frontend', ...toAdmin('admin', 'frontend') },
    OCIRepository: {
      namespace: 'frontend',
      interval: '5m',
      serviceAccountName: 'flux',
      url: 'oci://ghcr.io/controlplaneio-fluxcd/d2-apps/frontend',
      ref: { tag: 'latest' },
      verify: { provider: 'cosign', matchOIDCIdentity: [{ issuer, subject }] },
    },
    Kustomization: {
      namespace: 'frontend',
      targetNamespace: 'frontend',
      serviceAccountName: 'flux',
      interval: '30m',
      retryInterval: '5m',
      wait: true,
      timeout: '5m',
      sourceRef: { kind: 'OCIRepository' },
      path: './staging',
      prune: true,
      postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'flux-runtime-info' }] },
    },
  },
} satisfies Case;

/**
 * The instances dev-team and podinfo-ks-oci of bundles/flux-tenants.cue, as the modules flux-tenant and flux-oci-sync make
 * them. The templates of flux-tenant alone have 134 lines more.
 */
const fluxAio = {
  of: 'stefanprodan/flux-aio, 638624fdde6a',
  lines: 23,
  declare: () =>
    tenant({
      name: 'dev-team',
      namespaces: ['dev-team-apps'],
      serviceAccount: 'flux',
      role: 'admin',
      source: ociSource({ url: 'oci://ghcr.io/stefanprodan/manifests/podinfo', ref: { semver: '>=1.0.0' } }),
      kustomization: { interval: '60m', retryInterval: '5m', timeout: '3m', wait: true },
      quota: {
        'services.loadbalancers': null,
        'services.nodeports': null,
        'count/kustomizations.kustomize.toolkit.fluxcd.io': 100,
        'count/helmreleases.helm.toolkit.fluxcd.io': 100,
      },
      networkPolicy: false,
    }),
  objects: {
    Namespace: { name: 'dev-team-apps', labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
    ServiceAccount: { name: 'flux', namespace: 'dev-team-apps', labels: { 'toolkit.fluxcd.io/tenant': 'dev-team' } },
    RoleBinding: { namespace: 'dev-team-apps', ...toAdmin('admin', 'dev-team-apps') },
    ResourceQuota: {
      namespace: 'dev-team-apps',
      hard: {
        'count/kustomizations.kustomize.toolkit.fluxcd.io': '100',
        'count/helmreleases.helm.toolkit.fluxcd.io': '100',
      },
    },
    OCIRepository: {
      namespace: 'dev-team-apps',
      interval: '1m',
      url: 'oci://ghcr.io/stefanprodan/manifests/podinfo',
      ref: { semver: '>=1.0.0' },
    },
    Kustomization: {
      namespace: 'dev-team-apps',
      interval: '60m',
      retryInterval: '5m',
      path: './',
      prune: true,
      wait: true,
      timeout: '3m',
      serviceAccountName: 'flux',
      targetNamespace: 'dev-team-apps',
      sourceRef: { kind: 'OCIRepository' },
    },
  },
} satisfies Case;

/** The lines of a case's declaration in this file. */
const linesOf = (name: string): number => {
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  const [, declared] =
    new RegExp(`^const ${name} = [^]*?declare: \\(\\) =>\\n([^]*?)\\n {2}objects:`, 'm').exec(text) ?? [];
  return declared!.split('\n').length;
};

/**
 * Azure/gitops-flux2-kustomize-helm-mt has no tenant: none of the 250 commits of its branches and pull requests, up to
 * bd5c67afaf02 of main, has a ServiceAccount, a RoleBinding, a ResourceQuota or a `serviceAccountName`. Azure's extension makes the account
 * and the Kustomizations from a `fluxConfiguration`; the repository is what a tenant would commit.
 */
const cases: Readonly<Record<string, Case>> = { multiTenancy, d2Fleet, fluxAio };

describe.each(Object.entries(cases))('the tenant of %s', (key, { of, lines, declare, objects }) => {
  it(`has the objects of ${of}, and no others`, () => {
    const result = synthCluster(
      new FluxCluster(new FluxApp(), 'staging', { flux: lockedDown }).stage('tenants', [declare()]),
    );
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const own = result.objects
      .map((one) => one as { kind: string; metadata: { namespace?: string }; spec?: object })
      .filter(({ metadata }) => metadata.namespace !== 'flux-system');
    const found = Object.fromEntries(
      own.map(({ kind, metadata, spec, ...rest }) => [kind, { ...metadata, ...rest, ...spec }]),
    );
    expect(own).toHaveLength(Object.keys(found).length);
    expect(Object.keys(found).sort()).toEqual(Object.keys(objects).sort());
    expect(found).toMatchObject(objects);
  });

  it(`takes fewer lines than the ${lines} there`, () => {
    expect(linesOf(key)).toBeGreaterThan(5);
    expect(linesOf(key)).toBeLessThan(lines);
  });
});
