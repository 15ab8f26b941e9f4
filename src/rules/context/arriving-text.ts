import { expressionsOf } from '../../substitution/expressions-of.js';
import { fillKnown } from '../../substitution/fill-known.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseTemplate } from '../../substitution/parse-template.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import type { Expression } from '../../substitution/template.js';
import type { Unit } from './rule-state.js';

/**
 * A text as it arrives in the cluster, so that it can be compared with a text of another unit: the same `${APP}` is
 * another value in each Kustomization that sets it. Vars of the contract stay, since they have one value in a cluster. A
 * text of which more isn't known is marked with its unit, and is equal to texts of this unit alone.
 */
export const arrivingText = (text: string, { name, known, declared }: Unit): string => {
  if (!known.isSubstituted || !holdsExpression(text)) return text;
  const inline = [...known.vars].flatMap(([one, { schema }]) =>
    schema.enum?.length === 1 ? [[one, String(schema.enum[0])] as const] : [],
  );
  const filled = fillKnown(text, Object.fromEntries(inline));
  const contract = declared?.built.inputs.vars;
  const isShared = (one: string) => contract?.has(one) === true || known.borrowed.has(one);
  return namesIn(filled).every(isShared) ? filled : `${filled} of ${name}`;
};

/**
 * Whether a text of an object reaches the cluster as it is written: nothing substitutes there, or synth escapes it, since
 * no var has such a name.
 */
export const arrivesAsWritten = (text: string, { known, declared }: Unit): boolean => {
  if (!known.isSubstituted || !holdsExpression(text)) return true;
  // In YAML that others wrote, nothing is escaped.
  if (declared === undefined || known.open.length > 0) return false;
  return expressionsIn(text)?.every(({ name, operator }) => operator === '' && !known.vars.has(name)) === true;
};

const namesIn = (text: string): readonly string[] => expressionsIn(text)?.map(({ name }) => name) ?? [];

/** Undefined for a text that Flux can't read. */
const expressionsIn = (text: string): readonly Expression[] | undefined => {
  try {
    return expressionsOf(parseTemplate(text));
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};
