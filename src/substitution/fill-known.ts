import type { Variables } from './evaluate.js';
import { holdsExpression } from './holds-expression.js';

/**
 * A text with the values that are known put in place of `${NAME}`; every other expression stays. Text that an escape
 * is part of stays as it is.
 */
export const fillKnown = (text: string, vars: Variables): string => {
  if (!holdsExpression(text) || text.includes('$$')) return text;
  return text.replace(/\$\{(\w+)\}/g, (expression, name: string) =>
    Object.hasOwn(vars, name) ? vars[name]! : expression,
  );
};
