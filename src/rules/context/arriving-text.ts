import { expressionsOf } from '../../substitution/expressions-of.js';
import { fillKnown } from '../../substitution/fill-known.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseTemplate } from '../../substitution/parse-template.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
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

const namesIn = (text: string): readonly string[] => {
  try {
    return expressionsOf(parseTemplate(text)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof SubstitutionError) return [];
    throw error;
  }
};
