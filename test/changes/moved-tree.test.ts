import { afterEach, beforeEach, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
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
const sync = (folder: string, path: string): void =>
  repository.write(
    `${folder}/flux-system/gotk-sync.yaml`,
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 10m, path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`,
  );
const appAt = (path: string | undefined, addons: Readonly<Record<string, SampleAddon>>): FluxApp =>
  sampleApp({ dev: { addons, ...(path === undefined ? {} : { path }) } });
const appIn = (root: string, addons: Readonly<Record<string, SampleAddon>>): FluxApp =>
  sampleApp({ dev: { addons } }, new FluxApp({ root }));
const linesOf = ({ clusters }: Synthesized) => clusters.flatMap(({ changes }) => printChanges(changes));

it("refuses to move a cluster to a folder that Flux doesn't read, prints the steps, and accepts the move once they're done", async () => {
  await synth(repository, appAt(undefined, { web, db }));
  sync('k8s/clusters/dev', 'k8s/clusters/dev');
  repository.write('k8s/clusters/dev/mine.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine }\n');
  repository.publish('the tree');
  const moved = () => synth(repository, appAt('flux/dev', { web, db }));
  const refused = await moved();
  expect(refused.diagnostics.map(printDiagnostic).join('')).toBe(
    `error FX015 folder-moved: Flux's root reads "k8s/clusters/dev" at origin/main, and synth writes the Kustomizations of cluster "dev" to "flux/dev" now: Flux would not read them
  at   dev
  note 1. copy what synth doesn't write to "flux/dev": k8s/clusters/dev/flux-system, k8s/clusters/dev/mine.yaml
  note 2. let the root in both copies read it: spec.path: ./flux/dev (of a FluxInstance, spec.sync.path)
  note 3. run npx fluxspan synth again: it writes "flux/dev", and leaves "k8s/clusters/dev" as it is; merge both
  note 4. when Flux has reconciled that (flux get kustomizations), delete "k8s/clusters/dev"
  fix  move it in these steps; or take the old place back: root: 'k8s', and no path
`,
  );
  expect(refused.written).toBe(false);
  expect(linesOf(refused)).toEqual([]);

  sync('k8s/clusters/dev', 'flux/dev');
  sync('flux/dev', 'flux/dev');
  // Flux's root would read the new folder, and delete what it doesn't have.
  const forgotten = await moved();
  expect(forgotten.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['FX518', 'error']]);
  expect(forgotten.diagnostics[0]!.notes).toContain(
    'move these along, or Flux deletes what they declare: k8s/clusters/dev/mine.yaml',
  );
  repository.write('flux/dev/more/mine.yaml', repository.read('k8s/clusters/dev/mine.yaml'));
  const told = await moved();
  expect(told.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['FX518', 'warning']]);
  expect(told.diagnostics[0]!.notes).toEqual(['"k8s/clusters/dev" stays, and synth no longer changes it']);
  expect(told.written).toBe(true);
  expect(repository.has('flux/dev/web.yaml')).toBe(true);
  repository.publish('both');
  expect((await moved()).codes).toEqual([]);
});

it('finds a tree whose app root has changed, and prints where Flux must read the new one', async () => {
  await synth(repository, appIn('k8s', { web, db }));
  repository.publish('the tree');
  const moved = await synth(repository, appIn('infra/k8s', { web, db }));
  expect(moved.diagnostics.map(printDiagnostic).join('')).toBe(
    `error FX015 folder-moved: Flux's root reads "k8s/clusters/dev" at origin/main, and synth writes the Kustomizations of cluster "dev" to "infra/k8s/clusters/dev" now: Flux would not read them
  at   dev
  note 1. run npx fluxspan synth --no-base: it writes "infra/k8s/clusters/dev", and leaves "k8s/clusters/dev" as it is; merge both
  note 2. where Flux's root is declared, let it read the new folder: spec.path: ./infra/k8s/clusters/dev
  note 3. when Flux has reconciled that (flux get kustomizations), delete "k8s/clusters/dev"
  fix  move it in these steps; or take the old place back: root: 'k8s', and no path
`,
  );
  expect(linesOf(moved)).toEqual([
    '~ Kustomization/db in flux-system (flux-system)',
    '~ Kustomization/web in flux-system (flux-system)',
  ]);
});

it('still refuses losses and changes of owner in a moved tree', async () => {
  await synth(repository, appIn('k8s', { web, db }));
  repository.publish('the tree');
  expect((await synth(repository, appIn('deploy', { web }))).codes).toEqual(['FX015', 'FX502']);
  const renamed = await synth(repository, appIn('deploy', { web, database: db }));
  expect(renamed.codes).toEqual(['FX015', 'FX501']);
  expect(renamed.written).toBe(false);
});

it('recognizes a project that moved in its repository, and ignores other projects', async () => {
  await synth(repository, appIn('k8s', { web }));
  repository.write('cdk8s.yaml', 'app: app.ts\n');
  repository.publish('the tree');
  repository.write('platform/README.md', 'the project\n');
  const inside = Object.create(repository, { folder: { value: `${repository.folder}/platform` } }) as Repository;
  expect((await synth(inside, appIn('k8s', { web }), { check: true })).codes).toEqual([]);
  repository.delete('cdk8s.yaml');
  const moved = await synth(inside, appIn('k8s', { web }), { check: true });
  expect(moved.codes).toEqual(['FX015']);
  expect(linesOf(moved)).toEqual(['~ Kustomization/web in flux-system (flux-system)']);
  repository.delete('k8s');
  const [gone] = (await synth(inside, appIn('k8s', { web }), { check: true })).diagnostics;
  expect(gone!.notes[0]).toBe(
    '"k8s/clusters/dev" is gone here: Flux would find nothing where it reads, and apply nothing more',
  );
  expect(gone!.fix).toContain('git restore --source origin/main k8s/clusters/dev');
});
