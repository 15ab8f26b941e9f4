import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../src/applied/cluster-state.js';
import { changesJson } from '../../src/changes/comparison/print-comparison.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import type { JsonObject } from '../../src/json/json-value.js';

const kustomization = (name: string): StateEntry => ({
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'flux-system' },
    spec: { prune: false, deletionPolicy: 'Orphan' },
  },
  owner: ROOT,
  path: `clusters/dev/${name}.yaml`,
});

const release = (owner: string, chart: string, annotations?: JsonObject): StateEntry => ({
  json: {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'web', namespace: 'web', ...(annotations === undefined ? {} : { annotations }) },
    spec: { chart },
  },
  owner: `flux-system/${owner}`,
  path: `${owner}/x.yaml`,
});

const compare = (before: readonly StateEntry[], after: StateEntry) => {
  const old = before.map(({ owner }) => kustomization(owner.slice(owner.indexOf('/') + 1)));
  const changes = compareOwners(
    makeState([...old, ...before], () => true),
    makeState([kustomization('new'), after], () => true),
  );
  const { newOwner } = changesJson(changes) as { newOwner: readonly object[] };
  return { line: printChanges(changes).find((one) => one.startsWith('→')), json: newOwner[0] };
};

describe('a move to another owner', () => {
  it('says that the object changes if its fields differ', () => {
    const { line, json } = compare([release('old', '1.0.0')], release('new', '1.1.0'));
    expect(line).toBe('→ HelmRelease/web in web (old → new), and it changes: fluxspan diff shows how');
    expect(json).toMatchObject({ handedOver: true, changes: true, certain: true });
  });

  it("doesn't count removing the mark of the first step as a change", () => {
    const mark = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
    const { line, json } = compare([release('old', '1.0.0', mark)], release('new', '1.0.0'));
    expect(line).toBe('→ HelmRelease/web in web (old → new)');
    expect(json).toMatchObject({ changes: false });
  });

  it.each([
    ['a var may have the same value', [release('old', '${VERSION}')]],
    ['one of two old owners already has the new fields', [release('a', '1.0.0'), release('b', '1.1.0')]],
  ])('says that the object may change where %s', (_, before) => {
    const { line, json } = compare(before, release('new', '1.1.0'));
    expect(line).toMatch(/→ new\), and it may change: fluxspan diff shows how$/);
    expect(json).toMatchObject({ changes: true, certain: false });
  });
});
