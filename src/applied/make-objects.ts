import type { ScopeOf } from '../compile/kind-scopes.js';
import { hasMark, isOwnMarked } from '../flux/resource-sets/marks.js';
import { isResourceSet } from '../flux/resource-sets/resource-set.js';
import type { JsonObject } from '../json/json-value.js';
import { expandSet } from './expand-set.js';
import type { Holding, OwnedObject, Owner } from './holding.js';
import { type ObjectId, titleOf } from './object-id.js';

/** What the Flux Operator generates from one ResourceSet. */
interface MadeObjects {
  readonly owner: Owner;
  readonly objects: readonly (readonly [ObjectId, Holding])[];
}

/** Sets may make sets. */
const MOST_ROUNDS = 5;

/**
 * What the ResourceSets among some objects generate, including sets that other sets generate. Vars are already
 * substituted.
 */
export const makeObjects = function* (
  objects: ReadonlyMap<string, OwnedObject>,
  scopeOf: ScopeOf,
): Iterable<MadeObjects> {
  const known = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const sets = [...objects.values()].filter(({ key, id }) => isResourceSet(id) && !known.has(key));
    if (sets.length === 0) return;
    for (const set of sets) {
      known.add(set.key);
      yield makeOf(set, objects, scopeOf);
    }
  }
};

const makeOf = (set: OwnedObject, objects: ReadonlyMap<string, OwnedObject>, scopeOf: ScopeOf): MadeObjects => {
  const [holding] = set.holdings;
  const { json } = holding;
  const {
    objects: made,
    unknown,
    open,
  } = expandSet(
    json,
    (at) => objects.get(at)?.holdings[0].json,
    () => [...objects.values()].map(({ id }) => id),
    scopeOf,
  );
  const key = titleOf(set.id);
  const { path, isForeign } = holding;
  const owner: Owner = {
    key,
    prune: true,
    deletionPolicy: 'Delete',
    suspend: isOwnMarked(json, 'reconcile', 'disabled'),
    keepsAll: false,
    seen: unknown.length === 0,
    set: { object: set, unknown, open, isForced: isOwnMarked(json, 'force', 'enabled') },
  };
  const foreign = isForeign === true ? { isForeign } : {};
  const holdingOf = (one: JsonObject): Holding => {
    const kept = hasMark(one, 'prune', 'disabled');
    return { owner: key, path, kept, json: one, isMade: true, ...foreign };
  };
  return { owner, objects: made.map((one) => [one.id, holdingOf(one.json)]) };
};
