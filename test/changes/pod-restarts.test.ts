import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeState, ROOT, type StateEntry } from '../../src/applied/cluster-state.js';
import { changesJson } from '../../src/changes/comparison/print-comparison.js';
import { compareOwners } from '../../src/changes/owners/compare-owners.js';
import { printChanges } from '../../src/changes/print/print-changes.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { Repository } from './repository.js';
import { sampleApp } from './sample-app.js';
import { synth } from './synth.js';

const template = (image: string, annotations?: JsonObject) => ({
  metadata: { labels: { app: 'shop' }, ...(annotations === undefined ? {} : { annotations }) },
  spec: { containers: [{ name: 'shop', image }] },
});

describe('the plan of a change that restarts pods', () => {
  let repository: Repository;
  beforeEach(() => {
    repository = new Repository();
  });
  afterEach(() => repository.remove());

  const app = (image: string, kustomization: KustomizationSettings = {}) =>
    sampleApp({
      dev: {
        addons: {
          shop: {
            objects: [
              {
                kind: 'StatefulSet',
                name: 'db',
                namespace: 'shop',
                spec: { serviceName: 'db', selector: { matchLabels: { app: 'shop' } }, template: template(image) },
              },
            ],
            kustomization,
          },
        },
      },
    });
  const target = { kind: 'StatefulSet' };
  const annotation = '[{ "op": "add", "path": "/spec/template/metadata/annotations", "value": { "a": "b" } }]';
  const merged = JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'shop' },
    spec: { template: { spec: { containers: [{ name: 'shop', image: 'shop:2' }] } } },
  });
  const ITSELF = '~ Kustomization/shop in flux-system (flux-system)';
  const RESTART = '~ StatefulSet/db in shop (shop): its pods restart';

  it.each<readonly [string, string, KustomizationSettings, readonly string[]]>([
    ['the manifest', 'shop:2', {}, [RESTART]],
    ['operations of a patch', 'shop:1', { patches: [{ target, patch: annotation }] }, [ITSELF, RESTART]],
    ['a merged patch', 'shop:1', { patches: [{ patch: merged }] }, [ITSELF, RESTART]],
    [
      'a patch of the controller alone',
      'shop:1',
      { patches: [{ target, patch: '[{ "op": "add", "path": "/spec/replicas", "value": 3 }]' }] },
      [ITSELF, '~ StatefulSet/db in shop (shop)'],
    ],
    [
      'a patch of nothing that is there',
      'shop:1',
      { patches: [{ target: { kind: 'Deployment' }, patch: annotation }] },
      [ITSELF],
    ],
  ])('names the object and what becomes of its pods: %s', async (_, image, settings, lines) => {
    await synth(repository, app('shop:1'));
    repository.publish('a cluster');
    const { clusters } = await synth(repository, app(image, settings));
    expect(clusters.flatMap(({ changes, before }) => printChanges(changes, before.state))).toEqual(lines);
  });

  it('says so of a patch that is removed', async () => {
    await synth(repository, app('shop:1', { patches: [{ target, patch: annotation }] }));
    repository.publish('a cluster');
    const { clusters } = await synth(repository, app('shop:1'));
    expect(clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([ITSELF, RESTART]);
  });
});

const workload = (kind: string, spec: JsonObject = {}, annotations: JsonObject = {}): JsonObject => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name: 'shop', namespace: 'web', annotations },
  spec: { selector: { matchLabels: { app: 'shop' } }, template: template('shop:1'), ...spec },
});

const changesOf = (from: JsonObject, to: JsonObject, was: JsonObject = {}, is = was) => {
  const [before, after] = [[from, was] as const, [to, is] as const].map(([json, settings]) => {
    const apply: StateEntry = {
      json: {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'a', namespace: 'flux-system' },
        spec: { prune: true, ...settings },
      },
      owner: ROOT,
      path: 'clusters/dev/a.yaml',
    };
    return makeState([apply, { json, owner: 'flux-system/a', path: 'addons/dev/a/x.yaml' }], () => true);
  });
  return compareOwners(before!, after!);
};
const lineOf = (...sides: Parameters<typeof changesOf>): string | undefined =>
  printChanges(changesOf(...sides)).find((line) => line.includes('/shop in web'));

const next = { template: template('shop:2') };

describe('what becomes of the pods of an object that changes', () => {
  it('is nothing where the Kustomization sets the image on both sides', () => {
    const images = [{ name: 'shop', newTag: '3' }];
    expect(lineOf(workload('Deployment'), workload('Deployment', next), { images })).toBeUndefined();
  });

  it.each<readonly [string, string, Parameters<typeof changesOf>]>([
    ['a Deployment', ': its pods restart', [workload('Deployment'), workload('Deployment', next)]],
    ['a DaemonSet', ': its pods restart', [workload('DaemonSet'), workload('DaemonSet', next)]],
    [
      'a Deployment that stops first',
      ': all its pods stop, and then new ones start',
      [workload('Deployment'), workload('Deployment', { ...next, strategy: { type: 'Recreate' } })],
    ],
    [
      'a paused Deployment',
      ': the Deployment is paused: no pod restarts',
      [workload('Deployment'), workload('Deployment', { ...next, paused: true })],
    ],
    [
      'a DaemonSet that waits',
      ': its pods restart only when they are deleted',
      [workload('DaemonSet'), workload('DaemonSet', { ...next, updateStrategy: { type: 'OnDelete' } })],
    ],
    [
      'a default that is written out',
      '',
      [
        workload('Deployment'),
        workload('Deployment', {
          template: { ...template('shop:1'), spec: { ...template('shop:1').spec, restartPolicy: 'Always' } },
        }),
      ],
    ],
    [
      'a value that a var may have',
      ': its pods may restart',
      [
        workload('Deployment'),
        workload('Deployment', { template: template('shop:${TAG}') }),
        { postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } },
      ],
    ],
    [
      'an image that the Kustomization may set',
      ': its pods may restart',
      [workload('Deployment'), workload('Deployment', next), { images: [{ name: '(', newTag: '3' }] }],
    ],
    [
      'another image that the Kustomization sets',
      ': its pods restart',
      [
        workload('Deployment'),
        workload('Deployment', next),
        { images: [{ name: 'shop', newTag: '3' }] },
        { images: [{ name: 'shop', newTag: '4' }] },
      ],
    ],
    [
      'a template, with images that the Kustomization sets',
      ': its pods restart',
      [
        workload('Deployment'),
        workload('Deployment', { template: template('shop:1', { a: 'b' }) }),
        { images: [{ name: 'shop', newTag: '3' }] },
      ],
    ],
    [
      'what components may change',
      ': its pods may restart',
      [workload('Deployment'), workload('Deployment', next), { components: ['../part'] }],
    ],
    ['a suspended Kustomization', '', [workload('Deployment'), workload('Deployment', next), { suspend: true }]],
    [
      'an object that Flux leaves alone',
      '',
      [workload('Deployment'), workload('Deployment', next, { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' })],
    ],
  ])('%s', (_, words, sides) => {
    expect(lineOf(...sides)).toBe(`~ ${String(sides[0]['kind'])}/shop in web (a)${words}`);
  });

  it('is in the JSON, too', () => {
    const { change } = changesJson(changesOf(workload('Deployment'), workload('Deployment', next))) as {
      readonly change: readonly object[];
    };
    expect(change).toEqual([
      {
        group: 'apps',
        kind: 'Deployment',
        namespace: 'web',
        name: 'shop',
        owners: ['flux-system/a'],
        effect: 'its pods restart',
      },
    ]);
  });
});
