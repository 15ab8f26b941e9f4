import type { ScopeOf } from '../../compile/kind-scopes.js';
import { isResourceSet } from '../../resource-sets/resource-set.js';
import { expandSet } from '../expand-set.js';
import { keyOf } from '../object-id.js';
import type { FluxObject } from './flux-view.js';

export interface ObjectsOfSets {
  readonly objects: readonly FluxObject[];
  /** The sets of which more may come. */
  readonly open: ReadonlySet<FluxObject>;
}

/** What the Flux Operator makes of the ResourceSets among the objects of a Kustomization, with the providers beside them. */
export const objectsOfSets = (beside: readonly FluxObject[], scopeOf: ScopeOf): ObjectsOfSets => {
  const open = new Set<FluxObject>();
  const sets = beside.filter(({ id }) => isResourceSet(id));
  if (sets.length === 0) return { objects: [], open };
  const jsons = new Map(beside.map(({ id, json }) => [keyOf(id), json]));
  const objects = sets.flatMap((set): readonly FluxObject[] => {
    const { objects: made, unknown } = expandSet(
      set.json,
      (key) => jsons.get(key),
      () => beside.map(({ id }) => id),
      scopeOf,
    );
    if (unknown.length > 0) open.add(set);
    return made.map(({ id, json }) => ({ id, json, built: json, path: set.path }));
  });
  return { objects, open };
};
