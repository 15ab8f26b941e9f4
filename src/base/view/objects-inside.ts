import { type ClusterState, isFluxKustomization, ROOT, type StateEntry } from '../cluster-state.js';
import type { ObjectId } from '../object-id.js';
import type { InsideObject } from './view-options.js';

/** Whether addons make Kustomizations among some objects, which read folders. */
export const mayReadFolders = (entries: Iterable<Pick<StateEntry, 'json' | 'owner'>>): boolean => {
  for (const { json, owner } of entries) {
    if (owner !== ROOT && (json['kind'] === 'Kustomization' || json['kind'] === 'ResourceSet')) return true;
  }
  return false;
};

/** Each declaration of an object. */
export const entriesOf = function* (state: ClusterState): Iterable<Pick<StateEntry, 'json' | 'owner'>> {
  for (const { holdings } of state.objects.values()) yield* holdings;
};

/**
 * What the Kustomizations of a cluster apply that decides what Flux reads next: Kustomizations, their sources, and
 * ConfigMaps with vars. Empty where no Kustomization is among it.
 */
export const objectsInside = (state: ClusterState): readonly InsideObject[] => {
  const inside = [...state.objects.values()].flatMap(({ id, holdings }) =>
    decides(id) ? holdings.flatMap(({ owner, json, path }) => (owner === ROOT ? [] : [{ owner, id, json, path }])) : [],
  );
  return inside.some(({ id }) => isFluxKustomization(id)) ? inside : [];
};

const decides = (id: ObjectId): boolean =>
  isFluxKustomization(id) || /^source\.(toolkit|extensions)\.fluxcd\.io$/.test(id.group) || isConfigMap(id);

const isConfigMap = ({ group, kind }: ObjectId): boolean => group === '' && kind === 'ConfigMap';
