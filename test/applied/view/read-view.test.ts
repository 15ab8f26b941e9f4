import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openFolderBuilder } from '../../../src/applied/build/folder-builder.js';
import type { FluxView } from '../../../src/applied/view/flux-view.js';
import { readFluxView } from '../../../src/applied/view/read-view.js';
import { knownScope } from '../../../src/compile/kind-scopes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { memoryTree } from './memory-tree.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const source = { kind: 'GitRepository', namespace: 'flux-system', name: 'flux-system' };
const viewOf = (files: Readonly<Record<string, string>>, links: readonly string[] = []): FluxView =>
  readFluxView(memoryTree(files, links), {
    folder: 'clusters/dev',
    source,
    prefix: '',
    repository: { remotes: ['git@github.com:example/fleet.git'], branch: 'main' },
    scopeOf: knownScope,
    builder: openFolderBuilder(),
  });

const flux = (name: string, path: string, more = '', sourceRef = 'kind: GitRepository, name: flux-system') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  path: ${path}
  prune: true
  sourceRef: { ${sourceRef} }
${more}`;
const configMap = (name: string, more = '') => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}${more} }\n`;

/** `owner: Kind/name, …` of each owner. */
const summary = ({ owners }: FluxView) =>
  [...owners.values()].map(
    ({ key, objects }) =>
      `${key}: ${objects
        .map(({ id }) => `${id.kind}/${id.namespace === '' ? '' : `${id.namespace}/`}${id.name}`)
        .sort()
        .join(' ')}`,
  );
const missed = ({ notSeen }: FluxView) =>
  notSeen.map(({ cause, owner, file, line, what }) => `${cause} ${owner} ${file}:${line} ${what}`);
const faults = ({ problems }: FluxView) => problems.map(printDiagnostic).join('');

describe('the root', () => {
  it('is the one that flux bootstrap writes, with its name and settings', () => {
    const view = viewOf({
      'clusters/dev/flux-system/gotk-sync.yaml': `${flux('fleet', './clusters/dev')}---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { url: ssh://git@github.com/example/fleet, ref: { branch: main } }
`,
    });
    expect(view.root).toBe('flux-system/fleet');
    expect(view.owners.get(view.root)).toMatchObject({ parents: [], file: 'clusters/dev/flux-system/gotk-sync.yaml' });
    expect(view.problems).toEqual([]);
  });

  it('is the one of a FluxInstance, with the patches of the instance', () => {
    const view = viewOf({
      'clusters/dev/flux-system/instance.yaml': `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec:
  sync: { kind: OCIRepository, url: 'oci://ghcr.io/example/fleet', ref: latest, path: clusters/dev }
  kustomize:
    patches:
    - target: { kind: Kustomization, name: flux-system }
      patch: '- { op: replace, path: /spec/prune, value: false }'
`,
      'clusters/dev/apps.yaml': flux('apps', './apps', '', 'kind: OCIRepository, name: flux-system'),
      'apps/a.yaml': configMap('a'),
    });
    expect(view.owners.get(view.root)?.json['spec']).toMatchObject({ prune: false });
    expect(summary(view)).toContain('flux-system/apps: ConfigMap/a');
  });

  it('is the one of a FluxInstance whose namespace only its kustomization file sets', () => {
    const view = viewOf({
      'clusters/dev/flux-system/instance.yaml': `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux }
spec:
  sync: { kind: GitRepository, url: 'https://github.com/example/fleet', ref: refs/heads/main, path: clusters/dev }
  kustomize:
    patches:
    - target: { kind: Kustomization, name: flux-system }
      patch: '[{ "op": "replace", "path": "/spec/prune", "value": false }]'
`,
    });
    expect(view.root).toBe('flux-system/flux-system');
    expect(view.owners.get(view.root)?.json['spec']).toMatchObject({ prune: false });
  });

  it("is the cluster's folder itself if nothing declares another", () => {
    const view = viewOf({ 'clusters/dev/a.yaml': configMap('a') });
    expect(view.owners.get(view.root)).toMatchObject({ folder: 'clusters/dev', file: undefined });
    expect(summary(view)).toEqual(['flux-system/flux-system: ConfigMap/a']);
  });
});

describe('a root whose path has vars', () => {
  const root = (path: string, more = '') => flux('flux-system', path, more);
  const vars = (text: string) => `  postBuild: { substitute: { ${text} } }\n`;
  const shop = flux('shop', "'./apps/${ENVIRONMENT}/${CLUSTER}'");
  const apps = { 'apps/dev/00/a.yaml': configMap('ours'), 'apps/prod/00/a.yaml': configMap('theirs') };
  const list = (...resources: readonly string[]) => `resources: [${resources.join(', ')}]\n`;
  const foldersOf = ({ owners }: FluxView) => [...owners.values()].map(({ key, folder }) => `${key}: ${folder}`);
  const found = ['flux-system/flux-system: clusters/dev', 'flux-system/shop: apps/dev/00'];

  it('substitutes its own vars in itself', () => {
    const view = viewOf({
      'clusters/dev/flux-system/gotk-sync.yaml': root(
        "'./clusters/${ENVIRONMENT}'",
        vars("ENVIRONMENT: '${NAME}', NAME: dev, CLUSTER: '00'"),
      ),
      'clusters/dev/shop.yaml': shop,
      ...apps,
    });
    expect(foldersOf(view)).toEqual(found);
    expect(view.notSeen).toEqual([]);
  });

  it('is found in the build of the folder, wherever its file is', () => {
    const view = viewOf({
      'clusters/dev/kustomization.yaml': `${list('../../base')}patches: [{ path: ../../base/dev.yaml }]\n`,
      'base/kustomization.yaml': list('root.yaml', 'shop.yaml'),
      'base/root.yaml': root("'./clusters/${ENVIRONMENT}'"),
      'base/dev.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { postBuild: { substitute: { ENVIRONMENT: dev, CLUSTER: '00' } } }
`,
      'base/shop.yaml': shop,
      ...apps,
    });
    expect(foldersOf(view)).toEqual(found);
    expect(view.running).toMatchObject({ appliesItself: true, file: 'base/root.yaml' });
  });

  it('may be the root of this cluster if only the cluster knows the vars, and its children are unknown', () => {
    const view = viewOf({
      'clusters/dev/root.yaml': root(
        "'./clusters/${ENVIRONMENT}/'",
        '  postBuild: { substituteFrom: [{ kind: Secret, name: vars }] }\n',
      ),
      'clusters/dev/shop.yaml': shop,
      ...apps,
    });
    expect(foldersOf(view)).toEqual(['flux-system/flux-system: clusters/dev', 'flux-system/shop: undefined']);
    expect(missed(view)).toEqual([
      'var flux-system/shop clusters/dev/shop.yaml:3 path "./apps/${ENVIRONMENT}/${CLUSTER}"',
    ]);
  });

  it('is not one that certainly reads another folder or repository', () => {
    const view = viewOf({
      'clusters/dev/a.yaml': root("'./clusters/${ENVIRONMENT}'", vars('ENVIRONMENT: prod')),
      'clusters/dev/kustomization.yaml': list('a.yaml', '../../base'),
      'base/kustomization.yaml': list('b.yaml'),
      'base/b.yaml': flux('b', './clusters/dev', '', 'kind: GitRepository, name: elsewhere'),
    });
    expect(view.running).toMatchObject({ file: undefined, folder: 'clusters/dev' });
  });

  it('is in another folder, as the root there applies it', () => {
    const view = viewOf({
      'flux/flux-system/gotk-sync.yaml': root('./flux', vars('NAME: dev')),
      'flux/cluster.yaml': flux('cluster', "'./clusters/${NAME}'"),
      'clusters/dev/shop.yaml': flux('shop', './apps/dev/00'),
      ...apps,
    });
    expect(foldersOf(view)).toEqual(['flux-system/cluster: clusters/dev', 'flux-system/shop: apps/dev/00']);
  });
});

describe('sources', () => {
  it('have the repository if address and branch match', () => {
    const git = (name: string, url: string, branch: string) =>
      `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: ${name}, namespace: flux-system }
spec: { url: '${url}', ref: { branch: ${branch} } }
`;
    const view = viewOf({
      'clusters/dev/sources.yaml': [
        git('same', 'https://github.com/example/fleet', 'main'),
        git('branch', 'https://github.com/example/fleet', 'other'),
        git('else', 'https://github.com/example/app', 'main'),
      ].join('---\n'),
      'clusters/dev/a.yaml': flux('a', './apps', '', 'kind: GitRepository, name: same'),
      'clusters/dev/b.yaml': flux('b', './apps', '', 'kind: GitRepository, name: branch'),
      'clusters/dev/c.yaml': flux('c', './apps', '', 'kind: GitRepository, name: else'),
      'apps/a.yaml': configMap('a'),
    });
    expect(summary(view).slice(1)).toEqual(['flux-system/a: ConfigMap/a', 'flux-system/b: ', 'flux-system/c: ']);
    expect(view.notSeen.map(({ reason }) => reason)).toEqual([
      'it is in branch "other" of this repository',
      'it is in https://github.com/example/app',
    ]);
  });

  it('may be artifacts that are copied from the repository', () => {
    const view = viewOf({
      'clusters/dev/apps.yaml': flux('apps', './prod', '', 'kind: ExternalArtifact, name: apps'),
      'clusters/dev/artifacts.yaml': `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: { name: split, namespace: flux-system }
spec:
  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]
  artifacts:
  - name: apps
    copy: [{ from: '@repo/apps/**', to: '@artifact/' }]
`,
      'apps/prod/a.yaml': configMap('a'),
    });
    expect(summary(view)).toContain('flux-system/apps: ConfigMap/a');
    expect(view.owners.get('flux-system/apps')).toMatchObject({ folder: 'apps/prod', files: ['apps/prod/a.yaml'] });
  });
});

describe('vars', () => {
  it('are substituted in names and paths, from the Kustomization and from ConfigMaps of the tree', () => {
    const view = viewOf({
      'clusters/dev/vars.yaml': `${configMap('vars', ', namespace: flux-system')}data: { TEAM: red }\n`,
      'clusters/dev/apps.yaml': flux(
        'apps',
        './apps',
        '  postBuild: { substitute: { N: x }, substituteFrom: [{ kind: ConfigMap, name: vars }] }\n',
      ),
      'apps/a.yaml': configMap('"a-${TEAM}-${N}"'),
      'apps/b.yaml': flux('inner', '"./inner/${TEAM}"'),
      'inner/red/a.yaml': configMap('inner'),
    });
    expect(summary(view).slice(1)).toEqual([
      'flux-system/apps: ConfigMap/a-red-x Kustomization/flux-system/inner',
      'flux-system/inner: ConfigMap/inner',
    ]);
  });

  it('with unknown values matter only in names and paths', () => {
    const view = viewOf({
      'clusters/dev/apps.yaml': flux(
        'apps',
        './apps',
        '  postBuild: { substituteFrom: [{ kind: Secret, name: vars }] }\n',
      ),
      'apps/a.yaml': configMap('"a-${TEAM}"'),
      'apps/b.yaml': `${configMap('b')}data: { text: '\${TEAM}' }\n`,
      'apps/c.yaml': flux('inner', '"./inner/${TEAM}"'),
    });
    expect(missed(view)).toEqual([
      'var flux-system/apps apps/a.yaml:undefined ConfigMap/a-${TEAM}',
      'var flux-system/inner apps/c.yaml:3 path "./inner/${TEAM}"',
    ]);
  });
});

describe('a tree that Flux cannot apply', () => {
  it('is reported with file and line: circles, two parents, missing folders, no namespace, links', () => {
    const view = viewOf(
      {
        'clusters/dev/a.yaml': `${flux('a', './a')}---\n${flux('b', './b')}---\n${flux('c', '../gone')}`,
        'a/a.yaml': flux('inner', './inner'),
        'b/a.yaml': flux('inner', './inner'),
        'inner/a.yaml': flux('a', './a'),
        'inner/b.yaml': flux('nowhere', './link').replace(', namespace: flux-system }', ' }'),
        'link/kustomization.yaml': 'resources: [a.yaml]\n',
      },
      ['link/a.yaml'],
    );
    expect(faults(view)).toMatchInlineSnapshot(`
      "warning FX533 flux-tree-fault: path "../gone" of Kustomization "c" leads out of its source, where Flux doesn't follow: it reads "gone"
        at   clusters/dev/a.yaml:19
        fix  path: ./gone
      warning FX533 flux-tree-fault: Kustomization "c" reads "gone", and there is no such folder
        at   clusters/dev/a.yaml:19
        fix  correct its path, or delete the Kustomization
      warning FX533 flux-tree-fault: Kustomization "inner" is applied by "a" and "b", which take it from each other
        at   b/a.yaml:3
        fix  let one of them apply it
      warning FX533 flux-tree-fault: Kustomization "a" is applied by what it applies itself: a → inner → a
        at   inner/a.yaml:3
        fix  move the manifest of "a" out of the folders that it reads
      warning FX533 flux-tree-fault: Kustomization "nowhere" has no namespace, neither in its file nor from what builds it, so Flux refuses it
        at   inner/b.yaml:3
        fix  metadata.namespace: flux-system
      "
    `);
    expect(view.notSeen.map(({ reason }) => reason)).toMatchInlineSnapshot(`
      [
        "the folder "gone" isn't there, or has no files, and git keeps no empty folders",
        "GitRepository "flux-system" isn't known to hold this repository",
      ]
    `);
  });
});

it('readFluxView reports two clusters that read the same folder', () => {
  const view = viewOf({
    'clusters/dev/flux-system/gotk-sync.yaml': flux('flux-system', './clusters/dev'),
    'clusters/prod/flux-system/gotk-sync.yaml': flux('flux-system', './clusters/dev'),
    'clusters/test/flux-system/gotk-sync.yaml': flux('flux-system', './clusters/test'),
    'clusters/dev/a.yaml': flux('a', './a'),
    'a/a.yaml': configMap('a'),
  });
  expect(faults(view)).toMatchInlineSnapshot(`
    "warning FX533 flux-tree-fault: the root of the cluster in "clusters/prod" reads "clusters/dev", the folder of another cluster: both clusters apply all that is there
      at   clusters/prod/flux-system/gotk-sync.yaml:5
      fix  path: ./clusters/prod; or, if Flux of that cluster doesn't read this repository any more, git rm -r clusters/prod/flux-system
    "
  `);
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('kustomize', () => {
  it('sets namespaces, generates, patches, and annotates each object with its file', () => {
    const view = viewOf({
      'clusters/dev/apps.yaml': flux('apps', './apps', '  namePrefix: p-\n  components: [../part]\n'),
      'apps/kustomization.yaml':
        'namespace: web\nresources: [a.yaml, https://example.org/x.yaml]\nconfigMapGenerator: [{ name: g, literals: [a=b] }]\n',
      'apps/a.yaml': configMap('a'),
      'part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [c.yaml]\n',
      'part/c.yaml': configMap('c'),
    });
    const { objects } = view.owners.get('flux-system/apps')!;
    expect(objects.map(({ id, path }) => `${id.namespace}/${id.name} ${path}`).sort()).toEqual([
      'web/p-a apps/a.yaml',
      'web/p-c part/c.yaml',
      'web/p-g-4h2mbtbbt6 ',
    ]);
    expect(missed(view)).toEqual(['remote flux-system/apps apps/kustomization.yaml:2 https://example.org/x.yaml']);
  });
});
