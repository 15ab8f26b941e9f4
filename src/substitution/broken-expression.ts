import { SubstitutionError } from './substitution-error.js';
import { variablesOf } from './variables-of.js';

/** The first expression that Flux can't parse. The text around it may be secret. */
export const brokenExpression = (text: string): string => {
  for (const { index } of text.matchAll(/(?<!\$)\$\{/g)) {
    const rest = text.slice(index);
    const expression = rest.slice(0, rest.indexOf('}') + 1 || undefined);
    if (!isParsed(expression)) return expression.slice(0, LONGEST_SHOWN);
  }
  return '${';
};

const LONGEST_SHOWN = 60;

const isParsed = (text: string): boolean => {
  try {
    variablesOf(text);
    return true;
  } catch (error) {
    if (error instanceof SubstitutionError) return false;
    throw error;
  }
};
