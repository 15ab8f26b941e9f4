import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { Component } from '../../../src/flux/components.js';
import { Repository } from '../repository.js';
import { type SampleObject, sampleApp } from '../sample-app.js';
import { type Synthesized, synth } from '../synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev';
const FLUX = `${FOLDER}/flux-system`;
const FOUR: readonly Component[] = [
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
];
const without = (...names: readonly Component[]) => FOUR.filter((one) => !names.includes(one));
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');
const configMap: SampleObject = { kind: 'ConfigMap', name: 'a', namespace: 'web' };
const release: SampleObject = { kind: 'HelmRelease', name: 'web', namespace: 'web' };
const dev = (...objects: readonly SampleObject[]) =>
  sampleApp({ dev: { addons: { web: { objects: [configMap, ...objects] } } } });

const instance = (components?: readonly string[], annotations = '') => `apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system${annotations} }
spec:
  distribution: { version: 2.x, registry: ghcr.io/fluxcd }
${components === undefined ? '' : `  components: [${components.join(', ')}]\n`}  sync:
    kind: GitRepository
    url: https://example.org/fleet
    ref: refs/heads/main
    path: ./${FOLDER}
`;

const deployments = (names: readonly string[]) =>
  names
    .map(
      (name) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: flux-system }
spec: { template: { spec: { containers: [{ name: manager, image: 'ghcr.io/fluxcd/${name}:v1' }] } } }
`,
    )
    .join('---\n');

const sync = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1m, url: https://example.org/fleet, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ./${FOLDER}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;

/** A cluster with a file that changes. */
const change = async (
  path: string,
  [before, after]: readonly [string, string],
  app: () => FluxApp = () => dev(release),
): Promise<Synthesized> => {
  repository.write(path, before);
  expect((await synth(repository, app())).written).toBe(true);
  repository.publish('a cluster');
  repository.write(path, after);
  return synth(repository, app());
};

describe.each([`${FLUX}/instance.yaml`, `${FOLDER}/instance.yaml`])('the controllers of a FluxInstance: %s', (path) => {
  it('may not leave it while there is something for them to do', async () => {
    const found = await change(path, [instance(FOUR), instance(without('helm-controller'))]);
    expect(found.codes).toEqual(['FX549']);
    expect(found.written).toBe(false);
    expect(textOf(found)).toContain(
      'helm-controller leaves FluxInstance/flux in flux-system: Flux Operator deletes it, and may delete its CRDs with every object of them in the cluster. Nothing reconciles HelmRelease/web in web any more',
    );
    expect(textOf(found)).toContain(`at   ${path}`);
    expect(textOf(found)).toContain("fix  keep 'helm-controller' in spec.components; to do without it");
  });
});

describe('the controllers of a FluxInstance', () => {
  const path = `${FLUX}/instance.yaml`;
  const alert = `apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata: { name: all, namespace: flux-system }
spec: { providerRef: { name: chat }, eventSources: [] }
`;

  it.each([
    ['those that it has by default', undefined, without('notification-controller'), 'notification-controller'],
    ['the one without which nothing is fetched', FOUR, without('source-controller'), 'source-controller'],
    ['the one without which nothing is applied', FOUR, without('kustomize-controller'), 'kustomize-controller'],
  ] as const)('are needed: %s', async (_, from, to, name) => {
    repository.write(`${FOLDER}/alert.yaml`, alert);
    const found = await change(path, [instance(from), instance(to)]);
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain(`${name} leaves`);
  });

  it.each([
    ['with nothing to do', without('helm-controller'), () => dev()],
    ['of others', without('notification-controller'), () => dev(release)],
    ['that come', [...FOUR, 'image-reflector-controller'], () => dev(release)],
  ] as const)('may change: those %s', async (_, to, app) => {
    expect((await change(path, [instance(FOUR), instance(to)], app)).codes).toEqual([]);
  });

  it('stay where the operator does nothing for it', async () => {
    const off = ", annotations: { fluxcd.controlplane.io/reconcile: 'disabled' }";
    expect((await change(path, [instance(FOUR, off), instance(without('helm-controller'), off)])).codes).toEqual([]);
  });

  it('are those of the code too', async () => {
    repository.write(`${FLUX}/kustomization.yaml`, 'resources: [../../../flux-settings/dev]\n');
    repository.write(`${FOLDER}/alert.yaml`, alert);
    const app = (components: readonly Component[]) => {
      const made = new FluxApp();
      const url = 'https://example.org/fleet';
      const operator = { sync: { kind: 'GitRepository', url, ref: 'refs/heads/main' } } as const;
      new FluxCluster(made, 'dev', { flux: { version: '2.9', components, operator } });
      return made;
    };
    expect((await synth(repository, app(FOUR))).written).toBe(true);
    repository.publish('a cluster');
    const found = await synth(repository, app(without('notification-controller')));
    expect(found.codes).toEqual(['FX549']);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('the controllers that flux bootstrap writes', () => {
  const path = `${FLUX}/gotk-components.yaml`;
  beforeEach(() => {
    repository.write(`${FLUX}/gotk-sync.yaml`, sync);
    repository.write(`${FLUX}/kustomization.yaml`, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
  });
  const changeTo = (to: readonly string[]) => change(path, [deployments(FOUR), deployments(to)]);

  it('may not go while there is something for them to do', async () => {
    const found = await changeTo(without('helm-controller'));
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain(
      'helm-controller goes: Flux deletes it. Nothing reconciles HelmRelease/web in web any more',
    );
  });

  it('may not go where nothing reaches the cluster without them', async () => {
    const found = await changeTo(without('source-controller'));
    expect(found.codes).toEqual(['FX549']);
    expect(textOf(found)).toContain('Flux deletes it. Without it, no commit reaches the cluster any more');
  });

  it('may go where nothing needs them, or where a FluxInstance has them from now on', async () => {
    expect((await changeTo(without('notification-controller'))).codes).toEqual([]);
    repository.write(path, deployments(without('helm-controller')));
    repository.write(`${FOLDER}/instance.yaml`, instance(FOUR).replace(/ {2}sync:[\s\S]*/, ''));
    expect((await synth(repository, dev(release))).codes).toEqual([]);
  });
});
