import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** What differs in an object that is replaced, in the words of the plan. */
export interface ReplacementDifference {
  readonly words: string;
  /** False if it depends on something that the trees don't show. */
  readonly certain: boolean;
}

/** Compares two texts. If one contains a var, the var may have the other side's value. */
export const textDifference = (what: string, before: string, after: string): readonly ReplacementDifference[] =>
  before === after
    ? []
    : [{ words: `${what} "${before}" → "${after}"`, certain: !holdsExpression(before) && !holdsExpression(after) }];

export const kubeConfigDifference = (before: unknown, after: unknown): readonly ReplacementDifference[] => {
  if (equalJson(withoutKey(before), withoutKey(after))) return [];
  const words = before == null ? 'kubeConfig is added' : after == null ? 'kubeConfig is removed' : 'another kubeConfig';
  return [{ words, certain: true }];
};

/** Flux tries these keys of the Secret by default, so naming one doesn't select another cluster. */
const withoutKey = (kubeConfig: unknown): JsonObject | null => {
  if (!isObject(kubeConfig)) return null;
  const { secretRef } = kubeConfig;
  if (!isObject(secretRef) || (secretRef['key'] !== 'value' && secretRef['key'] !== 'value.yaml')) return kubeConfig;
  const { key: _, ...rest } = secretRef;
  return { ...kubeConfig, secretRef: rest };
};
