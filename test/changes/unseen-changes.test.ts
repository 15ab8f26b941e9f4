import { expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../src/applied/cluster-state.js';
import { unseenChangeRule } from '../../src/changes/rules/updates/unseen-change.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { askRule } from './ask-rule.js';

const entry = (group: string, kind: string, name: string, spec: JsonObject): StateEntry => ({
  json: { apiVersion: `${group}.toolkit.fluxcd.io/v1`, kind, metadata: { name, namespace: 'flux-system' }, spec },
  owner: ROOT,
  path: 'clusters/dev/crds.yaml',
});
const state = (source: JsonObject, kustomization: JsonObject, seen = false) => {
  const sourceRef = { kind: 'GitRepository', name: 'crds' };
  const entries = ['crds', 'more'].map((name) =>
    entry('kustomize', 'Kustomization', name, { prune: true, sourceRef, ...kustomization }),
  );
  return makeState([entry('source', 'GitRepository', 'crds', source), ...entries], () => seen);
};
const told = (from: JsonObject, to: JsonObject, kustomization: JsonObject = {}, seen = false) =>
  askRule(unseenChangeRule, { before: state(from, kustomization, seen), after: state(to, kustomization, seen) })
    .map(printDiagnostic)
    .join('');

const url = 'https://git.example.org/crds';
const [one, two] = [
  { url, ref: { tag: 'v1' } },
  { url, ref: { tag: 'v2' } },
];

it('reports a source with different files once for all that read it', () => {
  expect(told(one, two)).toBe(
    `notice FX524 unseen-change: GitRepository/crds in flux-system changes its ref: what Kustomizations "crds" and "more" no longer find there, Flux deletes, and its files aren't in this repository
  at   dev/GitRepository/crds in flux-system  spec.ref
  fix  compare the files of both versions before you merge: which files are missing, and what they declare
`,
  );
  expect(told(one, { ...two, ignore: '/docs' })).toContain('changes its ref and ignore');
});

it('reports nothing if nothing can be deleted, or all files can be seen', () => {
  expect(told(one, { ...one, interval: '1m', secretRef: { name: 'x' } })).toBe('');
  expect(told(one, two, { prune: false })).toBe('');
  expect(told(one, two, {}, true)).toBe('');
});
