import type { Diagnostic, Place } from '../../diagnostics/index.js';
import type { MadeByUs } from '../context/made-objects.js';
import { placeIn } from '../context/place-in.js';
import type { StateObject } from '../context/rule-state.js';
import type { CheckContext } from '../rule.js';

/** The most objects that a note names. */
const MOST_NAMED = 3;

/**
 * Reports problems in generated objects at their ResourceSet, which the user can change, with the template and the
 * inputs. A problem of one template with many inputs is reported once.
 */
export const tellOfSets = (
  problems: readonly Diagnostic[],
  { state: { units } }: Pick<CheckContext, 'state'>,
): readonly Diagnostic[] => {
  if (problems.length === 0) return problems;
  const made = new Map<string, MadeByUs>();
  for (const { objects } of units) {
    for (const one of objects) if (isMade(one)) made.set(keyOf(placeIn(one)), one);
  }
  if (made.size === 0) return problems;
  const first = new Map<string, { readonly of: MadeByUs; readonly at: number; readonly others: string[] }>();
  const told: Diagnostic[] = [];
  for (const problem of problems) {
    const object = problem.at.object === undefined ? undefined : made.get(keyOf(problem.at));
    if (object === undefined) {
      told.push(problem);
      continue;
    }
    const moved = atSet(problem, object);
    const alike = [problem.code, keyOf(moved.at), moved.at.path, problem.at.path, object.apiVersion, object.kind].join(
      '\0',
    );
    const known = first.get(alike);
    if (known === undefined) {
      first.set(alike, { of: object, at: told.length, others: [] });
      told.push(moved);
    } else if (known.of === object) told.push(moved);
    else if (!known.others.includes(object.title)) known.others.push(object.title);
  }
  for (const { at, others } of first.values()) {
    if (others.length === 0) continue;
    const named = others.slice(0, MOST_NAMED).join(', ');
    const left = others.length - MOST_NAMED;
    const note = `the same goes for ${named}${left > 0 ? ` and ${left} more` : ''}`;
    told[at] = { ...told[at]!, notes: [...told[at]!.notes, note] };
  }
  return told;
};

/** Distinguishes objects with the same title by their addon or file. */
const keyOf = ({ addon, file, object }: Place): string => `${addon ?? file?.replace(/:\d+$/, '')}\0${object}`;

const isMade = (object: StateObject): object is MadeByUs => object.madeBy !== undefined;

const atSet = (problem: Diagnostic, object: MadeByUs): Diagnostic => {
  const { set, path, inputs } = object.madeBy;
  const inner = problem.at.path;
  const isTemplate = path.endsWith('Template');
  const within = inner === undefined || isTemplate ? path : `${path}.${inner}`;
  const note = `${set.title} makes ${object.title}${inputs === undefined ? '' : ` with ${inputs}`}${isTemplate && inner !== undefined ? `; it has ${inner}` : ''}`;
  const moved = { ...problem, at: { ...problem.at, ...placeIn(set, within) }, notes: [...problem.notes, note] };
  return isMade(set) ? atSet(moved, set) : moved;
};
