import { describe, expect, it } from 'vitest';
import { findFluxRoots, likelyFolders } from '../../src/applied/flux-roots.js';

const find = (files: Readonly<Record<string, string>>) => findFluxRoots(new Map(Object.entries(files)));

const sync = (path: string, branch = 'main', kind = 'GitRepository') => `apiVersion: source.toolkit.fluxcd.io/v1
kind: ${kind}
metadata: { name: flux-system, namespace: flux-system }
spec: { ref: { branch: ${branch} } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { path: ${path}, sourceRef: { kind: ${kind}, name: flux-system } }
`;

const instance = (path: string) => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  distribution: { version: 2.8.x }
  sync: { kind: OCIRepository, path: ${path}, ref: latest }
`;

describe('findFluxRoots', () => {
  it('reads what flux bootstrap wrote', () => {
    const roots = find({
      'clusters/dev/flux-system/gotk-sync.yaml': sync('./clusters/dev'),
      'clusters/dev/flux-system/gotk-components.yaml': '# Flux Version: v2.8.1\n',
      'clusters/prod/flux-system/gotk-sync.yaml': sync('./clusters/prod/', 'production'),
    });
    expect(roots).toEqual([
      {
        name: 'dev',
        path: 'clusters/dev',
        file: 'clusters/dev/flux-system/gotk-sync.yaml',
        source: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        branch: 'main',
        flux: '2.8',
      },
      {
        name: 'prod',
        path: 'clusters/prod',
        file: 'clusters/prod/flux-system/gotk-sync.yaml',
        source: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        branch: 'production',
        flux: undefined,
      },
    ]);
  });

  it('reads the values of the chart that makes a FluxInstance, in a HelmRelease or in a file of values', () => {
    const values = (indent: string) =>
      [
        'instance:',
        '  distribution: { version: 2.9.x }',
        '  sync: { kind: GitRepository, path: kubernetes/flux, ref: refs/heads/main }',
      ]
        .map((line) => `${indent}${line}\n`)
        .join('');
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: flux-instance }
spec:
  values:
${values('    ')}`;
    const there = { 'kubernetes/flux/apps.yaml': '' };
    const root = { path: 'kubernetes/flux', branch: 'main', flux: '2.9' };
    expect(find({ ...there, 'kubernetes/apps/release.yaml': release })).toMatchObject([root]);
    expect(find({ ...there, 'terraform/values.yaml': values('') })).toMatchObject([root]);
    expect(find({ ...there, 'other.yaml': 'instance: { sync: true }\n' })).toEqual([]);
  });

  it('takes no path out of the repository: Flux starts it at the root', () => {
    expect(find({ 'dev/gotk-sync.yaml': sync('./../../outside') }).map(({ path }) => path)).toEqual(['outside']);
  });

  it('takes the file in the folder itself where another one names that folder, too', () => {
    const roots = find({
      'clusters/copy/flux-system/gotk-sync.yaml': sync('./clusters/dev'),
      'clusters/copy/flux-system/gotk-components.yaml': '# Flux Version: v2.9.0\n',
      'clusters/dev/flux-system/gotk-sync.yaml': sync('./clusters/dev'),
      'clusters/dev/flux-system/gotk-components.yaml': '# Flux Version: v2.7.1\n',
    });
    expect(roots).toMatchObject([
      { name: 'dev', path: 'clusters/dev', file: 'clusters/dev/flux-system/gotk-sync.yaml', flux: '2.7' },
    ]);
  });

  it('says that a folder is not here, as in a copy of another repository', () => {
    const fix = 'set path to the one that Flux reads; or, if the file belongs to another repository';
    expect(find({ 'fleet/clusters/dev/flux-system/gotk-sync.yaml': sync('./clusters/dev') })).toMatchObject([
      { open: `no folder here is "clusters/dev": ${fix}, as "fleet" seems to be, make the project there` },
    ]);
    expect(find({ 'fleet/template/gotk-sync.yaml': sync('./clusters/NAME') })).toMatchObject([
      { open: `no folder here is "clusters/NAME": ${fix}, make the project there` },
    ]);
  });

  it('reads a FluxInstance', () => {
    const [root] = find({ 'bootstrap/flux.yaml': instance('kubernetes/main/flux') });
    expect(root).toMatchObject({ name: 'main', path: 'kubernetes/main/flux', flux: '2.8' });
    expect(root!.source).toEqual({ kind: 'OCIRepository', name: 'flux-system', namespace: 'flux-system' });
  });

  it('reads names and namespaces other than those of flux bootstrap', () => {
    const moved = (yaml: string) => yaml.replaceAll('namespace: flux-system', 'namespace: gitops');
    const sources = (yaml: string) => find({ 'dev/gotk-sync.yaml': moved(yaml) }).map(({ source }) => source);
    expect(sources(sync('./dev'))).toEqual([{ kind: 'GitRepository', name: 'flux-system', namespace: 'gitops' }]);
    expect(sources(sync('./dev').replace('name: flux-system } }', 'name: fleet, namespace: sources } }'))).toEqual([
      { kind: 'GitRepository', name: 'fleet', namespace: 'sources' },
    ]);
    const [root] = find({ 'dev/flux.yaml': moved(instance('dev')) });
    expect(root!.source).toEqual({ kind: 'OCIRepository', name: 'gitops', namespace: 'gitops' });
  });

  it('takes the folder of the file where a path has a var, and says so', () => {
    expect(find({ 'clusters/dev/flux-system/gotk-sync.yaml': sync('"${PATH_OF}"') })).toMatchObject([
      { name: 'dev', path: 'clusters/dev', open: 'the path there is "${PATH_OF}": set path to what it comes to' },
    ]);
  });

  it('finds the folder of an artifact in the repository, as far as it can', () => {
    const file = 'clusters/dev/flux-system/flux.yaml';
    const rootsOf = (path: string, ...more: readonly string[]) =>
      find({ [file]: instance(path), ...Object.fromEntries(more.map((one) => [one, 'a: 1\n'])) });
    expect(rootsOf('clusters/dev')).toMatchObject([{ path: 'clusters/dev' }]);
    expect(rootsOf('dev')).toMatchObject([
      {
        path: 'clusters/dev',
        open: 'an artifact of OCIRepository "flux-system" seems to start at "clusters": the tree must be in it, as with root: \'clusters/k8s\' and pathPrefix: \'k8s\' of the app',
      },
    ]);
    const unsure = /no folder here is surely that one: set path to it$/;
    expect(rootsOf('prod')).toMatchObject([{ path: 'prod', open: expect.stringMatching(unsure) }]);
    expect(rootsOf('dev', 'apps/dev/web.yaml')).toMatchObject([{ open: expect.stringMatching(unsure) }]);
    expect(rootsOf('./')).toMatchObject([
      {
        path: 'clusters/dev',
        open: "it reads all of an artifact of OCIRepository \"flux-system\": if \"clusters/dev\" is what is pushed there, set path: 'clusters/dev/clusters/dev', and root: 'clusters/dev/k8s' and pathPrefix: 'k8s' of the app",
      },
    ]);
  });

  it('names clusters so that the names differ, and are names', () => {
    const names = (...paths: readonly string[]) =>
      find(Object.fromEntries(paths.map((path, at) => [`${at}/gotk-sync.yaml`, sync(path)]))).map(({ name }) => name);
    expect(names('clusters/dev/00', 'clusters/dev/01')).toEqual(['dev-00', 'dev-01']);
    expect(names('a/prod', 'b/prod')).toEqual(['a-prod', 'b-prod']);
    expect(names('Clusters/My_Cluster')).toEqual(['my-cluster']);
    expect(names('.')).toEqual(['main']);
    expect(names('clusters', 'flux')).toEqual(['main-1', 'main-2']);
  });

  it('passes over files that no one can read', () => {
    expect(find({ 'a/gotk-sync.yaml': 'kind: [', 'b/gotk-sync.yaml': 'null\n', 'c.yaml': 'FluxInstance' })).toEqual([]);
  });
});

it('likelyFolders names the folders of Kustomizations that nothing applies', () => {
  const kustomization = (path: string) =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: { path: ${path} }\n`;
  const files: Readonly<Record<string, string>> = {
    'clusters/dev/apps.yaml': kustomization('./apps'),
    'clusters/dev/base.yaml': kustomization('./base'),
    'apps/web.yaml': kustomization('./web'),
    'apps/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
  };
  expect(likelyFolders(new Map(Object.entries(files)))).toEqual(['clusters/dev']);
});

it('likelyFolders names the folder that a Kustomization reads which applies itself, and not the one that it is made from', () => {
  const kustomization = (name: string, path: string, source = 'fleet') =>
    `---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: ${name}, namespace: flux-system }\nspec: { path: ${path}, sourceRef: { kind: GitRepository, name: ${source} } }\n`;
  const [flux, apps] = [kustomization('flux', './rendered/prod'), kustomization('apps', './manifests', 'apps')];
  const files: Readonly<Record<string, string>> = {
    'rendered/prod/all.yaml': flux + apps,
    'provider/prod/flux.yaml': flux,
    'provider/base/apps.yaml': apps,
    'clusters/dev/apps.yaml': kustomization('apps', './dev', 'apps'),
  };
  expect(likelyFolders(new Map(Object.entries(files)))).toEqual(['clusters/dev', 'rendered/prod']);
});
