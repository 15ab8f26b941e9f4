import { expect, it } from 'vitest';
import type { ClusterState } from '../../../src/applied/cluster-state.js';
import { keyOf, tryReadId } from '../../../src/applied/object-id.js';
import type { FluxObject, FluxView } from '../../../src/applied/view/flux-view.js';
import { chooseTaken } from '../../../src/handover/adopt/choose-taken.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const object = (json: JsonObject): FluxObject => ({ id: tryReadId(json)!, json, path: 'apps/all.yaml' }) as FluxObject;
const repository = (namespace: string) =>
  object({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'charts', namespace },
    spec: { url: 'https://charts.example.org' },
  });
const release = (name: string, source: JsonObject) =>
  object({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'web' },
    spec: { chart: { spec: { chart: name, sourceRef: { kind: 'HelmRepository', name: 'charts', ...source } } } },
  });

/** What goes with the Kustomization `apps`, whose release `web` the plan has, too. */
const restOf = (now: readonly FluxObject[], planned: readonly FluxObject[]): readonly string[] | undefined => {
  const owner = { key: 'flux-system/apps', objects: now, notSeen: [], files: [], parents: ['root'] };
  const view = { root: 'root', owners: new Map([[owner.key, owner]]) } as unknown as FluxView;
  const objects = new Map(
    planned.map(({ id, json }) => [keyOf(id), { id, holdings: [{ owner: 'flux-system/web', json }] }]),
  );
  const state = { owners: new Map(), objects, unseenGroups: new Map() } as unknown as ClusterState;
  return chooseTaken(view, state, () => false)
    .owners.get(owner.key)
    ?.rest.map(({ id }) => `${id.kind}/${id.name} in ${id.namespace}`);
};

it('an adoption removes a source together with the release that used it if the plan has it in another namespace', () => {
  const old = [repository('flux-system'), release('web', { namespace: 'flux-system' })];
  expect(restOf(old, [repository('web'), release('web', {})])).toEqual(['HelmRepository/charts in flux-system']);
  expect(restOf(old, [repository('web'), release('web', { namespace: 'web' })])).toEqual([
    'HelmRepository/charts in flux-system',
  ]);
});

it('an adoption keeps a source that something else still uses, and one that no taken object used', () => {
  const old = [repository('flux-system'), release('web', { namespace: 'flux-system' })];
  expect(restOf(old, [release('web', { namespace: 'flux-system' })])).toEqual([]);
  const other = release('other', { namespace: 'flux-system' });
  expect(restOf([...old, other], [release('web', {})])).toEqual([]);
  expect(restOf([repository('elsewhere'), ...old.slice(1)], [release('web', {})])).toEqual([]);
});
