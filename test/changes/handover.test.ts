import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAddon } from '../../src/addon/define-addon.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { helmChart } from '../../src/constructs/helm-chart.js';
import { HelmRelease } from '../../src/constructs/helm-release.js';
import { hostname } from '../../src/contract/ready-made.js';
import { printDiagnostic, printDiagnostics } from '../../src/diagnostics/print.js';
import { diffOf } from '../diff/diff-of.js';
import { withOldHeader } from '../support/old-header.js';
import { Repository } from './repository.js';
import { type SampleAddon, type SampleCluster, sampleApp } from './sample-app.js';
import { finish, handover, type Synthesized, synth } from './synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const db: SampleAddon = {
  objects: [
    { kind: 'StatefulSet', name: 'db' },
    { kind: 'ConfigMap', name: 'db-settings' },
  ],
};
const web: SampleAddon = { objects: [{ kind: 'ConfigMap', name: 'web' }] };
const dev = (addons: Readonly<Record<string, SampleAddon>>, removed: readonly string[] = []) =>
  sampleApp({ dev: { addons, removed } });

/** What Flux has: the tree of this app, merged. */
const reconciled = async (app: ReturnType<typeof sampleApp>): Promise<void> => {
  expect((await synth(repository, app)).written).toBe(true);
  repository.publish('the tree');
};
const linesOf = (result: Synthesized) => result.clusters.flatMap(({ changes }) => printChanges(changes));
const textOf = (result: { readonly diagnostics: Synthesized['diagnostics'] }) =>
  result.diagnostics.map(printDiagnostic).join('');

describe('a change of owner', () => {
  it('is refused in one commit, with what Flux would delete and the command to run', async () => {
    await reconciled(dev({ db, web }));
    const result = await synth(repository, dev({ database: db, web }));
    expect(result.written).toBe(false);
    expect(textOf(result)).toBe(
      `error FX501 owner-changed: 2 objects would change owner in one change, from Kustomization "db" to "database": Flux would delete them before the new owner applies them
  at   dev/ConfigMap/db-settings in default
  note objects: ConfigMap/db-settings in default, StatefulSet/db in default
  note deleting StatefulSet/db in default also deletes its pods
  note the old owner is as origin/main has it; if Flux follows another branch, name that as \`base\` of the cluster
  fix  run npx fluxspan handover --cluster dev: it writes the first of two commits, in which the old owner lets go; when origin/main has it and Flux has reconciled it, npx fluxspan handover --finish --cluster dev writes the second
`,
    );
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('is handed over in two commits, with the same tree at the end as one commit', async () => {
    await reconciled(dev({ db, web }));
    const next = dev({ database: db, web });
    const first = handover(repository, next);
    expect(first.diagnostics).toEqual([]);
    expect(first.files).toEqual([
      { mark: '~', path: 'k8s/clusters/dev/README.md' },
      { mark: '~', path: 'k8s/clusters/dev/db.yaml' },
    ]);
    expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('# handover, step 1 of 2');
    expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('  prune: false\n');
    expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('  deletionPolicy: Orphan\n');
    expect(repository.read('k8s/clusters/dev/README.md')).toContain(
      '→ StatefulSet/db in default (db → database)\n- Kustomization/db in flux-system (flux-system)\n',
    );

    // On the branch, before and after the merge, the tree declares itself a first step.
    const inStep = repository.files('k8s');
    for (const publish of [false, true]) {
      if (publish) repository.publish('step 1');
      const check = await synth(repository, next, { check: true });
      expect(check).toMatchObject({ clean: true, codes: ['FX510'] });
      expect(textOf(check)).toContain(
        publish ? 'cluster "dev": a handover is under way since ' : 'cluster "dev": handover, step 1 of 2\n',
      );
      expect(await synth(repository, next)).toMatchObject({ written: true, codes: ['FX510'] });
      expect(repository.files('k8s')).toEqual(inStep);
    }
    expect(handover(repository, next).next[0]).toContain('every old owner has let go in origin/main already: dev');

    expect(finish(repository, next)).toMatchObject({ step: 'second', diagnostics: [] });
    const tree = repository.files('k8s');
    const second = await synth(repository, next);
    expect(second).toMatchObject({ written: true, codes: ['FX510'] });
    expect(textOf(second)).toContain('handover, step 2 of 2: 2 objects get their new owner');
    expect(repository.files('k8s')).toEqual(tree);
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true });
    repository.publish('step 2');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true, codes: [] });

    const fresh = new Repository();
    try {
      expect((await synth(fresh, next)).written).toBe(true);
      expect(fresh.files('k8s')).toEqual(tree);
    } finally {
      fresh.remove();
    }
  });

  it('marks only the objects if the old owner stays, so that Flux still deletes removed ones', async () => {
    const old = { kind: 'ConfigMap', name: 'old' };
    await reconciled(dev({ db: { objects: [...db.objects, old] }, web }));
    const next = dev({ db: { objects: [db.objects[1]!] }, web, store: { objects: [db.objects[0]!] } });
    const first = handover(repository, next);
    expect(first.files.map(({ path }) => path)).toEqual([
      'k8s/addons/dev/db/stateful-set.yaml',
      'k8s/clusters/dev/README.md',
    ]);
    expect(repository.read('k8s/addons/dev/db/stateful-set.yaml')).toContain(
      'kustomize.toolkit.fluxcd.io/prune: disabled',
    );
    repository.publish('step 1');
    expect(finish(repository, next)).toMatchObject({ step: 'second' });
    const second = await synth(repository, next);
    expect(linesOf(second)).toEqual([
      '+ Kustomization/store in flux-system',
      '→ StatefulSet/db in default (db → store)',
      '- ConfigMap/old in default (db)',
    ]);
    expect(second.written).toBe(true);
    expect(repository.read('k8s/addons/dev/store/stateful-set.yaml')).not.toContain('prune');
  });

  it('reports no loss that the unmerged first step prevents', async () => {
    const claim = { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'default' };
    await reconciled(dev({ db: { objects: [...db.objects, claim] }, web }));
    const next = dev({ database: db, web });
    expect((await synth(repository, next)).codes).toEqual(['FX501', 'FX502']);
    repository.git('checkout', '--quiet', '-b', 'rename');
    handover(repository, next);
    expect((await synth(repository, next)).codes).toEqual(['FX510']);
    expect(finish(repository, next).diagnostics.map(({ code }) => code)).toEqual(['FX508']);
  });

  it('is refused while the first step is only on this branch, and while both steps are on it', async () => {
    await reconciled(dev({ db, web }));
    const next = dev({ database: db, web });
    repository.git('checkout', '--quiet', '-b', 'rename');
    handover(repository, next);
    repository.commit('step 1');
    const early = finish(repository, next);
    expect(early.diagnostics.map(({ code }) => code)).toEqual(['FX508']);
    expect(textOf(early)).toContain('is here, and not in origin/main yet');
    expect(repository.git('status', '--porcelain')).toBe('');

    // Somebody who will not hear it, and CI that does.
    const root = `${repository.folder}/k8s`;
    const { planApp } = await import('../../src/tree/plan-app.js');
    const { compareTree } = await import('../../src/tree/compare-tree.js');
    const { writeTree } = await import('../../src/tree/write-tree.js');
    const plan = planApp(next);
    writeTree(root, compareTree(root, plan.files, plan.scope, { force: false, tree: plan.layout }), plan.files);
    repository.commit('step 2');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: false, codes: ['FX501'] });
    // Squashed, it is the same.
    repository.git('reset', '--quiet', '--soft', 'origin/main');
    repository.commit('both');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: false, codes: ['FX501'] });
  });

  it('needs no first step if the old owner never prunes', async () => {
    const careful = { objects: db.objects, kustomization: { prune: false } };
    await reconciled(dev({ db: careful, web }));
    const result = await synth(repository, dev({ database: db, web }));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toContain('→ StatefulSet/db in default (db → database)');
  });

  it('of a Kustomization that an addon generates moves all that it applies', async () => {
    const nested = { kind: 'Kustomization', name: 'inner', namespace: 'flux-system' };
    await reconciled(dev({ db: { objects: [...db.objects, nested] }, web }));
    const gone = await synth(repository, dev({ db, web }));
    expect(textOf(gone)).toContain(
      'FX502 removal-not-declared: Kustomization "inner" is removed, and Flux deletes all that it applies, which is not seen here',
    );
    const next = dev({ db, web: { objects: [...web.objects, nested] } });
    const refused = await synth(repository, next);
    expect(textOf(refused)).toContain(
      'note deleting Kustomization/inner in flux-system also deletes all that it applies, which is not seen here',
    );
    handover(repository, next);
    expect(repository.read('k8s/addons/dev/db/flux-kustomization.yaml')).toContain('prune: disabled');
    repository.publish('step 1');
    expect(await synth(repository, next)).toMatchObject({ written: true, codes: ['FX510'] });
  });

  it('needs a first step only in the clusters that have one', async () => {
    const both = (addons: Readonly<Record<string, SampleAddon>>, text: string) =>
      sampleApp({
        dev: { addons },
        prod: { addons: { web: { objects: [{ kind: 'ConfigMap', name: 'web', data: text }] } } },
      });
    await reconciled(both({ db, web }, 'one'));
    const next = both({ database: db, web }, 'two');
    handover(repository, next);
    // Nothing of prod waits for it.
    expect(repository.read('k8s/addons/prod/web/config-map.yaml')).toContain('two');
    const check = await synth(repository, next, { check: true });
    expect(check).toMatchObject({ clean: true, codes: ['FX510'] });
    repository.publish('step 1');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true });
    expect(finish(repository, next)).toMatchObject({ step: 'second', diagnostics: [] });
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true });
  });

  it('names the branch of each cluster if they differ', async () => {
    const app = (addons: SampleCluster['addons']) =>
      sampleApp({ dev: { addons }, prod: { addons, base: 'origin/live' }, qa: { addons, base: 'origin/live' } });
    await reconciled(app({ db, web }));
    repository.git('push', '--quiet', 'origin', 'HEAD:live');
    repository.git('fetch', '--quiet', 'origin');
    const next = app({ database: db, web });
    const { text } = printDiagnostics((await synth(repository, next)).diagnostics);
    expect(text).toMatch(/note and in 1 more cluster: qa\n/);
    expect(text).toMatch(/--cluster dev: .* when origin\/main has it and/);
    expect(text).toMatch(/--cluster prod --cluster qa: .* when origin\/live has it and/);
    expect(handover(repository, next).next).toContain(
      'commit it with the code, and merge it into origin/main (dev) and origin/live (prod, qa)',
    );
    repository.publish('step 1');
    repository.git('push', '--quiet', 'origin', 'HEAD:live');
    repository.git('fetch', '--quiet', 'origin');
    expect(handover(repository, next).next[0]).toBe(
      'every old owner has let go already: in origin/main (dev) and origin/live (prod, qa)',
    );
  });
});

describe('a removal', () => {
  it("is refused if it destroys more than the object and isn't declared", async () => {
    const crd = { kind: 'CustomResourceDefinition', name: 'widgets.example.org' };
    const widgets = { objects: [crd, { kind: 'ConfigMap', name: 'w' }] };
    await reconciled(dev({ db, widgets, web: { objects: [...web.objects, { kind: 'Widget', name: 'one' }] } }));
    const next = {
      widgets: { objects: [{ kind: 'ConfigMap', name: 'w' }] },
      web: { objects: [...web.objects, { kind: 'Widget', name: 'one' }] },
    };
    const result = await synth(repository, dev(next));
    expect(result.written).toBe(false);
    expect(textOf(result)).toBe(
      `error FX502 removal-not-declared: Kustomization "db" is removed, and Flux deletes its 2 objects
  at   dev/Kustomization/db in flux-system
  note deletes ConfigMap/db-settings in default
  note deletes StatefulSet/db in default, and with it its pods
  fix  to keep StatefulSet/db in default, set the annotation kustomize.toolkit.fluxcd.io/prune: disabled on it; merge that first, and remove the addon when Flux has applied it; if that is intended, declare it in the cluster's code: .removed('db', { reason: '…' })
error FX502 removal-not-declared: CustomResourceDefinition/widgets.example.org is removed, and with it every Widget of example.org in the cluster: Widget/one in default
  at   dev/CustomResourceDefinition/widgets.example.org
  fix  if that is intended, declare it in the cluster's code: .removed({ kind: 'CustomResourceDefinition', name: 'widgets.example.org' }, { reason: '…' })
`,
    );
    const said = sampleApp({
      dev: { addons: next, removed: ['db', { kind: 'CustomResourceDefinition', name: 'widgets.example.org' }] },
    });
    const mistyped = await synth(
      repository,
      sampleApp({
        dev: { addons: next, removed: ['dbb', { kind: 'CustomResourceDefinition', name: 'widget.example.org' }] },
      }),
    );
    expect(mistyped).toMatchObject({ written: false });
    expect(textOf(mistyped)).toMatch(
      /"dbb" matches nothing that is removed\n.*\n {2}fix {2}did you mean "db"\? otherwise take the/,
    );
    expect(textOf(mistyped)).toContain('did you mean "widgets.example.org"? otherwise take the line out');
    const meant = await synth(repository, said);
    expect(meant).toMatchObject({ written: true, codes: [] });
    repository.publish('gone');
    const after = await synth(repository, said);
    expect(after).toMatchObject({ written: true, codes: ['FX503', 'FX503'] });
    expect(textOf(after)).toContain(
      'notice FX503 removal-unmatched: the removal of "db" matches nothing that is removed',
    );
  });

  it("declared by an addon's name covers its objects only if the addon itself is removed", async () => {
    const claim = { kind: 'PersistentVolumeClaim', name: 'data' };
    await reconciled(dev({ web: { objects: [...web.objects, claim] }, db }));
    const stays = await synth(repository, sampleApp({ dev: { addons: { web, db }, removed: ['web'] } }));
    expect(stays).toMatchObject({ written: false, codes: ['FX502', 'FX503'] });
    expect(textOf(stays)).toContain('PersistentVolumeClaim/data in default is removed');
    const goes = await synth(repository, sampleApp({ dev: { addons: { db }, removed: ['web'] } }));
    expect(goes).toMatchObject({ written: true, codes: [] });
  });

  it('that looks like a rename shows how to keep the objects', async () => {
    await reconciled(dev({ db, web }));
    const [set, settings] = db.objects;
    const half = await synth(repository, dev({ database: { objects: [set!] }, web }));
    expect(textOf(half)).toContain(
      `fix  run npx fluxspan handover --cluster dev: what "database" has of it moves there, and the rest stays in the cluster until you delete it; if that is intended`,
    );
    const renamed = [
      { ...set!, name: 'database' },
      { ...settings!, name: 'database-settings' },
    ];
    const whole = await synth(repository, dev({ database: { objects: renamed }, web }));
    expect(textOf(whole)).toContain(
      `fix  if it is "database" now, give its objects the names and namespaces that they had, and run npx fluxspan handover --cluster dev: then nothing is deleted; if that is intended`,
    );
    const other = await synth(repository, dev({ database: { objects: [settings!, ...web.objects] } }));
    expect(textOf(other)).not.toContain('if it is "database" now');
  });

  it('needs no declaration if nothing depends on the object', async () => {
    await reconciled(dev({ web: { objects: [...web.objects, { kind: 'ConfigMap', name: 'old' }] } }));
    const result = await synth(repository, dev({ web }));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toEqual(['- ConfigMap/old in default (web)']);
  });

  it('of a whole cluster is reported as one if its files are deleted by hand', async () => {
    await reconciled(sampleApp({ dev: { addons: { web } }, old: { addons: { db } } }));
    const next = sampleApp({ dev: { addons: { web } } });
    // Its files stay, so that Flux keeps applying them.
    expect(await synth(repository, next)).toMatchObject({ written: true, codes: [] });
    expect(repository.files('k8s')).toHaveProperty(['k8s/clusters/old/db.yaml']);
    repository.delete('k8s/clusters/old/db.yaml');
    const result = await synth(repository, next);
    expect(result.written).toBe(false);
    expect(textOf(result)).toContain(
      'the app has no cluster "old" any more, and Flux would delete all that its Kustomization owns',
    );
    expect(textOf(result)).toContain("new FluxCluster(app, 'old').removed('db', { reason: '…' })");
    // Follows the fix: first empties the cluster, then removes it.
    expect((await synth(repository, next, { only: ['dev'] })).written).toBe(true);
    expect(
      (await synth(repository, sampleApp({ dev: { addons: { web } }, old: { addons: {}, removed: ['db'] } }))).codes,
    ).toEqual([]);
    repository.publish('emptied');
    expect(await synth(repository, next)).toMatchObject({ written: true, codes: [] });
    repository.delete('k8s/clusters/old');
    expect(await synth(repository, next)).toMatchObject({ written: true, codes: [] });
  });

  it('requires a reason', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev').removed('db', { reason: ' ' });
    const problem = cluster.problems.map(printDiagnostic).join('');
    expect(problem).toContain('error FX513 removal-reason: the removal of "db" has no reason');
  });

  it("doesn't include objects that are left behind", async () => {
    await reconciled(dev({ db: { ...db, kustomization: { prune: false } }, web }));
    const result = await synth(repository, dev({ web }));
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toContain(
      '○ StatefulSet/db in default is left behind (db): kubectl delete -n default statefulset.apps/db',
    );
  });
});

describe('a base with the file headers of the previous version', () => {
  const makeOld = () => {
    for (const [path, text] of Object.entries(repository.files('k8s'))) {
      // It had no such lists.
      if (path.startsWith('k8s/checksums/')) repository.delete(path);
      else repository.write(path, withOldHeader(path, text));
    }
    repository.publish('as the version before wrote it');
  };

  it('shows only real changes', async () => {
    await reconciled(dev({ web, db }));
    makeOld();
    const again = await synth(repository, dev({ web, db }));
    expect(again).toMatchObject({ written: true, codes: [], clusters: [] });
    makeOld();
    const more = dev({ web: { objects: [...web.objects, { kind: 'ConfigMap', name: 'new' }] }, db });
    const result = await synth(repository, more);
    expect(result).toMatchObject({ written: true, codes: [] });
    expect(linesOf(result)).toEqual(['+ ConfigMap/new in default (web)']);
  });

  it('shows removed objects', async () => {
    await reconciled(dev({ web, db }));
    makeOld();
    const result = await synth(repository, dev({ web }));
    expect(result).toMatchObject({ written: false, codes: ['FX502'] });
  });
});

describe("a copy of a generated file in a cluster's folder", () => {
  it('gives its objects a second owner, merged or not', async () => {
    await reconciled(dev({ web, db }));
    repository.write('k8s/clusters/dev/copy.yaml', repository.read('k8s/clusters/dev/db.yaml'));
    expect(await synth(repository, dev({ web, db }))).toMatchObject({ written: false, codes: ['FX506'] });
    repository.publish('copy');
    expect(await synth(repository, dev({ web, db }))).toMatchObject({ written: false, codes: ['FX506'] });
  });
});

describe('without a base', () => {
  it('synth writes the tree and prints one notice, and --check fails', async () => {
    const app = sampleApp({ dev: { addons: { web } }, prod: { addons: { web } } });
    repository.delete('.git');
    expect(await synth(repository, app)).toMatchObject({ written: true, codes: ['FX504'] });
    const check = await synth(repository, app, { check: true });
    expect(check).toMatchObject({ clean: false, codes: ['FX504'] });
    expect(textOf(check)).toContain('error FX504 no-base: there is no branch to compare with');
  });

  it("the notice names the repository's default branch", async () => {
    await reconciled(dev({ web }));
    repository.git('branch', '--move', 'master');
    repository.git('update-ref', '-d', 'refs/remotes/origin/main');
    repository.git('update-ref', 'refs/remotes/origin/master', 'HEAD');
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/master');
    const text = textOf(await synth(repository, dev({ web })));
    expect(text).toContain('is not in this clone; the branch of this repository is "origin/master"');
    expect(text).toContain("name the branch that Flux follows: new FluxCluster(app, …, { base: 'origin/master' })");
  });

  it('the notice says that a new repository has no commit', async () => {
    repository.delete('.git');
    repository.git('init', '--quiet', '--initial-branch=main');
    const text = textOf(await synth(repository, dev({ web })));
    expect(text).toContain(
      "notice FX504 no-base: there is no branch to compare with, so synth didn't compare owners: this repository has no commit yet",
    );
    const check = await synth(repository, dev({ web }), { check: true });
    expect(check).toMatchObject({ clean: true, codes: ['FX504'] });
    expect(textOf(check)).toContain('notice FX504');
  });

  it('the notice says that a new repository has no remote', async () => {
    await reconciled(dev({ web }));
    repository.git('remote', 'remove', 'origin');
    expect(textOf(await synth(repository, dev({ web }), { check: true }))).toContain('notice FX504');
    expect(textOf(await synth(repository, dev({ web })))).toMatchInlineSnapshot(`
      "notice FX504 no-base: there is no branch to compare with, so synth didn't compare owners: this repository has no remote, so it has no branch "origin/main", which Flux follows
        fix  name the one that Flux reads: git remote add origin URL && git fetch origin; or pass --no-base to skip the comparison
      "
    `);
  });

  it('synth says how to continue if the branch is missing or the clone too shallow', async () => {
    await reconciled(dev({ web }));
    repository.git('update-ref', '-d', 'refs/remotes/origin/main');
    expect(textOf(await synth(repository, dev({ web })))).toContain(
      'the branch "origin/main", which Flux follows, is not in this clone',
    );
    expect(textOf(await synth(repository, dev({ web })))).toContain(
      'fix  fetch it: git fetch origin +main:refs/remotes/origin/main (in CI, fetch-depth: 0);',
    );
    expect(textOf(await synth(repository, dev({ web }), { base: 'nowhere' }))).toContain(
      '"nowhere" is not a commit of this repository',
    );
    expect(await synth(repository, dev({ web }), { base: 'HEAD' })).toMatchObject({ written: true, codes: [] });
  });

  it('synth says that the clone is too shallow for the merge base', async () => {
    await reconciled(dev({ web }));
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit('on a branch');
    repository.git('push', '--quiet', 'origin', 'feature');
    repository.git('checkout', '--quiet', 'main');
    repository.publish('and on main');
    const url = `file://${repository.git('remote', 'get-url', 'origin').trim()}`;
    repository.git('clone', '--quiet', '--depth=1', '--branch=feature', '--no-single-branch', url, '../shallow');
    const shallow = new Repository(join(repository.folder, '../shallow'), '.');
    const result = await synth(shallow, dev({ web }), { check: true });
    expect(textOf(result)).toContain('this clone is too shallow to hold a common commit of HEAD and "origin/main"');
    expect(textOf(handover(shallow, dev({ web })))).toContain('git fetch --unshallow');
    shallow.git('fetch', '--quiet', '--unshallow');
    expect(await synth(shallow, dev({ web }), { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it('synth compares a branch with its merge base, not with later merges to the base branch', async () => {
    await reconciled(dev({ db, web }));
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.git('checkout', '--quiet', 'main');
    await reconciled(dev({ db, web: { objects: [...web.objects, { kind: 'NodePool', name: 'new' }] } }));
    repository.git('checkout', '--quiet', 'feature');
    expect(await synth(repository, dev({ db, web }), { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it('handover is refused', () => {
    repository.delete('.git');
    const outcome = handover(repository, dev({ web }));
    expect(textOf(outcome)).toContain('error FX504 no-base');
    expect(textOf(outcome)).not.toContain('--no-base');
  });
});

describe('a namespace that moves between Flux and Terraform', () => {
  /** With values of Terraform's the namespace must be there before Flux, and so is Terraform's. */
  const withNamespace = (creator: 'flux' | 'terraform'): FluxApp => {
    const app = new FluxApp();
    const charts = { site: helmChart({ url: 'oci://example.org/site', version: '1.0.0' }) };
    const values = { site: z.object({ host: hostname() }) };
    const site = defineAddon({
      name: 'site',
      namespace: 'site',
      charts,
      ...(creator === 'flux' ? { createNamespace: true } : { infra: { values } }),
      build: (scope, context) => {
        new HelmRelease(scope, 'site', { chart: context.charts.site });
      },
    });
    new FluxCluster(app, 'dev').stage('all', [site()]);
    return app;
  };
  const address = 'module.flux_contract.kubernetes_namespace_v1.this["site"]';

  it('is reported with the block to paste or the command to run', async () => {
    await reconciled(withNamespace('flux'));
    const toTerraform = await synth(repository, withNamespace('terraform'));
    expect(textOf(toTerraform)).toContain('warning FX511 namespace-creator: the namespace "site" becomes Terraform\'s');
    expect(textOf(toTerraform)).toContain(`to = ${address}`);
    expect(textOf(toTerraform)).toContain('fix  before you apply the new contract, put this into the root module');
    const [dev] = (await diffOf(repository, withNamespace('terraform'))).clusters;
    expect(dev!.objects.map(({ title }) => title)).toContain(
      'Namespace/site stays, and Terraform takes it over (site): FX511 has the import block',
    );
    repository.publish('Terraform has it');
    const toFlux = await synth(repository, withNamespace('flux'));
    expect(textOf(toFlux)).toContain('warning FX511 namespace-creator: the namespace "site" is no longer Terraform\'s');
    expect(textOf(toFlux)).toContain('whose plan fails on prevent_destroy');
    expect(textOf(toFlux)).toContain(`fix  run terraform state rm '${address}' before you apply`);
  });
});

describe('invalid use of handover', () => {
  it('is refused with a fix, and nothing is written', async () => {
    await reconciled(dev({ db, web }));
    const next = dev({ database: db, web });
    const path = 'k8s/clusters/dev/db.yaml';
    const text = repository.read(path);
    repository.write(path, `${text}# mine\n`);
    const before = repository.files('k8s');
    const dirty = handover(repository, next);
    expect(textOf(dirty)).toContain(`error FX509 handover-blocked: "${path}" has changes that are not committed`);
    expect(repository.files('k8s')).toEqual(before);
    repository.commit('an edit by hand');
    expect(textOf(handover(repository, next))).toContain(`"${path}" was edited by hand on this branch`);

    repository.write(path, text.replace('spec:', 'spec: {'));
    repository.publish('broken');
    for (const result of [handover(repository, next), await synth(repository, next)]) {
      expect(textOf(result)).toContain(`error FX507 base-not-built: "${path}" does not build at origin/main`);
    }
  });

  it('is refused if the base has an edit above the file header', async () => {
    await reconciled(dev({ db, web }));
    const path = 'k8s/clusters/dev/db.yaml';
    const text = repository.read(path);
    repository.write(path, `# of team a\n${text}`);
    repository.publish('a comment');
    const next = dev({ database: db, web });
    // The file is still ours, so what it applies is compared.
    expect(textOf(await synth(repository, next))).toContain('error FX501 owner-changed');
    expect(textOf(handover(repository, next))).toContain(`FX509 handover-blocked: "${path}" was edited by hand`);
    repository.write(path, text);
    repository.commit('the edit taken back');
    expect(handover(repository, next).files).toContainEqual({ mark: '~', path });
  });

  it('is refused during the first step of another handover', async () => {
    await reconciled(dev({ db, web }));
    handover(repository, dev({ database: db, web }));
    repository.publish('step 1');
    const result = handover(repository, dev({ database: db, site: web }));
    expect(textOf(result)).toContain('cluster "dev" is in the first step of another handover in origin/main');
  });

  it('is reported if no object changes its owner', async () => {
    await reconciled(dev({ db, web }));
    expect(handover(repository, dev({ db, web }))).toMatchObject({
      diagnostics: [],
      files: [],
      next: ['nothing changes its owner: no handover is needed'],
    });
  });
});

describe('an addon renamed together with its release', () => {
  const kept = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
  const named = (release: string) => ({
    objects: [
      { kind: 'ConfigMap', name: 'shared', annotations: kept },
      { kind: 'HelmRelease', name: release },
    ],
  });

  it("is reported with a fix that keeps the objects' names, without a handover of objects that are kept anyway", async () => {
    await reconciled(dev({ hello: named('hello'), web }));
    const next = dev({ greeter: named('greeter'), web });
    const refused = textOf(await synth(repository, next));
    expect(refused).toContain('error FX502');
    expect(refused).toContain('if it is "greeter" now, give its objects the names and namespaces that they had');
    expect(handover(repository, next).next).toEqual([
      'Flux deletes nothing of what changes its owner: no handover is needed',
    ]);
    const same = dev({ greeter: named('hello'), web });
    expect(textOf(await synth(repository, same))).toContain('error FX501');
    expect(handover(repository, same).next[0]).toContain('step 1 of 2');
  });
});

describe('hand-written files', () => {
  const kustomization = (name: string, path: string, more = '') =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  path: ${path}
  prune: true${more}
  sourceRef:
    kind: GitRepository
    name: flux-system
`;

  it('are read, and refused if they contain a generated object', async () => {
    repository.write('k8s/clusters/dev/team.yaml', kustomization('team', './k8s/team'));
    repository.write('k8s/team/kustomization.yaml', 'resources: [config.yaml]\nnamespace: default\n');
    repository.write('k8s/team/config.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: theirs }\n');
    repository.publish('theirs');
    const calm = await synth(repository, dev({ web }));
    expect(calm).toMatchObject({ written: true, codes: [] });
    const clash = await synth(repository, dev({ web: { objects: [{ kind: 'ConfigMap', name: 'theirs' }] } }));
    expect(clash.written).toBe(false);
    expect(clash.codes).toContain('FX506');
    expect(textOf(clash)).toContain(
      '1 object of the plan would have two owners: Kustomization "team", which fluxspan did not write, applies it too\n  at   k8s/team/config.yaml\n  note objects: ConfigMap/theirs in default',
    );
  });
});
