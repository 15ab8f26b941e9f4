import { ApiObject } from 'cdk8s';
import { HelmRelease, helmChart } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { addon, diagnosticsOf } from '../../support/synthesize.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });

interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly fields: object;
  /** What it writes. */
  readonly source: { readonly kind: 'ConfigMap' | 'Secret'; readonly name: string; readonly key: string };
}

/** Who reads what an operator writes: a release, which takes any key, and a Kustomization, which takes vars alone. */
const codesOf = ({ apiVersion, kind, fields, source }: Written, read = source.name) => {
  const web = addon('web', {
    charts: { web: chart },
    build: (scope, { charts }) => {
      const metadata = { name: 'written' };
      new ApiObject(scope, 'writer', { apiVersion, kind, metadata, ...fields } as never);
      const from = { kind: source.kind, name: read, valuesKey: source.key, targetPath: 'a', literal: true };
      new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, valuesFrom: [from] });
      const spec = {
        interval: '1h',
        retryInterval: '1m',
        path: './inner',
        prune: true,
        sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        postBuild: { substituteFrom: [{ kind: source.kind, name: read }] },
      };
      const about = {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'inner' },
      };
      new ApiObject(scope, 'inner', { ...about, spec } as never);
    },
  });
  const group = apiVersion.split('/')[0]!;
  const codes = diagnosticsOf({ first: [web] }, { options: { external: [group] } }).map((one) => one.code);
  return codes.filter((code) => code === 'FX610' || code === 'FX628');
};

const secret = (name: string, key: string) => ({ kind: 'Secret', name, key }) as const;
const withKey: Readonly<Record<string, (key: string) => Written>> = {
  'an ExternalSecret': (key) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    fields: { spec: { target: { name: 'out' }, data: [{ secretKey: key, remoteRef: { key: 'a' } }] } },
    source: secret('out', key),
  }),
  'an ExternalSecret with a template': (key) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    fields: {
      spec: {
        target: { name: 'out', template: { data: { [key]: '{{ .a }}' } } },
        data: [{ secretKey: 'a-b', remoteRef: { key: 'a' } }],
      },
    },
    source: secret('out', key),
  }),
  'a SealedSecret': (key) => ({
    apiVersion: 'bitnami.com/v1alpha1',
    kind: 'SealedSecret',
    fields: { spec: { encryptedData: { [key]: 'x' } } },
    source: secret('written', key),
  }),
  'a Terraform of tofu-controller': (key) => ({
    apiVersion: 'infra.contrib.fluxcd.io/v1alpha2',
    kind: 'Terraform',
    fields: { spec: { writeOutputsToSecret: { name: 'out', outputs: ['age_key', `other:${key}`] } } },
    source: secret('out', key),
  }),
  'an Azure resource': (key) => ({
    apiVersion: 'storage.azure.com/v1api20230101',
    kind: 'StorageAccount',
    fields: { spec: { operatorSpec: { secrets: { key1: { name: 'out', key } } } } },
    source: secret('out', key),
  }),
  'an expression of an Azure resource': (key) => ({
    apiVersion: 'storage.azure.com/v1api20230101',
    kind: 'StorageAccount',
    fields: { spec: { operatorSpec: { configMapExpressions: [{ name: 'out', key, value: 'self.id' }] } } },
    source: { kind: 'ConfigMap', name: 'out', key },
  }),
};

describe('what an operator writes', () => {
  it.each(Object.entries(withKey))('for %s is known, and so are its keys', (_, written) => {
    expect(codesOf(written('GOOD_KEY'))).toEqual([]);
    expect(codesOf(written('bad.key'))).toEqual(['FX628']);
    expect(codesOf(written('GOOD_KEY'), 'another')).toEqual(['FX610', 'FX610']);
  });

  it('for Crossplane is known, and its keys are not', () => {
    const written = {
      apiVersion: 'rds.aws.example.org/v1',
      kind: 'Instance',
      fields: { spec: { writeConnectionSecretToRef: { name: 'out', namespace: 'default' } } },
      source: secret('out', 'endpoint.host'),
    };
    expect(codesOf(written)).toEqual([]);
    expect(codesOf(written, 'another')).toEqual(['FX610', 'FX610']);
  });

  it('for cert-manager has keys that are no vars', () => {
    const fields = { spec: { secretName: 'out', dnsNames: ['a.example'], issuerRef: { name: 'a' } } };
    const source = secret('out', 'tls.crt');
    expect(codesOf({ apiVersion: 'cert-manager.io/v1', kind: 'Certificate', fields, source })).toEqual(['FX628']);
  });
});
