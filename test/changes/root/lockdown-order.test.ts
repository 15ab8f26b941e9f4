import type { Construct } from 'constructs';
import { HelmRelease, helmChart } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { addon, clusterOf } from '../../support/synthesize.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const FOLDER = 'k8s/clusters/dev/flux-system';

/** A release from a Helm repository. */
const appOf = (options: object): FluxApp => {
  const app = new FluxApp();
  const build = (scope: Construct) =>
    void new HelmRelease(scope, 'web', {
      chart: helmChart({ url: 'https://charts.example.org', chart: 'web', version: '1.0.0' }),
    });
  clusterOf({ all: [addon('web', { build })] }, { app, options });
  return app;
};
const moved = { chartSourceNamespace: 'release-namespace' };

const controller = (...args: readonly string[]) =>
  repository.write(
    `${FOLDER}/gotk-components.yaml`,
    `apiVersion: apps/v1
kind: Deployment
metadata: { name: helm-controller, namespace: flux-system }
spec: { template: { spec: { containers: [{ name: manager, args: ${JSON.stringify(['--watch-all-namespaces', ...args])} }] } } }
`,
  );

const running = async () => {
  repository.write(
    `${FOLDER}/gotk-sync.yaml`,
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ./k8s/clusters/dev
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`,
  );
  repository.write(`${FOLDER}/kustomization.yaml`, 'resources: [gotk-components.yaml, gotk-sync.yaml]\n');
  controller();
  expect((await synth(repository, appOf({}))).written).toBe(true);
  repository.publish('a cluster');
};

it('warns if one change enables lockdown and moves the sources', async () => {
  await running();
  controller('--no-cross-namespace-refs=true');
  const both = await synth(repository, appOf({ lockdown: true }));
  expect(both).toMatchObject({ codes: ['FX525'], written: true });
  expect(both.diagnostics.map(printDiagnostic).join('')).toContain(
    'warning FX525 lockdown-order: HelmRelease/web in default gets stuck',
  );
});

it('reports nothing if lockdown and the move are in the right order', async () => {
  await running();
  expect((await synth(repository, appOf(moved))).codes).toEqual([]);
  repository.publish('the sources moved');
  controller('--no-cross-namespace-refs=true');
  expect((await synth(repository, appOf({ lockdown: true }))).codes).toEqual([]);
});

it("reports the required order if the repository doesn't show the flag", async () => {
  expect((await synth(repository, appOf({}))).written).toBe(true);
  repository.publish('a cluster');
  const found = await synth(repository, appOf({ lockdown: true }));
  expect(found.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning FX525']);
});
