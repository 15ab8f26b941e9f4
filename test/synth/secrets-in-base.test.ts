import { FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf, type LooseContext } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });

/** A release that reads a Secret of which the code says nothing. */
const synth = async () => {
  const app = new FluxApp();
  const web = addon('web', {
    charts: { web: chart },
    build: (scope, { charts }: LooseContext) => {
      const valuesFrom = [{ kind: 'Secret', name: 'web-values' }];
      new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, valuesFrom } as never);
    },
  });
  clusterOf({ first: [web] }, { app });
  const { diagnostics } = await synthApp(app, { project: repository.folder, base: {}, check: true });
  return diagnostics.map(({ code }) => code).filter((code) => code === 'FX610');
};

const object = (apiVersion: string, kind: string, name: string, spec: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: ${name}, namespace: default }\nspec: ${spec}\n`;
const write = (text: string) => {
  repository.write('k8s/clusters/dev/by-hand.yaml', text);
  repository.publish('by hand');
};

it.each([
  ['ExternalSecret', object('external-secrets.io/v1', 'ExternalSecret', 'web-values', '{ data: [] }')],
  [
    'ExternalSecret with a target',
    object('external-secrets.io/v1', 'ExternalSecret', 'web', '{ target: { name: web-values } }'),
  ],
  [
    'ClusterExternalSecret',
    object(
      'external-secrets.io/v1',
      'ClusterExternalSecret',
      'all',
      '{ externalSecretName: web-values, externalSecretSpec: {} }',
    ),
  ],
  [
    'SealedSecret',
    object('bitnami.com/v1alpha1', 'SealedSecret', 'web-values', '{ encryptedData: { values.yaml: abc } }'),
  ],
  ['Certificate', object('cert-manager.io/v1', 'Certificate', 'web', '{ secretName: web-values }')],
  [
    'Terraform',
    object('infra.contrib.fluxcd.io/v1alpha2', 'Terraform', 'web', '{ writeOutputsToSecret: { name: web-values } }'),
  ],
  [
    'a claim of Crossplane',
    object('example.org/v1', 'Database', 'web', '{ writeConnectionSecretToRef: { name: web-values } }'),
  ],
])('knows the Secret that an object written by hand makes: %s', async (_, text) => {
  expect(await synth()).toEqual(['FX610']);
  write(text);
  expect(await synth()).toEqual([]);
});

it('knows what a generator makes, in a folder that a Kustomization written by hand reads', async () => {
  write(
    object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      'shared',
      '{ interval: 1h, prune: true, path: ./k8s/shared, sourceRef: { kind: GitRepository, name: flux-system } }',
    ).replace('namespace: default', 'namespace: flux-system'),
  );
  const generator = 'secretGenerator: [{ name: web-values, literals: [values.yaml=] }]\n';
  repository.write('k8s/shared/kustomization.yaml', generator);
  repository.publish('with a hash');
  expect(await synth()).toEqual(['FX610']);
  repository.write('k8s/shared/kustomization.yaml', `${generator}generatorOptions: { disableNameSuffixHash: true }\n`);
  repository.publish('without a hash');
  expect(await synth()).toEqual([]);
});

it('misses a Secret that no object makes', async () => {
  write(object('external-secrets.io/v1', 'ExternalSecret', 'web-values', '{ target: { name: others } }'));
  expect(await synth()).toEqual(['FX610']);
});
