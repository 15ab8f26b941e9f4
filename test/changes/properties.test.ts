import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterState } from '../../src/applied/cluster-state.js';
import { type BaseCluster, readBaseCluster } from '../../src/applied/read-base.js';
import { stateOfPlan } from '../../src/applied/state-of-plan.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { treeAt } from '../../src/compile/layout.js';
import { partOfChanges } from '../../src/handover/steps/part-of-changes.js';
import { planHandover } from '../../src/handover/steps/plan-handover.js';
import { planApp } from '../../src/tree/plan-app.js';
import type { ClusterPlan } from '../../src/tree/plan-cluster.js';
import { runs } from '../support/runs.js';
import { type SampleAddon, sampleApp } from './sample-app.js';
import { SimulatedFlux } from './simulate-flux.js';

type Addons = Readonly<Record<string, SampleAddon>>;

const pool = [
  'ConfigMap/a',
  'ConfigMap/b',
  'ConfigMap/c',
  'StatefulSet/a',
  'StatefulSet/b',
  'NodePool/a',
  'Widget/a',
].map((text) => ({ kind: text.split('/')[0]!, name: text.split('/')[1]! }));
const names = ['one', 'two', 'three', 'four'];

/** Each object is in one addon, or nowhere; an addon without objects is not there. */
const addons: fc.Arbitrary<Addons> = fc
  .tuple(
    fc.array(fc.constantFrom(...names, undefined), { minLength: pool.length, maxLength: pool.length }),
    fc.array(fc.boolean(), { minLength: pool.length, maxLength: pool.length }),
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(true, true, true, false)]))),
  )
  .map(([places, versions, prunes]) => {
    const result: Record<string, SampleAddon> = {};
    for (const name of names) {
      const objects = pool.flatMap((object, index) =>
        places[index] === name ? [{ ...object, data: versions[index] === true ? 'new' : 'old' }] : [],
      );
      if (objects.length > 0) result[name] = { objects, kustomization: { prune: prunes[name]! } };
    }
    return result;
  });

const planOf = (all: Addons): { plan: ClusterPlan; state: ClusterState } => {
  const { clusters, compiled } = planApp(sampleApp({ dev: { addons: all } }));
  return { plan: clusters[0]!, state: stateOfPlan(clusters[0]!, compiled[0]!) };
};

const app = sampleApp({});
const treeOf = (files: ReadonlyMap<string, string>) => ({
  base: { commit: '0'.repeat(40), revision: 'origin/main' },
  root: 'k8s',
  blobs: new Map([...files.keys()].map((path) => [path, path])),
  under: (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
  holds: (path: string, text: string) => files.get(path) === text,
  read: (paths: readonly string[]) =>
    new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : []))),
  folderOf: (path: string) => path.replace(/^\.\/k8s\//, ''),
});
/** The state as it is read from files, none of which is taken from a plan. */
const readBack = (files: ReadonlyMap<string, string>): BaseCluster =>
  readBaseCluster(treeOf(files), app, treeAt(), 'dev', undefined)!;

const twoSteps = (before: Addons, after: Addons) => {
  const first = planOf(before);
  const base = readBack(first.plan.files);
  const last = planOf(after);
  const changes = compareOwners(base.state, last.state);
  const handover = planHandover(treeOf(first.plan.files), treeAt(), base, last.state, changes, last.plan);
  return { first, base, last, changes, handover, middle: readBack(handover.files).state };
};

const keysOf = (list: readonly { readonly object: { readonly key: string } }[]) =>
  list.map(({ object }) => object.key).sort();

describe('any change of addons', () => {
  it('reads the same state back from the files as planned', () => {
    fc.assert(
      fc.property(addons, (all) => {
        const { plan, state } = planOf(all);
        const changes = compareOwners(readBack(plan.files).state, state);
        expect(Object.values(changes).flat()).toEqual([]);
      }),
      { numRuns: runs(14) },
    );
  });

  it('deletes exactly what is predicted after a handover, whichever owner sees a commit first', () => {
    fc.assert(
      fc.property(addons, addons, fc.array(fc.nat(), { maxLength: 30 }), (before, after, order) => {
        const { first, last, handover, middle } = twoSteps(before, after);
        const flux = new SimulatedFlux();
        flux.commit(first.state);
        flux.settle();
        flux.commit(middle);
        flux.settle();
        // What the handover has nothing to do with is removed with the first step already.
        const step = compareOwners(first.state, middle);
        const removed = keysOf(step.deleted);
        for (const { before: object } of handover.next.moved) expect(flux.deleted).not.toContain(object.key);
        expect(removed).toEqual(expect.arrayContaining(flux.deleted));
        flux.deleted.length = 0;

        const next = compareOwners(middle, last.state);
        expect(next.moved.flatMap(({ holding }) => holding)).toEqual([]);
        expect([...removed, ...keysOf(next.deleted)].sort()).toEqual(keysOf(handover.next.deleted));
        flux.commit(last.state);
        for (const number of order) flux.reconcile(flux.owners[number % flux.owners.length]!);
        flux.settle();
        const predicted = keysOf(next.deleted);
        // An owner whose `prune` changes with the same commit prunes or not, as it sees its folder or its settings first.
        const turns = [...middle.owners.values()].some(
          ({ key, prune }) => (last.state.owners.get(key)?.prune ?? prune) !== prune,
        );
        if (turns) expect(predicted).toEqual(expect.arrayContaining(flux.deleted));
        else expect([...flux.deleted].sort()).toEqual(predicted);
        for (const { before: object } of next.moved) expect(flux.deleted).not.toContain(object.key);
      }),
      { numRuns: runs(50) },
    );
  });

  it("deletes nothing in one commit that wasn't predicted or refused", () => {
    fc.assert(
      fc.property(addons, addons, fc.array(fc.nat(), { maxLength: 30 }), (before, after, order) => {
        const { first, last, changes } = twoSteps(before, after);
        const flux = new SimulatedFlux();
        flux.commit(first.state);
        flux.settle();
        flux.commit(last.state);
        for (const number of order) flux.reconcile(flux.owners[number % flux.owners.length]!);
        flux.settle();
        const refused = changes.moved.filter(({ holding }) => holding.length > 0).map((move) => move.before.key);
        const allowed = new Set([...keysOf(changes.deleted), ...refused]);
        expect(flux.deleted.filter((key) => !allowed.has(key))).toEqual([]);
      }),
      { numRuns: runs(27) },
    );
  });

  it('changes only settings and marks in the first step, of the addons that give or take objects', () => {
    fc.assert(
      fc.property(addons, addons, (before, after) => {
        const { base, last, middle, handover } = twoSteps(before, after);
        const isIn = (path: string): boolean => handover.addons.includes(last.plan.layout.addonOf(path) ?? '');
        // No cluster of these has the file that is looked for beside entries.
        const isNone = (path: string): boolean => path === 'clusters/dev/kustomization.yaml';
        const waits = (path: string): boolean => isNone(path) || isIn(path);
        const step = compareOwners(base.state, middle);
        const waiting = partOfChanges(step, waits);
        const { created, deleted, leftBehind, moved, replaced, changed } = waiting;
        expect([created, deleted, leftBehind, moved, replaced].flat()).toEqual([]);
        expect(new Set(changed.map(({ key }) => key))).toEqual(new Set(handover.edits.map(({ key }) => key)));
        // All else is as with both steps.
        const rest = compareOwners(middle, last.state);
        const done = partOfChanges(rest, (path) => isNone(path) || !isIn(path));
        const left = [done.created, done.deleted, done.leftBehind, done.moved, done.replaced].flat();
        expect(left).toEqual([]);
      }),
      { numRuns: runs(27) },
    );
  });
});

it('loses objects that move in one commit in the simulation, as in Flux', () => {
  const objects = [pool[3]!];
  const { first, last, changes } = twoSteps({ one: { objects } }, { two: { objects } });
  const flux = new SimulatedFlux();
  flux.commit(first.state);
  flux.settle();
  flux.commit(last.state);
  flux.reconcile('flux-system/flux-system');
  expect(flux.deleted).toContain(changes.moved[0]!.before.key);
});
