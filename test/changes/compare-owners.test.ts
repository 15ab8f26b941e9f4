import { describe, expect, it } from 'vitest';
import { type ClusterState, makeState, ROOT, type StateEntry } from '../../src/applied/cluster-state.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { equalJson } from '../../src/json/equal-json.js';
import type { JsonObject } from '../../src/json/json-value.js';

const kustomization = (name: string, spec: JsonObject = {}): StateEntry => ({
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { prune: true, ...spec },
  },
  owner: ROOT,
  path: `clusters/dev/${name}.yaml`,
});
const object = (owner: string, kind: string, name: string, more: JsonObject = {}): StateEntry => ({
  json: {
    apiVersion: kind === 'HelmRelease' ? 'helm.toolkit.fluxcd.io/v2' : 'v1',
    kind,
    metadata: { name, namespace: 'apps' },
    ...more,
  },
  owner: `flux-system/${owner}`,
  path: `addons/dev/${owner}/x.yaml`,
});
const state = (...entries: readonly StateEntry[]): ClusterState => makeState(entries, () => true);
const marked = {
  metadata: { name: 'x', namespace: 'apps', annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'Disabled' } },
};

/** Whether the old owner lets go of an object that moves to `new`, and of a removed one. */
const letsGo = (before: JsonObject, after: JsonObject | undefined, mark: JsonObject = {}): readonly boolean[] => {
  const old = state(kustomization('old', before), object('old', 'ConfigMap', 'x', mark));
  const owners = [kustomization('new'), ...(after === undefined ? [] : [kustomization('old', after)])];
  const moved = compareOwners(old, state(...owners, object('new', 'ConfigMap', 'x'))).moved[0]!.holding.length === 0;
  const left = compareOwners(old, state(...owners)).leftBehind.some(({ object: one }) => one.id.kind === 'ConfigMap');
  return [moved, left];
};

describe('an old owner', () => {
  it.each<readonly [what: string, before: JsonObject, after: JsonObject | undefined, expected: boolean]>([
    ['prunes', {}, undefined, false],
    ['has only Orphan, and may prune before it is deleted', { deletionPolicy: 'Orphan' }, undefined, false],
    ['has only prune: false', { prune: false }, undefined, true],
    ['has both', { prune: false, deletionPolicy: 'Orphan' }, undefined, true],
    ['deletes whatever prune says', { prune: false, deletionPolicy: 'Delete' }, undefined, false],
    ['waits for what it deletes', { prune: false, deletionPolicy: 'WaitForTermination' }, undefined, false],
    ['is suspended', { suspend: true }, undefined, true],
    [
      'marks all that it applies',
      { commonMetadata: { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } } },
      undefined,
      true,
    ],
    ['stays, and prunes', {}, {}, false],
    ['stays, and starts pruning', { prune: false }, {}, false],
    ['stays, and stops pruning', {}, { prune: false }, false],
    ['stays, and never prunes', { prune: false }, { prune: false }, true],
    ['stays, and is resumed', { suspend: true }, {}, false],
    [
      'stays, and has marked all',
      { commonMetadata: { labels: { 'kustomize.toolkit.fluxcd.io/prune': 'DISABLED' } } },
      {},
      true,
    ],
  ])('that %s', (_, before, after, expected) => {
    expect(letsGo(before, after)).toEqual([expected, expected]);
  });

  it("that stays suspended lets go of objects that move, and deletes removed ones when it's resumed", () => {
    expect(letsGo({ suspend: true }, { suspend: true })).toEqual([true, false]);
    expect(letsGo({ suspend: true }, { suspend: true }, marked)).toEqual([true, true]);
    expect(letsGo({ suspend: true, prune: false }, { suspend: true, prune: false })).toEqual([true, true]);
  });

  it('lets go of an object that has the annotation itself, in any case', () => {
    expect(letsGo({}, undefined, marked)).toEqual([true, true]);
    expect(letsGo({}, {}, marked)).toEqual([true, true]);
  });
});

describe('compareOwners', () => {
  it('requires each of several old owners to let go', () => {
    const before = state(
      kustomization('a', { prune: false }),
      kustomization('b'),
      object('a', 'ConfigMap', 'x'),
      object('b', 'ConfigMap', 'x'),
    );
    const changes = compareOwners(before, state(kustomization('c'), object('c', 'ConfigMap', 'x')));
    expect(changes.moved).toHaveLength(1);
    expect(changes.moved[0]).toMatchObject({ from: ['flux-system/a', 'flux-system/b'], to: ['flux-system/c'] });
    expect(changes.moved[0]!.holding.map(({ owner }) => owner)).toEqual(['flux-system/b']);
  });

  it('moves a CRD to an unseen owner whose repository brings its API group', () => {
    const crd = { spec: { group: 'example.org', names: { kind: 'Widget' } } };
    const before = state(kustomization('a'), object('a', 'CustomResourceDefinition', 'widgets.example.org', crd));
    const groups = new Map([['example.org', 'flux-system/git']]);
    const after = makeState([kustomization('git')].values(), () => false, { unseenGroups: groups });
    expect(printChanges(compareOwners(before, after))).toContain(
      '→ CustomResourceDefinition/widgets.example.org in apps (a → git): not handed over',
    );
  });

  it('returns its lists in the same order for any order of the input', () => {
    const entries = [kustomization('a'), object('a', 'ConfigMap', 'y'), object('a', 'ConfigMap', 'x')];
    const of = (list: readonly StateEntry[]) => printChanges(compareOwners(state(), state(...list)));
    expect(of(entries)).toEqual(of(entries.toReversed()));
  });
});

it('compares data with equalJson', () => {
  expect(equalJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1, d: undefined })).toBe(true);
  for (const other of [{ a: 1 }, { a: 1, b: [] }, { a: 1, b: [{ c: 0 }] }, { a: '1', b: [{ c: null }] }, [1], null]) {
    expect(equalJson({ a: 1, b: [{ c: null }] }, other)).toBe(false);
  }
});

it('prints no delete command for a namespace in which objects stay', () => {
  const namespace: StateEntry = {
    json: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'apps', annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } },
    },
    owner: 'flux-system/one',
    path: 'addons/dev/one/namespace.yaml',
  };
  const kept = [kustomization('one'), object('one', 'ConfigMap', 'x')];
  expect(printChanges(compareOwners(state(namespace, ...kept), state(...kept)))).toEqual([
    '○ Namespace/apps is left to others, who have objects in it (one)',
  ]);
  expect(printChanges(compareOwners(state(namespace, kustomization('one')), state(kustomization('one'))))).toEqual([
    '○ Namespace/apps is left behind (one): kubectl delete namespace/apps',
  ]);
});
