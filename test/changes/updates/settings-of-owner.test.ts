import { describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../../src/applied/cluster-state.js';
import { compareOwners } from '../../../src/changes/owners/compare-owners.js';
import { findRefusedUpdates } from '../../../src/changes/updates/refused-update.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const workload = (kind: 'Deployment' | 'Job', image = 'shop:1', annotations: JsonObject = {}): JsonObject => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name: 'shop', namespace: 'web', annotations },
  spec: {
    ...(kind === 'Job' ? {} : { selector: { matchLabels: { app: 'shop' } } }),
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { restartPolicy: kind === 'Job' ? 'Never' : 'Always', containers: [{ name: 'shop', image }] },
    },
  },
});
const config: JsonObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop', namespace: 'web' } };

const stateOf = (settings: JsonObject, objects: readonly JsonObject[], isBuilt: boolean) => {
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
    ...objects.map((json, at) => ({
      json,
      owner: 'flux-system/a',
      path: `addons/dev/a/${at}.yaml`,
      ...(isBuilt ? ({ isSubstituted: true } as const) : {}),
    })),
  ];
  return makeState(entries, () => true);
};

/** What Flux changes, but for the Kustomization, and what that does to pods. */
const changedBy = (was: JsonObject, is: JsonObject, objects: readonly JsonObject[], isBuilt = false) => {
  const { changed, restarts } = compareOwners(stateOf(was, objects, isBuilt), stateOf(is, objects, isBuilt));
  return changed
    .filter(({ id }) => id.kind !== 'Kustomization')
    .map(({ id, key }) => `${id.kind}${restarts?.has(key) === true ? `: ${restarts.get(key)}` : ''}`);
};
const tag = (newTag: string): JsonObject => ({ images: [{ name: 'shop', newTag }] });
const label = (team: string): JsonObject => ({ commonMetadata: { labels: { team } } });

describe('another setting of a Kustomization', () => {
  it('changes the objects whose images it names, and restarts their pods', () => {
    expect(changedBy({}, tag('2'), [workload('Deployment'), config])).toEqual(['Deployment: its pods restart']);
    expect(changedBy(tag('2'), tag('3'), [workload('Deployment')])).toEqual(['Deployment: its pods restart']);
    expect(changedBy(tag('2'), {}, [workload('Deployment')])).toEqual(['Deployment: its pods restart']);
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['the same image', {}, tag('1')],
    ['an image of others', {}, { images: [{ name: 'other', newTag: '2' }] }],
    ['an entry of the same effect', tag('2'), { images: [{ name: 'shop', newTag: '2', newName: 'shop' }] }],
  ])('changes nothing with %s', (_, was, is) => {
    expect(changedBy(was, is, [workload('Deployment'), config])).toEqual([]);
  });

  it('changes all objects by other labels, without a restart', () => {
    expect(changedBy({}, label('a'), [workload('Deployment'), config])).toEqual(['ConfigMap', 'Deployment']);
    expect(changedBy(label('a'), label('b'), [config])).toEqual(['ConfigMap']);
    expect(changedBy(label('a'), label('a'), [config])).toEqual([]);
    const owned = { ...config, metadata: { name: 'shop', namespace: 'web', labels: { team: 'a' } } };
    expect(changedBy({}, label('a'), [owned])).toEqual([]);
  });

  it('changes what a view has built by its labels alone', () => {
    expect(changedBy({}, { ...tag('2'), ...label('a') }, [workload('Deployment')], true)).toEqual(['Deployment']);
    expect(changedBy({}, tag('2'), [workload('Deployment')], true)).toEqual([]);
  });

  it('changes nothing that Flux leaves alone', () => {
    const ignored = workload('Deployment', 'shop:1', { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' });
    expect(changedBy({}, tag('2'), [ignored])).toEqual([]);
  });
});

describe('an update that the API server refuses', () => {
  const refusal = (from: JsonObject, to: JsonObject, was: JsonObject, is: JsonObject) => {
    const [update] = findRefusedUpdates(stateOf(was, [from], false), stateOf(is, [to], false)).values();
    return update === undefined ? 'accepted' : update.isCertain ? 'refused' : update.doubt;
  };
  const [one, two] = [workload('Job', 'shop:1'), workload('Job', 'shop:2')];

  it('is one of an image that the Kustomization sets', () => {
    expect(refusal(one, one, {}, tag('2'))).toBe('refused');
    expect(refusal(one, one, tag('2'), tag('3'))).toBe('refused');
  });

  it('is none of an image that the Kustomization sets back', () => {
    expect(refusal(one, two, tag('3'), tag('3'))).toBe('accepted');
    expect(refusal(one, two, { images: [{ name: 'shop', digest: '' }] }, {})).toBe('refused');
  });

  it('is one whatever images of others there are', () => {
    const others = { images: [{ name: 'other', newTag: '3' }] };
    expect(refusal(one, two, others, others)).toBe('refused');
  });
});
