import type { ScopeOf } from '../../compile/kind-scopes.js';
import { expandResourceSet } from '../../resource-sets/expand-resource-set.js';
import { isResourceSet, OPERATOR_GROUP } from '../../resource-sets/resource-set.js';
import { tryReadId } from '../object-id.js';
import type { FluxObject } from './flux-view.js';

export interface ObjectsOfSets {
  readonly objects: readonly FluxObject[];
  /** The sets of which more may come. */
  readonly open: ReadonlySet<FluxObject>;
}

/** What the Flux Operator makes of the ResourceSets among the objects of a Kustomization, with the providers beside them. */
export const objectsOfSets = (beside: readonly FluxObject[], scopeOf: ScopeOf): ObjectsOfSets => {
  const open = new Set<FluxObject>();
  const objects = beside.flatMap((set): readonly FluxObject[] => {
    if (!isResourceSet(set.id)) return [];
    const { objects: made, unknown } = expandResourceSet(set.json, (namespace, name) => {
      const provider = beside.find(
        ({ id }) =>
          id.group === OPERATOR_GROUP &&
          id.kind === 'ResourceSetInputProvider' &&
          id.namespace === namespace &&
          id.name === name,
      );
      return provider?.json;
    });
    if (unknown.length > 0) open.add(set);
    return made.flatMap((json) => {
      const id = tryReadId(json, scopeOf);
      return id === undefined ? [] : [{ id, json, built: json, path: set.path }];
    });
  });
  return { objects, open };
};
