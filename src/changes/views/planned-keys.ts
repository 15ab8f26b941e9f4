import { keyOf, tryReadId } from '../../applied/object-id.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';

/** Gives the keys of all objects in a plan. */
export const plannedKeys = ({ objects }: Pick<ClusterPlan, 'objects'>, scopeOf: ScopeOf): ReadonlySet<string> =>
  new Set(
    objects.flatMap(({ json }) => {
      const id = tryReadId(json, scopeOf);
      return id === undefined ? [] : [keyOf(id)];
    }),
  );
