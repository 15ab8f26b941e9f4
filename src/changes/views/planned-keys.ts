import { keyOf, tryReadId } from '../../applied/object-id.js';
import type { ScopeOf } from '../../compile/kind-scopes.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';

/** The keys of all objects that a plan has. */
export const plannedKeys = ({ objects }: Pick<ClusterPlan, 'objects'>, scopeOf: ScopeOf): ReadonlySet<string> =>
  new Set(
    objects.flatMap(({ json }) => {
      const id = tryReadId(json, scopeOf);
      return id === undefined ? [] : [keyOf(id)];
    }),
  );
