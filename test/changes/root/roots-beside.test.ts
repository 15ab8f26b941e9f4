import { afterEach, beforeEach, expect, it } from 'vitest';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';
import { gotkSync } from './flux-files.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** What `flux bootstrap` writes. */
const bootstrap = (folder: string, path = `./${folder}`): void => {
  repository.write(`${folder}/flux-system/gotk-sync.yaml`, gotkSync(path));
};
const web = { objects: [{ kind: 'ConfigMap', name: 'web', namespace: 'web' }] };
const devIn = (path: string) => sampleApp({ dev: { path, addons: { web } } });
const dev = () => sampleApp({ dev: { addons: { web } } });
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

it('reports two clusters that read one folder with no other files in it', async () => {
  bootstrap('k8s/clusters/dev');
  bootstrap('k8s/clusters/prod', './k8s/clusters/dev');
  repository.publish('two fresh clusters');
  expect(textOf(await synth(repository, dev()))).toMatchInlineSnapshot(`
    "warning FX533 flux-tree-fault: the root of the cluster in "k8s/clusters/prod" reads "k8s/clusters/dev", the folder of another cluster: both clusters apply all that is there
      at   k8s/clusters/prod/flux-system/gotk-sync.yaml:11
      fix  path: ./k8s/clusters/prod; or, if Flux of that cluster doesn't read this repository any more, git rm -r k8s/clusters/prod/flux-system
    "
  `);
  repository.publish('the tree');
  expect((await synth(repository, dev())).codes).toEqual(['FX533']);
});

it('accepts clusters that each read their own folder, and a second root of one cluster', async () => {
  bootstrap('k8s/clusters/dev');
  bootstrap('k8s/clusters/prod');
  bootstrap('k8s/clusters/infra', './k8s/infra');
  repository.publish('fresh clusters');
  expect((await synth(repository, dev())).codes).toEqual([]);
});

it.each([
  ['the cluster itself lists', 'dev', ''],
  [
    'another cluster lists and patches',
    'prod',
    'patches: [{ target: { kind: Kustomization }, patch: "- { op: replace, path: /spec/path, value: ./k8s/clusters/prod }" }]\n',
  ],
])('accepts a root in a base that %s', async (_, cluster, more) => {
  bootstrap('k8s/clusters/_base', './k8s/clusters/dev');
  repository.write('k8s/clusters/_base/flux-system/kustomization.yaml', 'resources: [gotk-sync.yaml]\n');
  repository.write('k8s/clusters/_base/kustomization.yaml', 'resources: [flux-system]\n');
  repository.write(`k8s/clusters/${cluster}/kustomization.yaml`, `resources: [../_base]\n${more}`);
  repository.publish('a base');
  const { codes } = await synth(repository, sampleApp({ dev: { addons: {} } }));
  expect(codes).not.toContain('FX533');
});

it('accepts the folder that the same cluster had before', async () => {
  bootstrap('k8s/clusters/old');
  await synth(repository, devIn('k8s/clusters/old'));
  repository.publish('the tree');
  bootstrap('k8s/clusters/old', './k8s/clusters/dev');
  bootstrap('k8s/clusters/dev');
  const moved = await synth(repository, dev());
  expect(moved.codes).toEqual(['FX518']);
  expect(moved.written).toBe(true);
  // synthApp leaves the old folder as it is.
  repository.git('checkout', 'HEAD', '--', 'k8s/clusters/old/web.yaml', 'k8s/clusters/old/README.md');
  repository.publish('both');
  expect((await synth(repository, dev())).codes).toEqual([]);
});

it("reports nothing if Flux's files can't be read", async () => {
  bootstrap('k8s/clusters/dev');
  repository.write('k8s/clusters/prod/flux-system/gotk-sync.yaml', 'a: [\n');
  repository.write('k8s/clusters/README.md', 'Clusters\n');
  repository.publish('broken');
  expect((await synth(repository, dev())).codes).toEqual([]);
});
