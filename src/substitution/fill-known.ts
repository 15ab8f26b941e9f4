import type { Variables } from './evaluate.js';
import { holdsExpression } from './holds-expression.js';

/** `${NAME}`, or with a default that holds nothing more: `${NAME:=text}`. Flux takes these five operators for one. */
const PLAIN = /\$\{(\w+)(?:(?::[-=+?]|=)([^{}$\\]*))?\}/g;

const replacePlain = (text: string, find: (name: string, otherwise: string | undefined) => string | undefined) =>
  !holdsExpression(text) || text.includes('$$')
    ? text
    : text.replace(
        PLAIN,
        (expression, name: string, otherwise: string | undefined) => find(name, otherwise) ?? expression,
      );

/**
 * A text with the values that are known put in place of `${NAME}` and `${NAME:=default}`; every other expression stays.
 * Text that an escape is part of stays as it is.
 */
export const fillKnown = (text: string, vars: Variables): string =>
  replacePlain(text, (name, otherwise) => {
    if (!Object.hasOwn(vars, name)) return undefined;
    return vars[name] === '' && otherwise !== undefined ? otherwise : vars[name]!;
  });

/** The same where no value is known, and the defaults count. */
export const fillDefaults = (text: string): string => replacePlain(text, (_, otherwise) => otherwise);
