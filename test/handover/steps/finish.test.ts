import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { RunKubectl } from '../../../src/handover/steps/look-at-clusters.js';
import { Repository } from '../../changes/repository.js';
import { type SampleAddon, sampleApp } from '../../changes/sample-app.js';
import { finish, handover, type Synthesized, synth } from '../../changes/synth.js';
import { withChecksumInHeader } from '../../support/old-header.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const config = (name: string, data = '', annotations?: Readonly<Record<string, string>>): SampleAddon => ({
  objects: [{ kind: 'ConfigMap', name, data, ...(annotations === undefined ? {} : { annotations }) }],
});
const db = config('db');
type Addons = Readonly<Record<string, SampleAddon>>;
const dev = (addons: Addons) => sampleApp({ dev: { addons } });
const both = (one: Addons, two: Addons) => sampleApp({ dev: { addons: one }, prod: { addons: two } });

const textOf = ({ diagnostics }: Pick<Synthesized, 'diagnostics'>) => diagnostics.map(printDiagnostic).join('');
const codesOf = ({ diagnostics }: Pick<Synthesized, 'diagnostics'>) => diagnostics.map(({ code }) => code);
const linesOf = (result: Synthesized) => result.clusters.flatMap(({ changes }) => printChanges(changes));

/** Flux has the first app, and the first step to the second one is merged. */
const merged = async (from: ReturnType<typeof dev>, to: ReturnType<typeof dev>, only: readonly string[] = []) => {
  expect((await synth(repository, from)).written).toBe(true);
  repository.publish('the tree');
  expect(handover(repository, to, { only })).toMatchObject({ step: 'first' });
  repository.publish('step 1');
};
const head = () => repository.git('rev-parse', 'HEAD').trim();

describe('while a handover is under way', () => {
  it("writes another branch's change, keeps the first step, and says since when and how to finish", async () => {
    const first = { db, web: config('web', 'one') };
    await merged(dev(first), dev({ database: db, web: config('web', 'one') }));
    const commit = head();
    repository.git('checkout', '--quiet', '-b', 'bump');
    const next = dev({ database: db, web: config('web', 'two'), more: config('more') });
    const result = await synth(repository, next);
    expect(result).toMatchObject({ written: true, codes: ['FX510'] });
    expect(linesOf(result)).toEqual([
      '+ ConfigMap/more in default (more)',
      '+ Kustomization/more in flux-system',
      '~ ConfigMap/web in default (web)',
    ]);
    const date = repository.git('show', '--no-patch', '--format=%cs', commit).trim();
    expect(
      textOf(result),
    ).toBe(`notice FX510 handover-step: cluster "dev": a handover is under way since ${date} (commit ${commit.slice(0, 10)}): 1 object goes from "db" to "database"
  at   dev
  note until then, the files of addons "database", "db" stay as they are; synth writes all else that the code changes
  fix  finish it when Flux has reconciled the first step: npx fluxspan handover --finish --cluster dev
`);
    expect(repository.read('k8s/addons/dev/web/config-map.yaml')).toContain('two');
    expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('prune: false');
    expect(repository.has('k8s/clusters/dev/database.yaml')).toBe(false);
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    // When that is merged, it is no part of the second step.
    repository.publish('a bump');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    expect(finish(repository, next).files.map(({ mark, path }) => `${mark} ${path}`)).toEqual([
      '+ k8s/addons/dev/database/config-map.yaml',
      '+ k8s/addons/dev/database/kustomization.yaml',
      '+ k8s/clusters/dev/database.yaml',
      '~ k8s/clusters/dev/README.md',
      '- k8s/addons/dev/db/config-map.yaml',
      '- k8s/addons/dev/db/kustomization.yaml',
      '- k8s/clusters/dev/db.yaml',
    ]);
    repository.publish('step 2');
    expect(await synth(repository, next, { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it('leaves the second step to the command, also where the tree was deleted', async () => {
    const to = dev({ database: db, web: config('web') });
    await merged(dev({ db, web: config('web') }), to);
    const tree = repository.files('k8s');
    repository.delete('k8s');
    expect(await synth(repository, to)).toMatchObject({ written: true, codes: ['FX510'] });
    expect(repository.files('k8s')).toEqual(tree);
  });

  it('leaves out since when in a shallow clone', async () => {
    const to = dev({ database: db });
    await merged(dev({ db }), to);
    repository.write('.git/shallow', `${head()}\n`);
    expect(textOf(await synth(repository, to, { check: true }))).toContain(
      'a handover is under way: 1 object goes from "db" to "database"',
    );
  });

  it("tells its marks from a user's own", async () => {
    const kept = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
    const mine = config('mine', '', kept).objects[0]!;
    const [moves] = config('moves').objects;
    const from = dev({ apps: { objects: [mine, moves!, { kind: 'ConfigMap', name: 'stays' }] } });
    const to = { apps: { objects: [mine, { kind: 'ConfigMap', name: 'stays' }] }, site: { objects: [moves!] } };
    await merged(from, dev(to));
    const file = 'k8s/addons/dev/apps/config-map.yaml';
    expect(repository.read(file)).toContain('# lets go: ConfigMap/moves in default\n');
    expect(repository.read(file)).not.toContain('# lets go: ConfigMap/mine');
    // What a user protects needs no first step; it moves with the second one, since its owner is in the handover.
    const away = dev({ ...to, other: { objects: [mine] }, apps: { objects: [to.apps.objects[1]!] } });
    const result = await synth(repository, away, { check: true });
    expect(result.codes).toEqual(['FX510']);
    expect(textOf(result)).toContain('1 object goes from "apps" to "site"');
    expect(textOf(result)).toContain('the files of addons "apps", "other", "site" stay as they are');
    expect(result.clean).toBe(false);
    expect(await synth(repository, away)).toMatchObject({ written: true });
    expect(repository.has('k8s/clusters/dev/other.yaml')).toBe(false);
    repository.git('checkout', '--quiet', '--', 'k8s');
    // Taken back, its annotation stays.
    expect(finish(repository, from, { how: 'abort' })).toMatchObject({ step: 'back', diagnostics: [] });
    expect(repository.read(file).match(/prune: disabled/g)).toHaveLength(1);
    expect(await synth(repository, from, { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
  });

  it('continues each cluster by itself', async () => {
    const from = both({ db }, { db });
    const to = both({ database: db }, { database: db });
    expect((await synth(repository, from)).written).toBe(true);
    repository.publish('the tree');
    handover(repository, to);
    repository.publish('step 1');
    finish(repository, to, { named: ['dev'] });
    const check = await synth(repository, to, { check: true });
    expect(check).toMatchObject({ clean: true, codes: ['FX510', 'FX510'] });
    expect(textOf(check)).toContain('cluster "dev": handover, step 2 of 2');
    expect(textOf(check)).toContain('cluster "prod": a handover is under way');
    repository.publish('step 2 in dev');
    expect(await synth(repository, to)).toMatchObject({ written: true, codes: ['FX510'] });
    expect(repository.has('k8s/clusters/prod/database.yaml')).toBe(false);
    expect(finish(repository, to, { named: ['dev'] }).diagnostics.map(({ message }) => message)).toEqual([
      'no handover is under way in cluster "dev"',
    ]);
    expect(finish(repository, to)).toMatchObject({ step: 'second', diagnostics: [] });
    expect(repository.has('k8s/clusters/prod/database.yaml')).toBe(true);
  });

  it("keeps another addon's dependency on the old owner until the new one is there", async () => {
    const { FluxApp } = await import('../../../src/cluster/flux-app.js');
    const { FluxCluster } = await import('../../../src/cluster/flux-cluster.js');
    const { defineAddon } = await import('../../../src/addon/define-addon.js');
    const { ApiObject } = await import('cdk8s');
    const app = (name: string, text: string) => {
      const result = new FluxApp();
      const object = (scope: ConstructorParameters<typeof ApiObject>[0], what: string, data: string) =>
        new ApiObject(scope, what, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: what, namespace: 'default' },
          data: { text: data },
        } as never);
      const store = defineAddon({ name, provides: ['store'], build: (scope) => void object(scope, 'db', '') });
      const web = defineAddon({ name: 'web', requires: ['store'], build: (scope) => void object(scope, 'web', text) });
      new FluxCluster(result, 'dev').stage('one', [store()]).stage('two', [web()]);
      return result;
    };
    await merged(app('db', 'one'), app('database', 'one'));
    expect(repository.read('k8s/clusters/dev/web.yaml')).toContain('- name: db\n');
    const next = app('database', 'two');
    expect(linesOf(await synth(repository, next))).toEqual(['~ ConfigMap/web in default (web)']);
    expect(repository.read('k8s/clusters/dev/web.yaml')).toContain('- name: db\n');
    finish(repository, next);
    expect(repository.read('k8s/clusters/dev/web.yaml')).toContain('- name: database\n');
  });
});

describe('handover --finish and --abort', () => {
  it('are refused where nothing is under way', async () => {
    const app = dev({ db });
    expect((await synth(repository, app)).written).toBe(true);
    repository.publish('the tree');
    for (const how of ['finish', 'abort'] as const) {
      const outcome = finish(repository, app, { how });
      expect(codesOf(outcome)).toEqual(['FX509']);
      expect(textOf(outcome)).toContain('no handover is under way in cluster "dev"');
    }
    expect(textOf(finish(repository, dev({ database: db })))).toContain(
      'fix  write the first step: npx fluxspan handover --cluster dev',
    );
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('are refused after an edit of the first step, and while the code does not fit', async () => {
    const to = dev({ database: db });
    await merged(dev({ db }), to);
    expect(textOf(finish(repository, to, { how: 'abort' }))).toContain(
      'the code still moves what the first step in origin/main has prepared',
    );
    expect(textOf(finish(repository, dev({ db })))).toContain(
      'the code no longer moves what the first step in origin/main has prepared',
    );
    expect(textOf(finish(repository, dev({ db: config('db', 'new') }), { how: 'abort' }))).toContain(
      'the code changes more of "db" than the marks of the first step',
    );
    const file = 'k8s/clusters/dev/db.yaml';
    repository.write(file, repository.read(file).replace('prune: false', 'prune: true'));
    repository.publish('somebody edits it');
    for (const how of ['finish', 'abort'] as const) {
      const outcome = finish(repository, how === 'finish' ? to : dev({ db }), { how });
      expect(codesOf(outcome)).toEqual(['FX509']);
      expect(textOf(outcome)).toContain(
        `"${file}" has the mark of the first step of a handover, and somebody has edited`,
      );
    }
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('take a first step back, and synth keeps its marks until then', async () => {
    const from = dev({ db, web: config('web') });
    expect((await synth(repository, from)).written).toBe(true);
    const tree = repository.files('k8s');
    repository.publish('the tree');
    handover(repository, dev({ database: db, web: config('web') }));
    repository.publish('step 1');
    const left = await synth(repository, from);
    expect(left).toMatchObject({ written: true, codes: ['FX510'] });
    expect(textOf(left)).toContain('and the code no longer moves what it prepares');
    expect(repository.read('k8s/clusters/dev/db.yaml')).toContain('prune: false');
    repository.commit('the code as it was');
    expect(finish(repository, from, { how: 'abort' })).toMatchObject({ step: 'back', diagnostics: [] });
    expect(repository.files('k8s')).toEqual(tree);
    expect(await synth(repository, from, { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    repository.publish('taken back');
    expect(await synth(repository, from, { check: true })).toMatchObject({ clean: true, codes: [] });
  });

  it('are refused with marks of a version that named no objects, until handover writes them once more', async () => {
    const to = dev({ database: db, web: config('web', 'two') });
    const from = dev({ db, web: config('web', 'one') });
    expect((await synth(repository, from)).written).toBe(true);
    repository.publish('the tree');
    const untouched = repository.read('k8s/addons/dev/web/config-map.yaml');
    handover(repository, to);
    const { bodyOf, readHeader, withHeader } = await import('../../../src/tree/header.js');
    const file = 'k8s/clusters/dev/db.yaml';
    const text = repository.read(file);
    const old = bodyOf(file, text).replace(/# lets go: .*\n/, '');
    repository.write(file, withChecksumInHeader(file, withHeader(file, old, readHeader(file, text)!)));
    repository.write('k8s/addons/dev/web/config-map.yaml', untouched);
    repository.publish('step 1, by the version before');
    // That version kept no lists of checksums.
    const filesOf = () =>
      Object.entries(repository.files('k8s')).filter(([path]) => !path.startsWith('k8s/checksums/'));
    const tree = filesOf();
    const check = await synth(repository, to);
    expect(check).toMatchObject({ written: true, codes: ['FX510'] });
    expect(textOf(check)).toContain('a version of fluxspan before this one wrote its first step');
    expect(filesOf()).toEqual(tree);
    const refused = finish(repository, to);
    expect(codesOf(refused)).toEqual(['FX509']);
    expect(textOf(refused)).toContain('npx fluxspan handover --cluster dev; then run this again');
    repository.git('checkout', '--quiet', '-b', 'again');
    expect(handover(repository, to)).toMatchObject({ step: 'first', diagnostics: [] });
    expect(repository.read(file)).toContain('# lets go: Kustomization/db in flux-system\n');
    expect(await synth(repository, to, { check: true })).toMatchObject({ clean: true, codes: ['FX510'] });
    repository.publish('marks with names');
    expect(finish(repository, to)).toMatchObject({ step: 'second', diagnostics: [] });
  });
});

describe('handover --finish --context', () => {
  const live = (
    over: { readonly spec?: object; readonly status?: object; readonly path?: string } = {},
  ): RunKubectl => {
    const ready = { conditions: [{ type: 'Ready', status: 'True' }], observedGeneration: 2 };
    const items = [
      {
        metadata: { name: 'flux-system', namespace: 'flux-system' },
        spec: { path: over.path ?? './k8s/clusters/dev' },
      },
      {
        metadata: { name: 'db', namespace: 'flux-system', generation: 2 },
        spec: { path: './k8s/addons/dev/db', prune: false, deletionPolicy: 'Orphan', ...over.spec },
        status: { ...ready, lastAppliedRevision: `main@sha1:${head()}`, ...over.status },
      },
    ];
    return (args) => {
      expect(args.slice(0, 3)).toEqual(['--context', 'home', 'get']);
      return { stdout: JSON.stringify({ items }) };
    };
  };
  const to = dev({ database: db });

  it('refuses while an owner has not reconciled the first step', async () => {
    await merged(dev({ db }), to);
    const before = repository.git('rev-parse', 'HEAD~1').trim();
    const cases: readonly (readonly [RunKubectl, string])[] = [
      [
        live({ status: { conditions: [{ type: 'Ready', status: 'False', message: 'no matches for kind' }] } }),
        'it is not Ready: no matches for kind',
      ],
      [
        live({ status: { lastAppliedRevision: `main@sha1:${before}` } }),
        `it is at ${before.slice(0, 10)}, and the first`,
      ],
      [live({ status: { lastAppliedRevision: `main@sha1:${'1'.repeat(40)}` } }), 'is not in this clone'],
      [
        live({ status: { lastAppliedRevision: 'latest@sha256:12' } }),
        'its revision "latest@sha256:12" names no commit',
      ],
      [live({ spec: { prune: true } }), 'it has no prune: false with deletionPolicy: Orphan yet'],
      [live({ spec: { suspend: true } }), 'it is suspended'],
      [live({ status: { observedGeneration: 1 } }), 'it has not seen its newest settings yet'],
      [live({ path: './k8s/clusters/prod' }), 'context "home" is another cluster: no Kustomization there reads'],
      [
        () => ({ failed: 'no such context' }),
        'kubectl can\'t read the Kustomizations of context "home": no such context',
      ],
    ];
    for (const [kubectl, said] of cases) {
      const outcome = finish(repository, to, { contexts: ['home'], kubectl });
      expect(codesOf(outcome)).toEqual(['FX509']);
      expect(textOf(outcome)).toContain(said);
      expect(repository.git('status', '--porcelain')).toBe('');
    }
  });

  it('writes the second step once they have, at the merge or after it', async () => {
    await merged(dev({ db }), to);
    const commit = head();
    repository.write('README.md', 'later\n');
    repository.publish('another merge');
    const outcome = finish(repository, to, { contexts: ['home'], kubectl: live() });
    expect(outcome).toMatchObject({ step: 'second', diagnostics: [] });
    expect(outcome.next).toContain(`dev: Kustomization "db" is Ready at main@sha1:${head()}, which has the first step`);
    expect(commit).not.toBe(head());
    expect(repository.has('k8s/clusters/dev/database.yaml')).toBe(true);
  });

  it('wants a context for each cluster', async () => {
    const more = both({ database: db }, { database: db });
    await merged(both({ db }, { db }), more);
    const outcome = finish(repository, more, { contexts: ['home'], kubectl: live() });
    expect(textOf(outcome)).toContain('no --context is of cluster "prod"');
    expect(finish(repository, more, { named: ['dev'], contexts: ['home'], kubectl: live() })).toMatchObject({
      step: 'second',
      diagnostics: [],
    });
  });
});
