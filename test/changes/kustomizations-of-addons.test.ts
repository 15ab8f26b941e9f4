import { defineAddon, existingSource, FluxApp, FluxCluster } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { printYaml } from '../../src/yaml/print-yaml.js';
import { Repository } from './repository.js';
import { type SampleObject, sampleApp } from './sample-app.js';
import { type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const claim = (name: string, storage = '1Gi') =>
  printYaml({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'web' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  });
const SOURCE = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };
const keep: SampleObject = { kind: 'ConfigMap', name: 'keep', namespace: 'web' };
const apps = (spec: object = {}, name = 'apps'): SampleObject => ({
  kind: 'Kustomization',
  name,
  namespace: 'flux-system',
  spec: { path: './apps', sourceRef: SOURCE, ...spec },
});
const dev = (...objects: readonly SampleObject[]) =>
  sampleApp({ dev: { addons: { web: { objects: [keep, ...objects], kustomization: { wait: false } } } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

const running = async (...objects: readonly SampleObject[]) => {
  repository.write('apps/keep.yaml', claim('keep'));
  repository.write('apps/db.yaml', claim('db'));
  const found = await synth(repository, dev(...objects));
  expect(found.codes).toEqual([]);
  expect(found.written).toBe(true);
  repository.publish('a cluster');
  const again = await synth(repository, dev(...objects));
  expect([...again.codes, ...linesOf(again)]).toEqual([]);
};

it('are followed: data that leaves their folder is refused', async () => {
  await running(apps());
  repository.delete('apps/db.yaml');
  const found = await synth(repository, dev(apps()));
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('PersistentVolumeClaim/db in web is removed');
  expect(textOf(found)).toContain('  note from Kustomization "apps": apps/db.yaml\n');
  expect(linesOf(found)).toEqual(['- PersistentVolumeClaim/db in web (apps)']);
});

it('are judged by the rules of all others', async () => {
  await running(apps());
  repository.write('apps/db.yaml', claim('db', '512Mi'));
  expect((await synth(repository, dev(apps()))).codes).toEqual(['FX520']);
});

it.each([
  ['path', { path: './other' }],
  ['var', { postBuild: { substitute: { NAME: 'b' } } }],
  ['prefix', { namePrefix: 'x-' }],
])('are read by another %s', async (_, spec) => {
  repository.write('other/keep.yaml', claim('keep'));
  repository.write('apps/var.yaml', claim(`db-\${NAME:=a}`));
  await running(apps({ postBuild: { substitute: { NAME: 'a' } } }));
  const found = await synth(repository, dev(apps({ postBuild: { substitute: { NAME: 'a' } }, ...spec })));
  expect(new Set(found.codes)).toEqual(new Set(['FX502']));
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/db-a in web (apps)');
});

it('show what goes with them', async () => {
  await running(apps());
  const found = await synth(repository, dev());
  expect(found.codes).toEqual(['FX502']);
  expect(textOf(found)).toContain('deletes PersistentVolumeClaim/db in web, and with it its volume');
  expect(linesOf(found)).toContain('- PersistentVolumeClaim/db in web (apps)');
});

it('are followed to any depth', async () => {
  repository.write(
    'apps/inner.yaml',
    printYaml({
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'inner', namespace: 'flux-system' },
      spec: { interval: '10m', path: './inner', prune: true, sourceRef: SOURCE },
    }),
  );
  repository.write('inner/deep.yaml', claim('deep'));
  repository.write('inner/keep.yaml', claim('stays'));
  await running(apps());
  repository.delete('inner/deep.yaml');
  expect(linesOf(await synth(repository, dev(apps())))).toEqual(['- PersistentVolumeClaim/deep in web (inner)']);
});

it('leave alone what they do not prune', async () => {
  await running(apps({ prune: false }));
  repository.delete('apps/db.yaml');
  const found = await synth(repository, dev(apps({ prune: false })));
  expect(found.codes).toEqual([]);
  expect(linesOf(found).join()).toContain('PersistentVolumeClaim/db in web is left behind (apps)');
});

it('say how an object leaves their folder for the addon', async () => {
  await running(apps());
  repository.delete('apps/db.yaml');
  const found = await synth(repository, dev(apps(), { kind: 'PersistentVolumeClaim', name: 'db', namespace: 'web' }));
  expect(found.codes).toEqual(['FX501']);
  expect(textOf(found)).toContain(
    'set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it in apps/db.yaml in a change of its own',
  );
});

it('are refused where their folder is not there, or does not build any more', async () => {
  await running();
  const missing = await synth(repository, dev(apps({ path: './nowhere' })));
  expect(missing.codes).toEqual(['FX530']);
  expect(textOf(missing)).toContain('Kustomization "apps" would not build, and');
});

it('are silent where they read another repository', async () => {
  await running(apps({ sourceRef: { kind: 'GitRepository', name: 'elsewhere' } }));
  const found = await synth(
    repository,
    dev(apps({ sourceRef: { kind: 'GitRepository', name: 'elsewhere' } }), { ...keep, name: 'more' }),
  );
  expect(found.codes).toEqual([]);
  expect(linesOf(found)).toEqual(['+ ConfigMap/more in web (web)']);
});

it('are those of addons themselves, too, where they read a folder of this repository', async () => {
  const read = (path: `./${string}`) => {
    const web = defineAddon({
      name: 'web',
      source: existingSource({ kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' }),
      path,
      kustomization: { prune: true },
    });
    const app = new FluxApp();
    new FluxCluster(app, 'dev').stage('all', [web({})]);
    return app;
  };
  repository.write('apps/keep.yaml', claim('keep'));
  repository.write('apps/db.yaml', claim('db'));
  repository.write('other/keep.yaml', claim('keep'));
  expect(await synth(repository, read('./apps'))).toMatchObject({ codes: [], written: true });
  repository.publish('a cluster');
  const elsewhere = await synth(repository, read('./other'));
  expect(elsewhere.codes).toEqual(['FX502']);
  repository.delete('apps/db.yaml');
  const found = await synth(repository, read('./apps'));
  expect(found.codes).toEqual(['FX502']);
  expect(linesOf(found)).toEqual(['- PersistentVolumeClaim/db in web (web)']);
});

describe('a Kustomization that a ResourceSet makes', () => {
  const made = (path: string) => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: '<< inputs.name >>', namespace: 'flux-system' },
    spec: { interval: '10m', path, prune: true, sourceRef: SOURCE },
  });
  const set = (path: string, names = ['apps']): SampleObject => ({
    kind: 'ResourceSet',
    name: 'tenants',
    namespace: 'flux-system',
    spec: { inputs: names.map((name) => ({ name })), resources: [made(path)] },
  });

  it.each([
    ['is followed where a file goes', set('./<< inputs.name >>'), () => repository.delete('apps/db.yaml')],
    ['is followed to another folder', set('./other'), () => undefined],
    ['shows what goes with it', set('./<< inputs.name >>', ['other']), () => undefined],
  ])('%s', async (_, after, edit) => {
    repository.write('other/keep.yaml', claim('keep'));
    await running(set('./<< inputs.name >>'));
    edit();
    const found = await synth(repository, dev(after));
    expect(new Set(found.codes)).toContain('FX502');
    expect(textOf(found)).toContain('PersistentVolumeClaim/db in web');
    expect(linesOf(found)).toContain('- PersistentVolumeClaim/db in web (apps)');
  });

  it('is followed where others wrote the set', async () => {
    repository.write('apps/db.yaml', claim('db'));
    repository.write('apps/keep.yaml', claim('keep'));
    const { spec } = set('./apps');
    const metadata = { name: 'tenants', namespace: 'flux-system' };
    repository.write(
      'k8s/clusters/dev/tenants.yaml',
      printYaml({ apiVersion: 'fluxcd.controlplane.io/v1', kind: 'ResourceSet', metadata, spec }),
    );
    await running();
    repository.delete('apps/db.yaml');
    const found = await synth(repository, dev());
    expect(linesOf(found)).toEqual(['- PersistentVolumeClaim/db in web (apps)']);
  });
});
