import { ApiObject } from 'cdk8s';
import { ExternalSecret } from 'fluxspan';
import { expect, it } from 'vitest';
import { type Build, both, one } from '../rule-programs.js';

const external =
  (name: string, creationPolicy?: string, target: object = {}): Build =>
  (scope) => {
    new ExternalSecret(scope, name, {
      name,
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'main', external: true },
      target: { name: 'db', ...(creationPolicy && { creationPolicy }), ...target } as never,
      data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
    });
  };
const other =
  (apiVersion: string, kind: string, fields: object, metadata: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'db', ...metadata }, ...fields } as never);
  };
const secret = (fields: object = { stringData: { b: 'c' } }, annotations: object = {}) =>
  other('v1', 'Secret', fields, { annotations });
const sealed = other('bitnami.com/v1alpha1', 'SealedSecret', { spec: { encryptedData: { b: 'AgB' } } });
const certificate = other('cert-manager.io/v1', 'Certificate', {
  spec: { secretName: 'db', dnsNames: ['a.example.org'], issuerRef: { kind: 'ClusterIssuer', name: 'a' } },
});

const provides = ['external-secrets.io', 'bitnami.com', 'cert-manager.io'];
const found = (...builds: readonly Build[]) =>
  one({ build: both(...builds) }, { external: provides })
    .filter(({ code }) => code === 'FX635')
    .map(({ severity, at }) => `${severity} ${at.object}`);

it.each(['Owner', 'Merge', 'Orphan', 'CreateOrMerge'])('refuses a second writer beside an owner: %s', (policy) => {
  expect(found(external('one'), external('two', policy))).toEqual(['error ExternalSecret/two']);
  const before = policy === 'Owner' ? 'two' : 'one';
  expect(found(external('one', policy), external('two'))).toEqual([`error ExternalSecret/${before}`]);
});

it('finds each of several writers', () => {
  expect(found(external('one', 'Merge'), external('two'), external('three', 'Orphan'))).toHaveLength(2);
});

it.each([
  ['None beside an owner', [external('one'), external('two', 'None')]],
  ['two that merge', [external('one', 'CreateOrMerge'), external('two', 'Merge')]],
  ['another kind', [external('one'), external('two', 'Owner', { manifest: { apiVersion: 'v1', kind: 'ConfigMap' } })]],
  ['a Secret that one merges into', [external('one', 'Merge'), secret()]],
  ['a Secret without keys', [external('one'), secret({ type: 'Opaque' })]],
  [
    'a Secret that Flux only creates',
    [external('one'), secret(undefined, { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' })],
  ],
  ['a Certificate that one merges into', [external('one', 'Merge'), certificate]],
] as const)('is silent about %s', (_, builds) => expect(found(...builds)).toEqual([]));

it('warns of writers that take away the keys of each other', () => {
  expect(found(external('one', 'Orphan'), external('two', 'Merge'))).toEqual(['warning ExternalSecret/two']);
  expect(found(external('one', 'Orphan'), external('two', 'Orphan'))).toEqual(['warning ExternalSecret/two']);
  expect(found(external('one'), secret())).toEqual(['warning Secret/db']);
  expect(found(external('one', 'Orphan'), secret({ data: { b: 'Yw==' } }))).toEqual(['warning Secret/db']);
  expect(found(external('one'), certificate)).toEqual(['warning Certificate/db']);
});

it('refuses a SealedSecret beside an owner', () => {
  expect(found(external('one'), sealed)).toEqual(['error SealedSecret/db']);
  expect(found(external('one', 'Orphan'), sealed)).toEqual(['warning SealedSecret/db']);
});

it('counts a ClusterExternalSecret in each namespace that it lists', () => {
  const everywhere = (spec: object, target: object = { name: 'db' }): Build =>
    other(
      'external-secrets.io/v1',
      'ClusterExternalSecret',
      {
        spec: {
          externalSecretSpec: {
            secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
            target,
            data: [{ secretKey: 'a', remoteRef: { key: 'a' } }],
          },
          ...spec,
        },
      },
      { name: 'all' },
    );
  const namespaces = ['default'];
  expect(found(external('one'), everywhere({ namespaces }))).toEqual(['error ClusterExternalSecret/all']);
  expect(found(external('one', 'Merge'), everywhere({ namespaces }))).toEqual(['error ExternalSecret/one']);
  expect(found(secret(), everywhere({ namespaces }))).toEqual(['warning Secret/db']);
  expect(found(external('one'), everywhere({ namespaces, externalSecretName: 'db' }, {}))).toHaveLength(1);
  expect(found(external('one'), everywhere({ namespaces: ['web'] }))).toEqual([]);
  expect(found(external('one'), everywhere({ namespaces }, { name: 'db', creationPolicy: 'None' }))).toEqual([]);
  expect(found(external('one'), everywhere({ namespaceSelectors: [{ matchLabels: { a: 'b' } }] }))).toEqual([]);
});
