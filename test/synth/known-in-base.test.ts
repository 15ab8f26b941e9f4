import { ApiObject } from 'cdk8s';
import { FluxApp } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { Repository } from '../changes/repository.js';
import { addon, clusterOf } from '../support/synthesize.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** A release of a chart in a repository that the tree doesn't make. */
const synth = async () => {
  const app = new FluxApp();
  const retried = { strategy: { name: 'RetryOnFailure' } };
  const spec = {
    interval: '1h',
    chart: { spec: { chart: 'web', sourceRef: { kind: 'HelmRepository', name: 'shared', namespace: 'flux-system' } } },
    install: retried,
    upgrade: retried,
  };
  const build = (scope: ConstructorParameters<typeof ApiObject>[0]) => {
    new ApiObject(scope, 'release', {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'web' },
      spec,
    } as never);
  };
  clusterOf({ first: [addon('web', { build })] }, { app });
  const { diagnostics } = await synthApp(app, { project: repository.folder, base: {}, check: true });
  return diagnostics.map(({ code }) => code).filter((code) => code === 'FX307');
};

const source = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: shared, namespace: flux-system }
spec: { interval: 1h, url: https://charts.example.org }
`;
const kustomization = (path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: shared, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ${path}, sourceRef: { kind: GitRepository, name: flux-system } }
`;

it('refuses what neither the tree nor the base has', async () => {
  expect(await synth()).toEqual(['FX307']);
  repository.write('k8s/clusters/dev/other.yaml', source.replace('shared', 'other'));
  repository.publish('other');
  expect(await synth()).toEqual(['FX307']);
});

it('knows what others have in the folder of the cluster', async () => {
  repository.write('k8s/clusters/dev/sources.yaml', source);
  repository.publish('sources');
  expect(await synth()).toEqual([]);
});

it('knows what others have in the folders that their Kustomizations read', async () => {
  repository.write('k8s/clusters/dev/shared.yaml', kustomization('./k8s/shared'));
  repository.publish('kustomization');
  expect(await synth()).toEqual(['FX307']);
  repository.write('k8s/shared/sources.yaml', source);
  repository.publish('sources');
  expect(await synth()).toEqual([]);
});

it('judges nothing where others read a folder that it does not see', async () => {
  repository.write('k8s/clusters/dev/shared.yaml', kustomization('./elsewhere'));
  repository.publish('kustomization');
  expect(await synth()).toEqual([]);
});

describe('what ResourceSets of others make', () => {
  const set = (name: string, more = 'inputs: [{ name: shared }]') => `apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSet
metadata: { name: sources, namespace: flux-system }
spec:
  ${more}
  resources:
    - apiVersion: source.toolkit.fluxcd.io/v1
      kind: HelmRepository
      metadata: { name: ${name}, namespace: flux-system }
      spec: { interval: 1h, url: https://charts.example.org }
`;
  const provider = (type: string) => `---
apiVersion: fluxcd.controlplane.io/v1
kind: ResourceSetInputProvider
metadata: { name: names, namespace: flux-system }
spec: { type: ${type}, defaultValues: { name: shared } }
`;
  const inputs = 'inputsFrom: [{ name: names }]';

  it.each([
    ['by a plain name', set('shared')],
    ['of an input', set('"<< inputs.name >>"')],
    ['of a provider', set('"<< inputs.name >>"', inputs) + provider('Static')],
    [
      'or may make, of inputs that only the operator knows',
      set('"<< inputs.name >>"', inputs) + provider('OCIArtifactTag'),
    ],
    ['under a name with a var', set('"${NAME}"')],
  ])('is known: %s', async (_, text) => {
    repository.write('k8s/clusters/dev/sources.yaml', text);
    repository.publish('a set');
    expect(await synth()).toEqual([]);
  });

  it.each([
    ['another name', set('other')],
    ['another input', set('"<< inputs.name >>"', 'inputs: [{ name: other }]')],
    [
      'another kind, of inputs that only the operator knows',
      set('"<< inputs.name >>"', inputs).replace('HelmRepository', 'OCIRepository') + provider('OCIArtifactTag'),
    ],
  ])('stays missing with %s', async (_, text) => {
    repository.write('k8s/clusters/dev/sources.yaml', text);
    repository.publish('a set');
    expect(await synth()).toEqual(['FX307']);
  });

  it('is known in the folder of a Kustomization that a set makes', async () => {
    const made = kustomization('./k8s/<< inputs.name >>').replace('name: shared', 'name: "<< inputs.name >>"');
    const body = made.replaceAll(/^(?=.)/gm, '      ').replace('      ', '    - ');
    repository.write('k8s/clusters/dev/set.yaml', `${set('x').split('  resources:')[0]}  resources:\n${body}`);
    repository.write('k8s/shared/sources.yaml', source.replace('shared', 'other'));
    repository.publish('a set');
    expect(await synth()).toEqual(['FX307']);
    repository.write('k8s/shared/sources.yaml', source);
    repository.publish('sources');
    expect(await synth()).toEqual([]);
  });
});
