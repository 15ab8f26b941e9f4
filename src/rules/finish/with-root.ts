import type { Diagnostic } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { CheckOptions } from '../context/open-context.js';
import type { RuleState } from '../context/rule-state.js';

/** Adds a note that the root changes a Kustomization that the code declares, and where. */
export const withRoot = (
  problem: Diagnostic,
  { units }: RuleState,
  asApplied: NonNullable<CheckOptions['asApplied']>,
): Diagnostic => {
  const changed = units
    .filter(({ declared }) => declared !== undefined && declared.built.name === problem.at.addon)
    .flatMap(({ entry }) => entry)
    .flatMap((object) => {
      const one = asApplied(object);
      return one === undefined ? [] : [{ object, one }];
    });
  const places: string[] = [];
  const notes = changed.map(({ object, one }) => {
    const [was, is] = [object.json, one.json].map(({ spec }) => (isObject(spec) ? spec : {}));
    const fields = [...new Set([...Object.keys(was!), ...Object.keys(is!)])].sort();
    const changes = fields.flatMap((field) => {
      if (equalJson(was![field] ?? null, is![field] ?? null)) return [];
      const place = one.placeOf(field);
      if (place === undefined) return [];
      if (!places.includes(place)) places.push(place);
      return [`spec.${field} in ${place}`];
    });
    const where = changes.length === 0 ? '' : `: ${changes.join(', ')}`;
    return `${object.title} is as Flux's root applies it, with the root's own patches${where}`;
  });
  const fix =
    places.length === 0 ? problem.fix : `correct what the root patches in ${places.join(' and ')}; else ${problem.fix}`;
  return { ...problem, notes: [...problem.notes, ...notes], fix };
};
