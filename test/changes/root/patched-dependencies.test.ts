import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { addon } from '../../support/synthesize.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const SYNC = `${FOLDER}/flux-system/gotk-sync.yaml`;
const sync = (more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ./${FOLDER}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const patch = (name: string, dependsOn: string) => `  patches:
  - target: { kind: Kustomization, name: ${name} }
    patch: |
      - op: add
        path: /spec/dependsOn
        value: ${dependsOn}
`;
const hand = (more: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: hand, namespace: flux-system }
spec:
  interval: 10m
  path: ./hand
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: h, namespace: default }\n';
const app = () => {
  const made = new FluxApp();
  const cluster = new FluxCluster(made, 'dev') as unknown as {
    stage(name: string, addons: readonly object[]): typeof cluster;
  };
  cluster.stage('first', [addon('web', { provides: ['web'] })]).stage('second', [addon('shop', { requires: ['web'] })]);
  return made;
};
const said = async (): Promise<string> =>
  (await synth(repository, app())).diagnostics
    .map(printDiagnostic)
    .join('')
    .replaceAll(/test\/[\w/.-]+:\d+/g, '<place>');

beforeEach(async () => {
  repository.write(SYNC, sync());
  repository.write(`${FOLDER}/flux-system/kustomization.yaml`, 'resources: [gotk-sync.yaml]\n');
  repository.write('hand/a.yaml', configMap);
  expect((await synth(repository, app())).written).toBe(true);
  repository.publish('a cluster');
});

describe("a patch of the root that adds to an addon's dependsOn", () => {
  it('is refused if a hand-written Kustomization depends on the addon', async () => {
    repository.write(SYNC, sync(patch('web', '[{ name: hand }]')));
    repository.write(`${FOLDER}/hand.yaml`, hand('  dependsOn: [{ name: web }]\n'));
    expect(await said()).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/hand waits for Kustomization/web, which itself comes only after Kustomization/hand
        at   k8s/clusters/dev/hand.yaml
        note 1. Kustomization/hand depends on Kustomization/web (k8s/clusters/dev/hand.yaml)
        note 2. Kustomization/web depends on Kustomization/hand (k8s/clusters/dev/flux-system/gotk-sync.yaml:13)
        fix  take one of these dependencies out; Kustomization/hand must not wait for what depends on it
      "
    `);
  });

  it('is refused if the circle runs through another addon', async () => {
    repository.write(SYNC, sync(patch('web', '[{ name: hand }]')));
    repository.write(`${FOLDER}/hand.yaml`, hand('  dependsOn: [{ name: shop }]\n'));
    expect(await said()).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/hand waits for Kustomization/shop, which itself comes only after Kustomization/hand
        at   k8s/clusters/dev/hand.yaml
        note 1. Kustomization/hand depends on Kustomization/shop (k8s/clusters/dev/hand.yaml)
        note 2. Kustomization/shop depends on Kustomization/web (spec.dependsOn[0], <place>)
        note 3. Kustomization/web depends on Kustomization/hand (k8s/clusters/dev/flux-system/gotk-sync.yaml:13)
        fix  take one of these dependencies out; Kustomization/hand must not wait for what depends on it
      "
    `);
  });

  it('is refused if it closes a circle between addons', async () => {
    repository.write(SYNC, sync(patch('web', '[{ name: shop }]')));
    expect(await said()).toMatchInlineSnapshot(`
      "error FX640 deadlock: Kustomization/web waits for Kustomization/shop, which itself comes only after Kustomization/web
        at   k8s/clusters/dev/flux-system/gotk-sync.yaml:13
        note 1. Kustomization/web depends on Kustomization/shop (k8s/clusters/dev/flux-system/gotk-sync.yaml:13)
        note 2. Kustomization/shop depends on Kustomization/web (spec.dependsOn[0], <place>)
        fix  take one of these dependencies out; Kustomization/web must not wait for what depends on it
      "
    `);
  });

  it('is accepted if it closes no circle', async () => {
    repository.write(SYNC, sync(patch('shop', '[{ name: web }, { name: hand }]')));
    repository.write(`${FOLDER}/hand.yaml`, hand('  dependsOn: [{ name: web }]\n'));
    expect(await said()).toBe('');
    const waits = "[{ name: hand, readyExpr: 'true' }]";
    repository.write(SYNC, sync(patch('web', waits)));
    expect(await said()).toBe('');
  });
});
