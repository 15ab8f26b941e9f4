import { ApiObject } from 'cdk8s';
import {
  type Diagnostic,
  type External,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  Gateway,
  HelmRelease,
  HTTPRoute,
  helmChart,
} from 'fluxspan';
import { externalSecrets, externalSecretsCrds } from 'fluxspan/addons';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../support/synthesize.js';

const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] => diagnostics.map(({ code }) => code);
const only = (diagnostics: readonly Diagnostic[], code: string): Diagnostic => {
  const found = diagnostics.filter((one) => one.code === code);
  expect(found.map(({ message }) => message)).toHaveLength(1);
  return found[0]!;
};

const secretStore = addon('store', {
  provides: ['secret-store'],
  build: (scope) => {
    new ApiObject(scope, 's', {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ClusterSecretStore',
      metadata: { name: 'store' },
      spec: { provider: { fake: { data: [{ key: 'a', value: 'b' }] } } },
    });
  },
});
const gateway = addon('entrance', {
  provides: ['gateway'],
  build: (scope) => {
    new Gateway(scope, 'main', {
      name: 'main',
      spec: { gatewayClassName: 'a', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
    });
  },
});
const route = (startsWithout: readonly string[]) =>
  addon('web', {
    requires: ['gateway'],
    startsWithout,
    build: (scope) => {
      new HTTPRoute(scope, 'r', { spec: { parentRefs: [{ name: 'main', namespace: 'default' }] } });
    },
  });
const provides = { external: ['gateway.networking.k8s.io', 'external-secrets.io'] };
const waitsOf = (cluster: Parameters<typeof synthCluster>[0]) => {
  const { objects, diagnostics } = synthCluster(cluster);
  const waits = objects
    .filter(({ kind }) => kind === 'Kustomization')
    .map(({ metadata, spec }) => [(metadata as { name: string }).name, (spec as { dependsOn?: unknown }).dependsOn]);
  return { waits: Object.fromEntries(waits) as Record<string, unknown>, codes: codesOf(diagnostics) };
};
const cluster = (...more: readonly External[]) =>
  new FluxCluster(new FluxApp(), 'dev', { external: [...provides.external, ...more] }) as never as LooseCluster;
interface LooseCluster {
  stage(name: string, addons: readonly unknown[], options?: object): LooseCluster;
  external(name: string, options?: object): LooseCluster;
  except(code: string, exception: object): LooseCluster;
}

describe('what an addon starts without', () => {
  it('is there in an earlier stage, and not waited for', () => {
    const { waits, codes } = waitsOf(
      cluster()
        .stage('first', [gateway])
        .stage('second', [route(['gateway'])]) as never,
    );
    expect(waits).toEqual({ entrance: undefined, web: undefined });
    expect(codes).toEqual([]);
  });

  it('is waited for where the stage says so, or another capability of the same addon is required', () => {
    const chosen = cluster()
      .stage('first', [gateway])
      .stage('second', [route(['gateway'])], { dependsOn: ['first'] });
    expect(waitsOf(chosen as never).waits['web']).toEqual([{ name: 'entrance' }]);
    const named = addon('api', { requires: ['gateway', 'entrance'], startsWithout: ['gateway'] });
    const both = cluster().stage('first', [gateway]).stage('second', [named]);
    expect(waitsOf(both as never).waits['api']).toEqual([{ name: 'entrance' }]);
  });

  it('may come from an external Kustomization, which is used then', () => {
    const { waits, codes } = waitsOf(
      cluster({ kind: 'Kustomization', name: 'entrance', provides: ['gateway'] }).stage('first', [
        addon('web', { requires: ['gateway'], startsWithout: ['gateway'] }),
      ]) as never,
    );
    expect(waits).toEqual({ web: undefined });
    expect(codes).toEqual([]);
  });

  it('is missed like all that it requires (FX203)', () => {
    const { fix } = only(diagnosticsOf({ first: [route(['gateway'])] }), 'FX203');
    expect(fix).toContain("add 'gateway' to the cluster's external");
    const found = diagnosticsOf({ first: [externalSecrets()] });
    expect(codesOf(found)).toEqual(['FX203', 'FX203']);
  });

  it('must be among what it requires (FX108)', () => {
    const found = only(diagnosticsOf({ first: [addon('web', { startsWithout: ['gateway'] })] }), 'FX108');
    expect(found).toMatchObject({
      message: "addon \"web\" starts without 'gateway', which it doesn't require",
      at: { path: 'startsWithout' },
    });
    const near = addon('web', { requires: ['gateway'], startsWithout: ['gatewy'] });
    expect(only(diagnosticsOf({ first: [near] }), 'FX108').fix).toContain('did you mean "gateway"?');
  });

  it('is no store: an ExternalSecret that comes before its store is tried again later and later (FX307)', () => {
    const reader = addon('web', {
      requires: ['secret-store'],
      startsWithout: ['secret-store'],
      build: (scope) => {
        new ExternalSecret(scope, 'e', {
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'store' },
          data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
        });
      },
    });
    const { fix, severity } = only(
      diagnosticsOf({ first: [secretStore], second: [reader] }, { options: provides }),
      'FX307',
    );
    expect(fix).toBe('take \'secret-store\' out of `startsWithout` of addon "web"');
    expect(severity).toBe('warning');
  });

  it('may be any order of a route and its Gateway, or an ExternalSecret and its store, by an exception (FX307)', () => {
    const late = addon('web', {
      build: (scope) => {
        new HTTPRoute(scope, 'r', { spec: { parentRefs: [{ name: 'main', namespace: 'default' }] } });
        new ExternalSecret(scope, 'e', {
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'store' },
          data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
        });
      },
    });
    const found = diagnosticsOf({ first: [late, gateway, secretStore] }, { options: provides });
    expect(found.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning FX307', 'warning FX307']);
    const excepted = new FluxCluster(new FluxApp(), 'dev', provides);
    const reason = 'they are ready a little later';
    (excepted as never as LooseCluster)
      .stage('first', [late, gateway, secretStore])
      .except('FX307', { addon: 'web', object: 'HTTPRoute/web', reason })
      .except('FX307', { addon: 'web', object: 'ExternalSecret/web', reason });
    expect(synthCluster(excepted).diagnostics).toEqual([]);
  });

  it('is still refused where nothing makes the Gateway (FX307)', () => {
    const lost = addon('web', {
      build: (scope) => {
        new HTTPRoute(scope, 'r', { spec: { parentRefs: [{ name: 'main', namespace: 'default' }] } });
      },
    });
    expect(only(diagnosticsOf({ first: [lost] }, { options: provides }), 'FX307').severity).toBe('error');
  });

  it('has no CRDs of its own objects, which Flux could not apply (FX605)', () => {
    const crds = addon('crds', {
      provides: ['example.org'],
      charts: { crds: helmChart({ url: 'oci://example.org/crds', version: '1.0.0', crds: ['example.org'] }) },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'r', { chart: (charts as never as { crds: never }).crds });
      },
    });
    const widget = addon('web', {
      requires: ['example.org'],
      startsWithout: ['example.org'],
      build: (scope) => {
        new ApiObject(scope, 'w', { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' } });
      },
    });
    const { fix } = only(diagnosticsOf({ first: [crds], second: [widget] }), 'FX605');
    expect(fix).toBe('take \'example.org\' out of `startsWithout` of addon "web"');
  });

  it("leaves CRDs to the addon that has them, which isn't waited for", () => {
    const { waits, codes } = waitsOf(
      new FluxCluster(new FluxApp(), 'dev')
        .stage('crds', [externalSecretsCrds()])
        .stage('operators', [externalSecrets()]) as never,
    );
    expect(waits['external-secrets']).toBe(undefined);
    expect(codes).toEqual([]);
  });
});
