import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { findRefusedUpdates } from '../../../src/changes/updates/refused-update.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { changed } from '../../schema/update/update-case.js';

const deployment = (matchLabels: JsonObject): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'web' },
  spec: {
    selector: { matchLabels },
    template: { metadata: { labels: matchLabels }, spec: { containers: [{ name: 'shop', image: 'shop:1' }] } },
  },
});
const old = deployment({ app: 'shop' });
const next = deployment({ app: 'shop', tier: 'web' });
const job = (image: string): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'shop', namespace: 'web' },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'shop', image }] } } },
});

const stateOf = (object: JsonObject, settings: JsonObject) => {
  const entries: readonly StateEntry[] = [
    {
      json: {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'a', namespace: 'flux-system' },
        spec: { prune: true, ...settings },
      },
      owner: ROOT,
      path: 'clusters/dev/a.yaml',
    },
    { json: object, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' },
  ];
  return makeState(entries, () => true);
};

/** What the API server makes of the update. */
const refusal = (from: JsonObject, to: JsonObject, was: JsonObject, is = was): string => {
  const [update] = findRefusedUpdates(stateOf(from, was), stateOf(to, is)).values();
  if (update === undefined) return 'accepted';
  return update.isCertain ? 'refused' : `may be refused: ${update.doubt}`;
};
const target = { kind: 'Deployment' };
const patched = (...patches: readonly (string | JsonObject)[]): JsonObject => ({
  patches: patches.map((patch) => (typeof patch === 'string' ? { target, patch } : patch)),
});
const merge = (fields: string): string => `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: any }\n${fields}\n`;
const FIELD = /^may be refused: Kustomization "a" has .+, which may change the field$/;

describe('an update of an object that patches change', () => {
  const selector = '- { op: replace, path: /spec/selector/matchLabels, value: { app: fixed } }';

  it.each<readonly [string, JsonObject]>([
    ['another field', patched('- { op: add, path: /spec/replicas, value: 2 }')],
    ['an item of a list', patched('- { op: add, path: /spec/template/spec/containers/-, value: { name: b } }')],
    ['an item by its name', patched(merge('spec: { template: { spec: { containers: [{ name: shop, image: b }] } } }'))],
    ['a field that it takes away', patched('- { op: remove, path: /spec/template/spec/containers/0/image }')],
    ['a field that it tests first', patched('- { op: test, path: /metadata/name, value: shop }')],
    ['another object', patched({ target: { kind: 'Service' }, patch: '- { op: remove, path: /spec }' })],
    [
      'an object that is not in the folder',
      patched(merge('spec: { replicas: 2 }'), { patch: 'apiVersion: v1\nkind: Service\nmetadata: { name: x }' }),
    ],
    [
      'labels by which an earlier patch selects',
      patched(
        { target: { labelSelector: '!a' }, patch: '- { op: add, path: /spec/replicas, value: 2 }' },
        '- { op: add, path: /metadata/labels, value: { a: b } }',
      ),
    ],
    ['images', { images: [{ name: 'shop', newTag: '2' }] }],
  ])('is refused with a patch of %s', (_, settings) => {
    expect(refusal(old, next, settings)).toBe('refused');
    expect(refusal(old, old, settings)).toBe('accepted');
  });

  it('is compared with the patches applied on both sides', () => {
    expect(refusal(old, next, patched(selector))).toBe('accepted');
    expect(refusal(old, old, {}, patched(selector))).toBe('refused');
    expect(refusal(old, old, patched(selector), {})).toBe('refused');
    expect(refusal(old, next, patched(`- { op: test, path: /spec/replicas, value: 1 }`))).toMatch(FIELD);
  });

  it("isn't certainly refused if a component or a patch that can't be applied here may change the field", () => {
    expect(refusal(old, next, { components: ['../component'] })).toMatch(FIELD);
    expect(refusal(old, next, patched('- { op: remove, path: /spec/none }'))).toMatch(FIELD);
    expect(refusal(old, next, { patches: [{ patch: '[' }] })).toMatch(FIELD);
    expect(refusal(old, next, patched({ target: { name: '(' }, patch: merge('spec: {}') }))).toMatch(FIELD);
  });

  it('is compared with the images that the Kustomization sets', () => {
    expect(refusal(job('shop:1'), job('shop:2'), {})).toBe('refused');
    expect(refusal(job('shop:1'), job('shop:2'), { images: [{ name: 'shop', newTag: '3' }] })).toBe('accepted');
    expect(refusal(job('shop:1'), job('shop:2'), { images: [{ name: '(', newTag: '3' }] })).toMatch(FIELD);
    const labelled = changed(job('shop:1'), { spec: { template: { metadata: { labels: { a: 'b' } } } } });
    expect(refusal(job('shop:1'), labelled, { images: [{ name: 'shop', newTag: '3' }] })).toBe('refused');
  });

  it('is refused for an object of which a view shows the build, whatever its Kustomization has', () => {
    const built = (object: JsonObject) => {
      const state = stateOf(object, { components: ['../component'] });
      const entries = [...state.objects.values()].map(
        ({ holdings: [{ json, owner, path }] }): StateEntry => ({ json, owner, path, isSubstituted: true }),
      );
      return makeState(entries, () => true);
    };
    const [update] = findRefusedUpdates(built(old), built(next)).values();
    expect(update?.isCertain).toBe(true);
  });
});
