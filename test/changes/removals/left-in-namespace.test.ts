import { expect, it } from 'vitest';
import { makeState, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../../src/changes/print/print-changes.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const entry = (json: JsonObject, owner = 'flux-system/db'): StateEntry => ({ json, owner, path: 'a.yaml' });
const kustomization = entry(
  {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'db', namespace: 'flux-system' },
    spec: { prune: true },
  },
  'flux-system/flux-system',
);
const keep = { annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' } };
const namespace = entry({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'db', ...keep } });
const set = (spec: JsonObject) =>
  entry({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db', namespace: 'db' }, spec });
const templates = { volumeClaimTemplates: [{ metadata: { name: 'data' } }] };
const release = (spec: JsonObject) =>
  entry({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'cache', namespace: 'flux' },
    spec,
  });
const claim = entry({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'files', namespace: 'db', ...keep },
});

const lineOf = (...objects: readonly StateEntry[]): string | undefined => {
  const state = (...entries: readonly StateEntry[]) => makeState(entries, () => true);
  return printChanges(compareOwners(state(kustomization, namespace, ...objects), state())).find((line) =>
    line.startsWith('○ Namespace'),
  );
};
const COMMAND = 'kubectl delete namespace/db';
const holding = (what: string) =>
  `○ Namespace/db is left behind (db) and keeps ${what}; to delete the namespace with all that is in it: ${COMMAND}`;

it.each([
  ['claims of a StatefulSet', [set(templates)], holding('the volume claims of StatefulSet/db and their data')],
  [
    'claims that a chart may leave',
    [release({ targetNamespace: 'db' })],
    holding('any volume claims of HelmRelease/cache and their data'),
  ],
  ['objects that are left behind', [claim], holding('PersistentVolumeClaim/files')],
])('says that a namespace left behind contains %s', (_, objects, line) => {
  expect(lineOf(...objects)).toBe(line);
});

it.each([
  ['nothing', []],
  ['a StatefulSet without claims', [set({})]],
  [
    'claims that are deleted with their StatefulSet',
    [set({ ...templates, persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } })],
  ],
  ['a release in another namespace', [release({})]],
])('prints only the command for a namespace left behind with %s', (_, objects) => {
  expect(lineOf(...objects)).toBe(`○ Namespace/db is left behind (db): ${COMMAND}`);
});
