import { describe, expect, it } from 'vitest';
import { openPatches } from '../../src/applied/apply-patches.js';
import { type ClusterState, makeState, ROOT } from '../../src/applied/cluster-state.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import type { JsonObject } from '../../src/json/json-value.js';

const kustomization = (...patches: readonly JsonObject[]): JsonObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'a', namespace: 'flux-system' },
  spec: { prune: true, patches },
});
const release: JsonObject = {
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'web', namespace: 'apps' },
  spec: { interval: '10m' },
};
const database: JsonObject = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata: { name: 'db', namespace: 'apps' },
  spec: { instances: 1 },
};
const state = (json: JsonObject, ...patches: readonly JsonObject[]): ClusterState =>
  makeState(
    [
      { json: kustomization(...patches), owner: ROOT, path: 'clusters/dev/a.yaml' },
      { json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' },
    ],
    () => true,
  );
/** What the plan says of the object when patches come. */
const planned = (json: JsonObject, ...patches: readonly JsonObject[]): readonly string[] =>
  printChanges(compareOwners(state(json), state(json, ...patches))).filter((line) => !line.includes('Kustomization/a'));
const operations = (kind: string, ...lines: readonly string[]): JsonObject => ({
  target: { kind },
  patch: lines.join('\n'),
});

describe('a patch of a Kustomization', () => {
  it.each<readonly [what: string, json: JsonObject, patch: JsonObject, expected: readonly string[]]>([
    [
      'gives a release another name',
      release,
      operations('HelmRelease', '- op: add', '  path: /spec/releaseName', '  value: site'),
      ['± HelmRelease/web in apps is replaced: release name "web" → "site" (a)'],
    ],
    [
      'gives a release another namespace',
      release,
      {
        patch:
          'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: web, namespace: apps }\nspec: { targetNamespace: site, releaseName: web }',
      },
      ['± HelmRelease/web in apps is replaced: target namespace "apps" → "site" (a)'],
    ],
    [
      'gives an object another name',
      database,
      operations('Cluster', '- op: replace', '  path: /metadata/name', '  value: other'),
      ['+ Cluster/other in apps (a)', '- Cluster/db in apps (a)'],
    ],
    [
      'gives an object another namespace',
      database,
      operations('Cluster', '- op: replace', '  path: /metadata/namespace', '  value: other'),
      ['+ Cluster/db in other (a)', '- Cluster/db in apps (a)'],
    ],
    [
      'changes a field',
      database,
      operations('Cluster', '- op: replace', '  path: /spec/instances', '  value: 3'),
      ['~ Cluster/db in apps (a)'],
    ],
    [
      'is for others',
      database,
      operations('HelmRelease', '- op: add', '  path: /spec/releaseName', '  value: site'),
      [],
    ],
  ])('%s', (_, json, patch, expected) => {
    expect(planned(json, patch)).toEqual(expected);
  });
});

const applied = (json: JsonObject, ...patches: readonly JsonObject[]): JsonObject =>
  openPatches(kustomization(...patches))?.(json) ?? json;

const named = 'apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: { name: db, namespace: apps }';

it.each<readonly [what: string, patch: JsonObject]>([
  ['selects by other labels', { target: { labelSelector: 'a=b' }, patch: '- { op: remove, path: /spec }' }],
  ['has a target that is not valid', { target: { labelSelector: 'a=(' }, patch: '- { op: remove, path: /spec }' }],
  ['is for another group', { target: { group: 'cnpg.io' }, patch: '- { op: remove, path: /spec }' }],
  ['is for another version', { target: { version: 'v2' }, patch: '- { op: remove, path: /spec }' }],
  ['goes through a list', operations('Cluster', '- { op: add, path: /spec/list/-, value: x }')],
  ['has operations that depend on others', operations('Cluster', '- { op: move, from: /spec, path: /data }')],
  [
    'has a directive',
    {
      patch: `${named}\n$patch: replace\nspec: {}`,
    },
  ],
  ['is not valid YAML', { patch: '{' }],
])('openPatches skips a patch that %s', (_, patch) => {
  const json = { ...database, spec: { list: ['a'] } };
  expect(applied(json, patch)).toEqual(json);
});

it('openPatches merges as kustomize does, and keeps the name', () => {
  const patch = `apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: { name: db, namespace: apps, labels: { a: b } }\nspec: { instances: null, mode: x, list: [c], items: [{ a: 1 }] }`;
  expect(applied({ ...database, spec: { instances: 1, list: ['a'], items: [] } }, { patch })).toEqual({
    ...database,
    metadata: { name: 'db', namespace: 'apps', labels: { a: 'b' } },
    spec: { mode: 'x', list: ['c'], items: [] },
  });
});

it('openPatches applies a patch that selects by labels, unless a later patch changes those labels', () => {
  const first = {
    target: { labelSelector: 'tier in (a, b)' },
    patch: '- { op: replace, path: /spec/instances, value: 3 }',
  };
  const labels = (value: string) => ({ patch: `${named}\n`.replace('apps }', `apps, labels: { ${value} } }`) });
  const json = { ...database, metadata: { name: 'db', namespace: 'apps', labels: { tier: 'a' } } };
  expect(applied(json, first, labels('team: web'))['spec']).toEqual({ instances: 3 });
  expect(applied(json, first, labels('tier: c'))['spec']).toEqual({ instances: 1 });
});
