import { equalJson } from '../json/equal-json.js';
import { holdsExpression } from '../substitution/holds-expression.js';

/** What differs in an object that is replaced, in the words of the plan. */
export interface ReplacementDifference {
  readonly words: string;
  /** False where it depends on something that the trees don't show. */
  readonly certain: boolean;
}

/** Of two texts; where a var is in one, its value may be what the other says. */
export const textDifference = (what: string, before: string, after: string): readonly ReplacementDifference[] =>
  before === after
    ? []
    : [{ words: `${what} "${before}" → "${after}"`, certain: !holdsExpression(before) && !holdsExpression(after) }];

export const kubeConfigDifference = (before: unknown, after: unknown): readonly ReplacementDifference[] => {
  if (equalJson(before ?? null, after ?? null)) return [];
  const words = before == null ? 'kubeConfig is added' : after == null ? 'kubeConfig is removed' : 'another kubeConfig';
  return [{ words, certain: true }];
};
