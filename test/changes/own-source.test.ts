import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { existingSource } from '../../src/addon/source.js';
import { printComparison } from '../../src/changes/comparison/print-comparison.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { Repository } from './repository.js';
import { synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const app = (interval: '10m' | '20m'): FluxApp => {
  const apps = defineAddon({
    name: 'apps',
    source: existingSource({ kind: 'GitRepository', name: 'flux-system' }),
    path: './infra/apps',
    kustomization: { interval, prune: true },
  });
  const flux = new FluxApp();
  new FluxCluster(flux, 'dev').stage('all', [apps()]);
  return flux;
};

it('leaves a hand-written folder in the same repository unchanged', async () => {
  const folder = join(repository.folder, 'infra/apps');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'config.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: by-hand\n  namespace: default\ndata:\n  a: b\n',
  );
  const first = await synth(repository, app('10m'));
  expect(first).toMatchObject({ written: true, codes: [] });
  repository.publish('the tree');
  const second = await synth(repository, app('20m'));
  expect(second).toMatchObject({ written: true, codes: [] });
  expect(printComparison(second.clusters, new Map())).toMatch(
    /^dev: 1 to change \(.*\)\n {2}~ Kustomization\/apps in flux-system \(flux-system\)\n$/,
  );
});
