import { defineAddon, FluxApp, FluxCluster, type FluxClusterOptions, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';

const chart = helmChart({ url: 'oci://ghcr.io/stefanprodan/charts/podinfo', version: '6.9.2' });

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  build: (scope) => {
    new HelmRelease(scope, 'plain', { name: 'plain', chart });
    new HelmRelease(scope, 'other', { name: 'other', namespace: 'default', chart });
    new HelmRelease(scope, 'own', { name: 'own', chart, serviceAccountName: 'own' });
    new HelmRelease(scope, 'remote', { name: 'remote', chart, kubeConfig: { secretRef: { name: 'remote' } } });
  },
});
const bare = defineAddon({ name: 'bare', namespace: 'default', build: () => {} });

const synth = (options: FluxClusterOptions) =>
  synthCluster(new FluxCluster(new FluxApp(), 'dev', options).stage('apps', [web(), bare()]));

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly serviceAccountName?: string };
}
const named = (options: FluxClusterOptions, ...kinds: readonly string[]) =>
  (synth(options).objects as unknown as readonly Named[])
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, metadata, spec }) => [
      `${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
      spec?.serviceAccountName,
    ]);

describe('releaseRole', () => {
  const options = { releaseRole: 'cluster-admin' };

  it('gives an account to the releases that name none and are of this cluster', () => {
    expect(Object.fromEntries(named(options, 'HelmRelease'))).toEqual({
      'HelmRelease default/other': 'flux-web',
      'HelmRelease web/own': 'own',
      'HelmRelease web/plain': 'flux-web',
      'HelmRelease web/remote': undefined,
    });
  });

  it('makes it in their namespaces, and none for an addon without releases', () => {
    expect(named(options, 'ServiceAccount', 'ClusterRoleBinding').map(([title]) => title)).toEqual([
      'ClusterRoleBinding /flux-web',
      'ServiceAccount default/flux-web',
      'ServiceAccount web/flux-web',
    ]);
  });

  it('gives way to an account of `defaults`', () => {
    const given = { ...options, defaults: { helmRelease: { serviceAccountName: 'helm' } } };
    expect(named(given, 'HelmRelease').map(([, account]) => account)).toEqual(['helm', 'own', 'helm', 'helm']);
    expect(named(given, 'ServiceAccount', 'ClusterRoleBinding')).toEqual([]);
  });

  it('changes nothing where it is absent', () => {
    expect(named({}, 'ServiceAccount', 'ClusterRoleBinding')).toEqual([]);
  });

  it.each([[''], ['a/b'], [true], [['cluster-admin']]])('is refused as %j', (releaseRole) => {
    const { diagnostics } = synth({ releaseRole } as never);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'FX209', fix: expect.stringContaining("'cluster-admin'") }),
    );
  });
});
