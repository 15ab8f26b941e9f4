import { ownersOf } from '../../compile/text-owners.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites, NO_SITES } from '../../substitution/sites.js';
import { keyOf, type MadeByUs, type MadeObjects, makeObjects } from './made-objects.js';
import type { RuleState, StateObject } from './rule-state.js';

/** A state in which units also have what their ResourceSets generate. */
export interface WithMade {
  readonly state: RuleState;
  readonly sets: MadeObjects;
}

export const withMadeObjects = (state: RuleState): WithMade => {
  const { units, vars } = state;
  const knownOf = new Map(units.map(({ name, known }) => [name, known]));
  const sets = makeObjects(units, (set, json) =>
    isDisabled(set.json) ? NO_SITES : findSites(json, ownersOf(knownOf.get(set.unit)!, vars)),
  );
  // Another rule reports objects that are declared twice.
  const known = new Set(units.flatMap(({ objects }) => objects.map(keyOf)));
  const made = new Map<string, MadeByUs[]>();
  for (const object of sets.objects) {
    if (known.has(keyOf(object))) continue;
    known.add(keyOf(object));
    const own = made.get(object.unit);
    if (own === undefined) made.set(object.unit, [object]);
    else own.push(object);
  }
  if (made.size === 0) return { state, sets };
  const all = units.map((unit) => {
    const own = made.get(unit.name);
    return own === undefined ? unit : { ...unit, objects: [...unit.objects, ...withTitles(unit.objects, own)] };
  });
  return { state: { ...state, units: all }, sets };
};

/** Adds the namespace to titles of generated objects that aren't unique in their unit. */
const withTitles = (objects: readonly StateObject[], made: readonly MadeByUs[]): readonly StateObject[] => {
  const count = new Map<string, number>();
  for (const { title } of [...objects, ...made]) count.set(title, (count.get(title) ?? 0) + 1);
  return made.map((one) =>
    count.get(one.title) === 1 || one.namespace === undefined
      ? one
      : { ...one, title: `${one.title} in ${one.namespace}` },
  );
};
