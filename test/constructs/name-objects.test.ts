import { App, Chart } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { Certificate, ClusterIssuer } from '../../imports/cert-manager.io.js';
import { Gateway, HTTPRoute } from '../../imports/gateway.networking.k8s.io.js';
import { HelmRelease } from '../../imports/helm.toolkit.fluxcd.io.js';
import { Alert, Provider } from '../../imports/notification.toolkit.fluxcd.io.js';
import { ConfigMap, ExternalSecret } from '../../src/constructs/index.js';

const chart = (): Chart => new Chart(new App(), 'test', { namespace: 'web' });
const specOf = (object: { toJson(): unknown }): unknown => (object.toJson() as { readonly spec: unknown }).spec;
const acme = { server: 'https://acme.example.org', privateKeySecretRef: { name: 'account' } };

describe('an object in the place of a name', () => {
  it('becomes the fields that name it', () => {
    const at = chart();
    const issuerRef = new ClusterIssuer(at, 'issuer', { name: 'letsencrypt', spec: { acme } });
    const certificate = new Certificate(at, 'tls', { name: 'tls', spec: { issuerRef, secretName: 'tls' } });
    expect(specOf(certificate)).toEqual({
      issuerRef: { kind: 'ClusterIssuer', name: 'letsencrypt' },
      secretName: 'tls',
    });
    expect(certificate.references).toEqual([{ path: 'spec.issuerRef', external: false, target: issuerRef }]);
  });

  it('becomes the fields in each item of a list, with its namespace where the place has one', () => {
    const at = chart();
    const gateway = new Gateway(at, 'gateway', {
      name: 'public',
      namespace: 'gateways',
      spec: { gatewayClassName: 'a', listeners: [] },
    });
    const route = new HTTPRoute(at, 'route', { name: 'web', spec: { parentRefs: [{ name: 'other' }, gateway] } });
    expect(specOf(route)).toEqual({
      parentRefs: [{ name: 'other' }, { kind: 'Gateway', name: 'public', namespace: 'gateways' }],
    });
  });

  it('is the Secret that it makes, where a Secret is named', () => {
    const at = chart();
    const secretStoreRef = { kind: 'ClusterSecretStore', name: 'aws' } as const;
    const token = new ExternalSecret(at, 'token', { name: 'token', secretStoreRef, target: { name: 'slack' } });
    const config = new ConfigMap(at, 'config', { name: 'values', data: {} });
    const provider = new Provider(at, 'provider', { name: 'slack', spec: { type: 'slack', secretRef: token } });
    expect(specOf(provider)).toEqual({ type: 'slack', secretRef: { name: 'slack' } });
    const release = new HelmRelease(at, 'release', {
      name: 'web',
      spec: { interval: '5m', valuesFrom: [token, config], values: { passwordSecretRef: { name: 'kept' } } },
    });
    expect(specOf(release)).toMatchObject({
      valuesFrom: [
        { kind: 'Secret', name: 'slack' },
        { kind: 'ConfigMap', name: 'values' },
      ],
      values: { passwordSecretRef: { name: 'kept' } },
    });
    const issuer = new ClusterIssuer(at, 'issuer', {
      name: 'dns',
      spec: { acme: { ...acme, externalAccountBinding: { keyID: 'a', keySecretRef: { name: token, key: 'key' } } } },
    });
    expect(specOf(issuer)).toMatchObject({
      acme: { externalAccountBinding: { keySecretRef: { name: 'slack', key: 'key' } } },
    });
  });

  it('of a wrong kind is refused', () => {
    const at = chart();
    const provider = new Provider(at, 'provider', { name: 'slack', spec: { type: 'slack' } });
    const make = () =>
      new Certificate(at, 'tls', { name: 'tls', spec: { issuerRef: provider as never, secretName: 'tls' } });
    expect(make).toThrow('FX425 reference-kind: spec.issuerRef takes an Issuer or a ClusterIssuer');
    expect(
      () => new Alert(at, 'alert', { name: 'a', spec: { providerRef: provider, eventSources: [] } }),
    ).not.toThrow();
  });

  it('may be declared as there without fluxspan', () => {
    const certificate = new Certificate(chart(), 'tls', {
      name: 'tls',
      spec: { issuerRef: { name: 'ours', external: true }, secretName: 'tls' },
    });
    expect(specOf(certificate)).toEqual({ issuerRef: { name: 'ours' }, secretName: 'tls' });
    expect(certificate.references).toEqual([{ path: 'spec.issuerRef', external: true }]);
  });
});
