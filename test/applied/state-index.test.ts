import { expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../src/applied/cluster-state.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { removalNotDeclaredRule } from '../../src/changes/rules/removals/removal-not-declared.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { askRule } from '../changes/ask-rule.js';

const owner: StateEntry = {
  json: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'a', namespace: 'flux-system' },
    spec: { prune: true },
  },
  owner: ROOT,
  path: 'clusters/dev/a.yaml',
};
const entry = (json: JsonObject): StateEntry => ({ json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' });

it('the state index scans the objects once for all removed Gateways and Namespaces', () => {
  const entries = Array.from({ length: 100 }, (_, index) => [
    entry({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: `g${index}`, namespace: 'web' },
    }),
    entry({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: `r${index}`, namespace: `n${index}` },
      spec: { parentRefs: [{ name: `g${index}`, namespace: 'web' }] },
    }),
    entry({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `n${index}` } }),
  ]).flat();
  const before = makeState([owner, ...entries], () => true);
  const changes = compareOwners(
    before,
    makeState([owner], () => true),
  );
  const objects = before.objects as Map<string, unknown>;
  const values = objects.values.bind(objects);
  let runs = 0;
  objects.values = () => {
    runs++;
    return values();
  };
  const refused = askRule(removalNotDeclaredRule, { changes, before });
  expect(refused.map(({ message }) => message)).toContain(
    'Gateway/g7 in web is removed, and with it its address, and what reaches the cluster through it: HTTPRoute/r7 in n7',
  );
  expect(refused).toHaveLength(200);
  expect(runs).toBeLessThan(5);
});
