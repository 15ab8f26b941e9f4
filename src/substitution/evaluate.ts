import { hasStrayBytes, rejoinStrayBytes, wellFormed } from '../yaml/byte-text.js';
import { applyOperator } from './apply-operator.js';
import { SubstitutionError } from './substitution-error.js';
import { type Expression, isDefaultOperator, type Template } from './template.js';

/** Variable values by name; only own properties count. */
export type Variables = Readonly<Record<string, string>>;

export interface EvaluateOptions {
  /** Fail on a variable that is not set, rather than take it for empty. Flux does from 2.9 on. @default true */
  readonly strict?: boolean;
  /**
   * In strict mode, let `${#x}`, `${x^^}`, `${x/a/b}`, `${x:0}` and the like pass on a variable that is not
   * set, as Flux does up to 2.8 (envsubst before 1.7). @default false
   */
  readonly lenientTransforms?: boolean;
}

/**
 * Puts the values in place of the expressions, once: what a value holds is not evaluated again.
 * A character that an operator cut through is U+FFFD in the result.
 *
 * @throws SubstitutionError such as `variable not set (strict mode): "X"`
 */
export const evaluate = (template: Template, vars: Variables, options: EvaluateOptions = {}): string => {
  const text = evaluateToStrays(template, vars, options);
  return hasStrayBytes(text) ? wellFormed(text) : text;
};

/** As {@link evaluate}, but the bytes of a cut character stay, for a reader that must refuse them. */
export const evaluateToStrays = (template: Template, vars: Variables, options: EvaluateOptions = {}): string => {
  const pieces = template.nodes.map((node) =>
    typeof node === 'string' ? node : evaluateExpression(node, vars, options),
  );
  return rejoinStrayBytes(pieces.join(''));
};

// Upstream evaluates an expression's arguments first, then looks its variable up; so do we, for the errors.
const evaluateExpression = (root: Expression, vars: Variables, options: EvaluateOptions): string => {
  if (root.args.length === 0) return apply(root, [], vars, options);
  const frames: { readonly expression: Expression; readonly values: string[] }[] = [{ expression: root, values: [] }];
  for (;;) {
    const { expression, values } = frames.at(-1)!;
    const next = expression.args[values.length];
    if (typeof next === 'string') {
      values.push(next);
    } else if (next !== undefined) {
      frames.push({ expression: next, values: [] });
    } else {
      const result = apply(expression, values, vars, options);
      frames.pop();
      const parent = frames.at(-1);
      if (parent === undefined) return result;
      parent.values.push(result);
    }
  }
};

const apply = (expression: Expression, args: readonly string[], vars: Variables, options: EvaluateOptions): string => {
  const { name, operator } = expression;
  const isSet = Object.hasOwn(vars, name);
  if (!isSet && options.strict !== false && !isExempt(operator, options)) {
    throw new SubstitutionError(`variable not set (strict mode): ${JSON.stringify(name)}`);
  }
  return applyOperator(operator, isSet ? wellFormed(vars[name]!) : '', args);
};

const isExempt = (operator: string, { lenientTransforms = false }: EvaluateOptions): boolean =>
  isDefaultOperator(operator) || (lenientTransforms && operator !== '');
