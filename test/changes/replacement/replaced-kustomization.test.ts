import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const flux = (apiVersion: string, kind: string, name: string, spec: JsonObject): StateEntry => ({
  json: { apiVersion, kind, metadata: { name, namespace: 'flux-system' }, spec },
  owner: ROOT,
  path: `clusters/dev/${name}.yaml`,
});
const kustomization = (spec: JsonObject): StateEntry =>
  flux('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'a', {
    prune: true,
    path: './deploy',
    sourceRef: { kind: 'GitRepository', name: 'a' },
    ...spec,
  });
const repository = (url: string): StateEntry =>
  flux('source.toolkit.fluxcd.io/v1', 'GitRepository', 'a', { url, ref: { branch: 'main' } });

/** The lines of the plan about the Kustomization. */
const changed = (before: readonly StateEntry[], after: readonly StateEntry[], seen = false): readonly string[] =>
  printChanges(
    compareOwners(
      makeState(before, () => seen),
      makeState(after, () => seen),
    ),
  ).flatMap((line) => (line.includes('Kustomization/a') ? [line.replace(' Kustomization/a in flux-system', '')] : []));
const specs = (before: JsonObject, after: JsonObject, seen?: boolean) =>
  changed([kustomization(before)], [kustomization(after)], seen);

describe('a Kustomization that gives its objects another name, namespace or source', () => {
  it.each<readonly [what: string, before: JsonObject, after: JsonObject, expected: string]>([
    [
      'another target namespace',
      { targetNamespace: 'one' },
      { targetNamespace: 'two' },
      '± is replaced: targetNamespace "one" → "two" (flux-system)',
    ],
    ['a prefix', {}, { namePrefix: 'a-' }, '± is replaced: namePrefix "" → "a-" (flux-system)'],
    ['no suffix', { nameSuffix: '-a' }, {}, '± is replaced: nameSuffix "-a" → "" (flux-system)'],
    [
      'a target namespace that is not known',
      { targetNamespace: 'one' },
      { targetNamespace: '${NAMESPACE}' },
      '± may be replaced: targetNamespace "one" → "${NAMESPACE}" (flux-system)',
    ],
    [
      'a kubeConfig',
      {},
      { kubeConfig: { secretRef: { name: 'b' } } },
      '± is replaced: kubeConfig is added (flux-system)',
    ],
    [
      'another folder that cannot be seen',
      {},
      { path: './deploy/next' },
      '± may be replaced: path "deploy" → "deploy/next" (flux-system)',
    ],
    ['the same folder', {}, { path: 'deploy/' }, '~ (flux-system)'],
    [
      'another source',
      {},
      { sourceRef: { kind: 'OCIRepository', name: 'a' } },
      '± may be replaced: source "GitRepository/a in flux-system" → "OCIRepository/a in flux-system" (flux-system)',
    ],
    [
      'a patch that deletes',
      {},
      { patches: [{ patch: '$patch: delete\nkind: ConfigMap\nmetadata: {name: a}\n' }] },
      '± may be replaced: a patch that deletes (flux-system)',
    ],
    ['another interval', { interval: '10m' }, { interval: '1m' }, '~ (flux-system)'],
    ['a folder without pruning', { prune: false }, { prune: false, path: './next' }, '~ (flux-system)'],
    [
      'a target namespace while it is suspended',
      { suspend: true },
      { suspend: true, targetNamespace: 'a' },
      '~ (flux-system)',
    ],
    [
      'a folder, and to pruning',
      { prune: false },
      { path: './next' },
      '± may be replaced: path "deploy" → "next" (flux-system)',
    ],
  ])('is compared after a change to %s', (_, before, after, expected) => {
    expect(specs(before, after)).toEqual([expected]);
  });

  it('is compared object by object if its folder is in the tree', () => {
    expect(specs({}, { path: './next', targetNamespace: 'a' }, true)).toEqual(['~ (flux-system)']);
    expect(specs({}, { kubeConfig: { secretRef: { name: 'b' } } }, true)).toEqual([
      '± is replaced: kubeConfig is added (flux-system)',
    ]);
  });

  it('is replaced if the source of the same name is another repository', () => {
    const [one, two] = [repository('https://git.example.org/one'), repository('https://git.example.org/two')];
    expect(changed([one, kustomization({})], [two, kustomization({})])).toEqual([
      '± may be replaced: source "https://git.example.org/one" → "https://git.example.org/two" (flux-system)',
    ]);
    expect(changed([one, kustomization({})], [one, kustomization({ path: 'deploy' })])).toEqual(['~ (flux-system)']);
  });
});

describe('a patch that deletes an object', () => {
  const object = (kind: string, name: string): StateEntry => ({
    json: { apiVersion: kind === 'ConfigMap' ? 'v1' : 'apps/v1', kind, metadata: { name, namespace: 'apps' } },
    owner: 'flux-system/a',
    path: 'addons/dev/a/x.yaml',
  });
  const objects = [object('ConfigMap', 'one'), object('StatefulSet', 'one'), object('StatefulSet', 'two')];
  const deletedBy = (...patches: readonly JsonObject[]): readonly string[] => {
    const [before, after] = [kustomization({}), kustomization({ patches })].map((owner) =>
      makeState([owner, ...objects], () => true),
    );
    return printChanges(compareOwners(before!, after!)).filter((line) => line.startsWith('-'));
  };

  it('counts as a removal', () => {
    const patch = '$patch: delete\napiVersion: apps/v1\nkind: StatefulSet\nmetadata:\n  name: one\n  namespace: apps\n';
    expect(deletedBy({ patch })).toEqual(['- StatefulSet/one in apps (a)']);
    expect(deletedBy({ patch, target: { kind: 'StatefulSet' } })).toEqual([
      '- StatefulSet/one in apps (a)',
      '- StatefulSet/two in apps (a)',
    ]);
    expect(deletedBy({ patch, target: { name: 'on.', namespace: 'apps' } })).toEqual([
      '- ConfigMap/one in apps (a)',
      '- StatefulSet/one in apps (a)',
    ]);
    expect(deletedBy({ patch: `---\n${patch}---\n` })).toEqual(['- StatefulSet/one in apps (a)']);
  });

  it("doesn't count as a removal if it deletes a part, or isn't YAML", () => {
    expect(deletedBy({ patch: 'kind: StatefulSet\nmetadata: {name: one}\nspec: {$patch: delete}\n' })).toEqual([]);
    expect(deletedBy({ patch: '$patch: delete\nkind: [' })).toEqual([]);
    const patch = '$patch: delete\napiVersion: apps/v1\nkind: StatefulSet\nmetadata:\n  name: one\n';
    // kustomize rejects both, so Flux deletes nothing: no object has that namespace, and the first document is no object.
    expect(deletedBy({ patch })).toEqual([]);
    expect(deletedBy({ patch: `a: 1\n---\n${patch}  namespace: apps\n` })).toEqual([]);
    expect(deletedBy({ patch: '$patch: delete\nkind: StatefulSet\nmetadata: {name: on}\n' })).toEqual([]);
  });
});
