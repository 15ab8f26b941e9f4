import type { ScopeOf } from '../compile/kind-scopes.js';
import type { JsonObject } from '../json/json-value.js';
import { hasMark, isSetMarked } from '../resource-sets/expand-resource-set.js';
import { isResourceSet } from '../resource-sets/resource-set.js';
import { expandSet } from './expand-set.js';
import type { Holding, OwnedObject, Owner } from './holding.js';
import { keyOf, type ObjectId, titleOf } from './object-id.js';
import { inlineVarsOf, withVars } from './with-vars.js';

/** What the Flux Operator makes of one ResourceSet. */
interface MadeObjects {
  readonly owner: Owner;
  readonly objects: readonly (readonly [ObjectId, Holding])[];
}

/** Sets may make sets. */
const MOST_ROUNDS = 5;

/** What the ResourceSets among some objects make; of those that they make themselves, too. */
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
  const json = asApplied(holding, objects);
  const applied = (at: string): JsonObject | undefined => {
    const found = objects.get(at)?.holdings[0];
    return found === undefined ? undefined : asApplied(found, objects);
  };
  const { objects: made, unknown } = expandSet(json, applied, scopeOf);
  const key = titleOf(set.id);
  const { path, isForeign } = holding;
  const owner: Owner = {
    key,
    prune: true,
    deletionPolicy: 'Delete',
    suspend: isSetMarked(json, 'reconcile', 'disabled'),
    keepsAll: false,
    seen: unknown.length === 0,
    set: { object: set, unknown, isForced: isSetMarked(json, 'force', 'enabled') },
  };
  const foreign = isForeign === true ? { isForeign } : {};
  const holdingOf = (one: JsonObject): Holding => {
    const kept = hasMark(one, 'prune', 'disabled');
    return { owner: key, path, kept, json: one, isMade: true, ...foreign };
  };
  return { owner, objects: made.map((one) => [one.id, holdingOf(one.json)]) };
};

/** With the vars that its Kustomization itself has. */
const asApplied = ({ json, owner }: Holding, objects: ReadonlyMap<string, OwnedObject>): JsonObject => {
  const at = owner.indexOf('/');
  const id = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
  const key = keyOf({ ...id, namespace: owner.slice(0, at), name: owner.slice(at + 1) });
  return withVars(json, { vars: inlineVarsOf(objects.get(key)?.holdings[0].json, json) });
};
