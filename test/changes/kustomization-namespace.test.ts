import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { Repository } from './repository.js';
import { type SampleAddon, sampleApp } from './sample-app.js';
import { finish, handover, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const objects: SampleAddon['objects'] = [{ kind: 'StatefulSet', name: 'db' }];
const flux: SampleAddon = { objects };
const own: SampleAddon = { objects, kustomization: { namespace: 'default' } };
const dev = (db: SampleAddon | undefined, removed: readonly string[] = []) =>
  sampleApp({ dev: { addons: { ...(db === undefined ? {} : { db }) }, removed } });
const published = async (app: ReturnType<typeof sampleApp>, message: string) => {
  const result = await synth(repository, app);
  // The second step of a handover prints a notice.
  const problems = result.diagnostics.filter(({ severity }) => severity !== 'notice');
  expect(problems.map(printDiagnostic).join('')).toBe('');
  expect(result.written).toBe(true);
  repository.publish(message);
  return result.clusters.flatMap(({ changes }) => printChanges(changes));
};

it('treats a Kustomization that moves to another namespace as another owner, and hands over in two commits', async () => {
  await published(dev(flux), 'the tree');
  const refused = await synth(repository, dev(own));
  expect(refused.codes).toContain('FX501');
  expect(refused.diagnostics.map(printDiagnostic).join('')).toContain(
    'from Kustomization "db" to "default/db": Flux would delete it',
  );
  expect(handover(repository, dev(own)).diagnostics).toEqual([]);
  expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('  deletionPolicy: Orphan\n');
  repository.publish('step 1');
  expect(finish(repository, dev(own))).toMatchObject({ step: 'second' });
  await published(dev(own), 'step 2');
  expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('  name: db\n  namespace: default\n');
  expect(repository.read('k8s/clusters/dev/db.yaml')).not.toContain('Orphan');
});

it('names an owner with its namespace, and removes its objects with it', async () => {
  await published(dev(own), 'the tree');
  const unchanged = await synth(repository, dev(own), { check: true });
  expect(unchanged).toMatchObject({ clean: true, codes: [] });
  const silent = await synth(repository, dev(undefined));
  expect(silent.written).toBe(false);
  const lines = await published(dev(undefined, ['db']), 'gone');
  expect(lines.join('\n')).toContain('StatefulSet/db in default (default/db)');
});

it('keeps a namespace in the cluster when a Kustomization moves into it', async () => {
  const apps = (kustomization: { readonly namespace?: string }) => {
    const make = (name: string, more: object) =>
      defineAddon({
        name,
        namespace: 'apps',
        ...more,
        build: (scope) => void new ConfigMap(scope, 'data', { data: {} }),
      });
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage('one', [
      make('first', { createNamespace: true })(),
      make('second', {})({ kustomization }),
    ] as never);
    return cluster.node.root as FluxApp;
  };
  await published(apps({}), 'the tree');
  const next = apps({ namespace: 'apps' });
  const before = repository.read('k8s/addons/dev/first/namespace.yaml');
  expect(before).toContain('kustomize.toolkit.fluxcd.io/prune: disabled');
  const refused = await synth(repository, next);
  expect(refused.codes).toEqual(['FX501']);
  expect(refused.diagnostics.map(printDiagnostic).join('')).not.toContain('Namespace/apps');
  // Flux deletes no namespace of these, so that it moves with the first step already.
  const { diagnostics, clusters } = handover(repository, next);
  expect(diagnostics).toEqual([]);
  expect(clusters.flatMap(({ changes }) => printChanges(changes))).toContain('→ Namespace/apps (first → flux-system)');
  expect(repository.read('k8s/clusters/dev/first.yaml')).toContain('kind: Namespace\nmetadata:\n  name: apps\n');
  repository.publish('step 1');
  expect(finish(repository, next)).toMatchObject({ step: 'second' });
  await published(next, 'step 2');
  expect(repository.read('k8s/clusters/dev/first.yaml')).toContain('kind: Namespace\nmetadata:\n  name: apps\n');
});
