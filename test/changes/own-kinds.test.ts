import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { crdOf } from '../support/crd.js';
import { Repository } from './repository.js';
import { handover, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const crd = crdOf('Fleet', { type: 'object' }, 'Cluster');
const fleet = { apiVersion: 'example.org/v1', kind: 'Fleet', metadata: { name: 'a' } };

/** A cluster of addons, each a list of objects. */
const appOf = (addons: Readonly<Record<string, readonly object[]>>): FluxApp => {
  const app = new FluxApp();
  const made = Object.entries(addons).map(([name, objects]) =>
    defineAddon({
      name,
      namespace: 'default',
      build: (scope) => {
        for (const [index, object] of objects.entries()) new ApiObject(scope, `object-${index}`, object as never);
      },
    })(),
  );
  new FluxCluster(app, 'dev', { external: ['example.org'] }).stage('all', made as never);
  return app;
};
const linesOf = (result: Awaited<ReturnType<typeof synth>>) =>
  result.clusters.flatMap(({ changes }) => printChanges(changes));

it('treats a cluster-scoped object as the same with and without namespace', async () => {
  // The base's synth didn't know the kind and wrote the addon's namespace, which the API server drops.
  expect((await synth(repository, appOf({ web: [fleet] }))).written).toBe(true);
  repository.publish('the tree');
  expect(repository.git('grep', '-l', 'namespace: default', 'HEAD', '--', 'k8s/addons')).toContain('web/fleet.yaml');
  const result = await synth(repository, appOf({ crds: [crd], web: [fleet] }));
  expect(result.codes.filter((code) => code.startsWith('FX5'))).toEqual([]);
  const lines = linesOf(result).filter((line) => line.includes('Fleet/a'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^~/);
});

it('hands a cluster-scoped object over under the same identity', async () => {
  expect((await synth(repository, appOf({ web: [fleet] }))).written).toBe(true);
  repository.publish('the tree');
  const next = () => appOf({ crds: [crd], web: [], other: [fleet] });
  const result = await synth(repository, next());
  expect([result.written, result.codes.includes('FX501')]).toEqual([false, true]);
  const first = handover(repository, next());
  expect('code' in first).toBe(false);
  expect(repository.git('diff', '--', 'k8s/addons/dev/web')).toContain('kustomize.toolkit.fluxcd.io/prune: disabled');
});
