import { afterEach, beforeEach, expect, it } from 'vitest';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { Repository } from './repository.js';
import { type SampleAddon, sampleApp } from './sample-app.js';
import { synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const web: SampleAddon = { objects: [{ kind: 'ConfigMap', name: 'web' }] };
const app = (names: readonly string[], otherClusters: readonly string[] = []): FluxApp =>
  sampleApp(Object.fromEntries(names.map((name) => [name, { addons: { web } }])), new FluxApp({ otherClusters }));
const kustomization = (name: string, path: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 10m, path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;
const root = (name: string): string => `k8s/clusters/${name}/flux-system/gotk-sync.yaml`;
const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: hand }
`;

const publish = async (names: readonly string[]): Promise<void> => {
  await synth(repository, app(names));
  for (const name of names) repository.write(root(name), kustomization('flux-system', `k8s/clusters/${name}`));
  repository.write('k8s/clusters/dev/hand.yaml', kustomization('hand', 'hand'));
  repository.write('hand/claim.yaml', claim);
  repository.write('hand/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: hand }\n');
  repository.publish('the tree');
};

it('refuses a renamed cluster whose root stops reading its folder', async () => {
  await publish(['dev']);
  repository.delete(root('dev'));
  repository.write(root('stage'), kustomization('flux-system', 'k8s/clusters/stage'));
  const { diagnostics, written } = await synth(repository, app(['stage']));
  expect(written).toBe(false);
  expect(diagnostics.filter(({ at }) => at.cluster === 'dev').map(({ code }) => code)).toContain('FX541');
  // Another app would have to keep it there, too.
  expect((await synth(repository, app(['stage'], ['dev']))).codes).toEqual(['FX541']);
});

it("refuses a removed cluster whose root reads another cluster's folder", async () => {
  await publish(['dev', 'two']);
  repository.write(root('two'), kustomization('flux-system', 'k8s/clusters/dev'));
  expect((await synth(repository, app(['dev']))).codes).toContain('FX541');
});

it('refuses losses in hand-written Kustomizations of an undeclared cluster', async () => {
  await publish(['dev', 'two']);
  repository.delete('hand/claim.yaml');
  const { diagnostics } = await synth(repository, app(['two']));
  expect(diagnostics.map(({ code, at }) => [code, at.object])).toEqual([
    ['FX502', 'PersistentVolumeClaim/data in hand'],
  ]);
  // The other app sees it.
  expect((await synth(repository, app(['two'], ['dev']))).codes).toEqual([]);
});

it('ignores an undeclared cluster that stays the same, whichever app declares it', async () => {
  await publish(['dev', 'two']);
  repository.write('hand/more.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: more, namespace: hand }\n');
  expect((await synth(repository, app(['two']))).codes).toEqual([]);
  expect((await synth(repository, app(['two'], ['dev']))).codes).toEqual([]);
});

it('accepts the removal of the remaining folder once the code declared the removals', async () => {
  await publish(['dev', 'two']);
  const emptied = sampleApp({ dev: { addons: { web } }, two: { addons: {}, removed: ['web'] } });
  expect((await synth(repository, emptied)).codes).toEqual([]);
  repository.publish('emptied');
  repository.git('rm', '-rq', 'k8s/clusters/two');
  expect((await synth(repository, app(['dev']))).codes).toEqual([]);
});
