import type { ScopeOf } from '../../compile/kind-scopes.js';
import { isResourceSet } from '../../flux/resource-sets/resource-set.js';
import { expandSet } from '../expand-set.js';
import { keyOf } from '../object-id.js';
import type { FluxObject, MadeFluxObject, ObjectsOfSets } from './flux-view.js';

export const NO_SETS: ObjectsOfSets = { objects: [], open: new Map() };

/**
 * What the Flux Operator generates from the ResourceSets of a Kustomization, with the input providers of the same
 * Kustomization.
 */
export const objectsOfSets = (beside: readonly FluxObject[], scopeOf: ScopeOf): ObjectsOfSets => {
  const sets = beside.filter(({ id }) => isResourceSet(id));
  if (sets.length === 0) return NO_SETS;
  const open = new Map<FluxObject, readonly string[]>();
  const jsons = new Map(beside.map(({ id, json }) => [keyOf(id), json]));
  const objects = sets.flatMap((set): readonly MadeFluxObject[] => {
    const { objects: made, open: templates } = expandSet(
      set.json,
      (key) => jsons.get(key),
      () => beside.map(({ id }) => id),
      scopeOf,
    );
    if (templates.length > 0) open.set(set, templates);
    return made.map(({ id, json }) => ({ id, json, built: json, path: set.path, set: set.id }));
  });
  return { objects, open };
};
