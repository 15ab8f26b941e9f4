import type { JsonObject } from '../../json/json-value.js';
import { type ClusterState, isFluxKustomization, ROOT } from '../cluster-state.js';
import type { ObjectId } from '../object-id.js';
import type { InsideObject } from './view-options.js';

/** Whether an object is a Kustomization that an addon declares, or a ResourceSet that may generate one. */
export const mayReadFolder = (json: JsonObject, owner: string): boolean => {
  if (owner === ROOT) return false;
  const { kind } = json;
  return kind === 'Kustomization' || (kind === 'ResourceSet' && JSON.stringify(json).includes(KUSTOMIZE));
};

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';

/**
 * The objects of a cluster that decide what Flux reads next: Kustomizations, their sources, and ConfigMaps with vars.
 * Empty if there is no Kustomization among them.
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
