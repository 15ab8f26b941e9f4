import { afterEach, beforeEach, expect, it } from 'vitest';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { printChanges } from '../../src/handover/print-handover.js';
import { Repository } from './repository.js';
import { type SampleAddon, sampleApp } from './sample-app.js';
import { type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const web: SampleAddon = { objects: [{ kind: 'ConfigMap', name: 'web' }] };
const db: SampleAddon = { objects: [{ kind: 'StatefulSet', name: 'db' }] };
const appIn = (root: string, addons: Readonly<Record<string, SampleAddon>>): FluxApp =>
  sampleApp({ dev: { addons } }, new FluxApp({ root }));
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

it('compares with the tree where the base has it, and says that Flux applies that one', async () => {
  await synth(repository, appIn('k8s', { web, db }));
  repository.write('k8s/clusters/dev/mine.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine }\n');
  repository.publish('the tree');
  const moved = await synth(repository, appIn('infra/k8s', { web, db }));
  expect(moved.diagnostics.map(printDiagnostic).join('')).toBe(
    `warning FX518 tree-moved: the tree of cluster "dev" is in "k8s" at origin/main, and synth writes it to "infra/k8s" now: Flux applies the old one until it is told to read the new one
  at   dev
  note "k8s" is still there, and synth no longer changes it
  note move these along, or Flux deletes what they declare: k8s/clusters/dev/mine.yaml
  fix  commit both trees and let Flux read the new one: flux bootstrap with --path=infra/k8s/clusters/dev, which takes Flux's own files along (of a FluxInstance, spec.sync.path); when that is reconciled, delete "k8s". Or give the app its old place again (root: 'k8s')
`,
  );
  expect(moved.written).toBe(true);
  expect(linesOf(moved)).toEqual([
    '~ Kustomization/db in flux-system (flux-system)',
    '~ Kustomization/web in flux-system (flux-system)',
  ]);
  // Once both are there, the new one counts.
  repository.publish('both');
  expect((await synth(repository, appIn('infra/k8s', { web, db }))).codes).toEqual([]);
});

it('still refuses what destroys, and a change of owner', async () => {
  await synth(repository, appIn('k8s', { web, db }));
  repository.publish('the tree');
  expect((await synth(repository, appIn('deploy', { web }))).codes).toEqual(['FX518', 'FX502']);
  const renamed = await synth(repository, appIn('deploy', { web, database: db }));
  expect(renamed.codes).toEqual(['FX518', 'FX501']);
  expect(renamed.diagnostics[0]).toMatchObject({ severity: 'error' });
  expect(renamed.written).toBe(false);
});

it('sees a project that moved in its repository, and no other project', async () => {
  await synth(repository, appIn('k8s', { web }));
  repository.write('cdk8s.yaml', 'app: app.ts\n');
  repository.publish('the tree');
  repository.write('platform/README.md', 'the project\n');
  const inside = Object.create(repository, { folder: { value: `${repository.folder}/platform` } }) as Repository;
  expect((await synth(inside, appIn('k8s', { web }), { check: true })).codes).toEqual([]);
  repository.delete('cdk8s.yaml');
  const moved = await synth(inside, appIn('k8s', { web }), { check: true });
  expect(moved.codes).toEqual(['FX518']);
  expect(linesOf(moved)).toEqual([]);
  repository.delete('k8s');
  expect((await synth(inside, appIn('k8s', { web }), { check: true })).diagnostics[0]!.notes).toEqual([
    '"k8s" is gone here: Flux would find nothing where it reads, and apply nothing more',
  ]);
});
