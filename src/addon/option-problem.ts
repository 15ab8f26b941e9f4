import type { z } from 'zod';
import { formatValue } from '../diagnostics/index.js';
import { printPath } from '../json/json-path.js';

/** Why an option is refused, in words of fluxspan: what is wrong, and what the option takes. */
export interface OptionProblem {
  /** `store.name`; empty for the options as a whole. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** zod's path; a symbol, which JSON has none of, by its description. */
const pathOf = (path: readonly PropertyKey[]): string =>
  printPath(path.map((step) => (typeof step === 'symbol' ? String(step) : step)));

/** As zod reads it: inherited members count too. */
const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    root,
  );

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'key' };

/** `at least 2 characters`; a zod schema made of a bound says it of any type. */
const limitOf = (word: string, limit: unknown, origin: string): string => {
  const unit = Object.hasOwn(units, origin) ? ` ${units[origin]}${Number(limit) === 1 ? '' : 's'}` : '';
  return `${word} ${String(limit)}${unit}`;
};

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What an option takes, in the types that are known of it. */
const takesOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `give ${article(issue.expected)}`;
    case 'invalid_value':
      return `it is one of ${issue.values.map(formatValue).join(', ')}`;
    case 'unrecognized_keys':
      return `take ${issue.keys.map((key) => `"${key}"`).join(', ')} out`;
    case 'too_small':
      return `give ${limitOf(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `give ${limitOf(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)}`;
    case 'not_multiple_of':
      return `give a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.pattern === undefined
        ? `give text that is ${article(issue.format)}`
        : `give text that matches ${issue.pattern}`;
    case 'invalid_key':
      return issue.issues.map((one) => takesOf(one)).join('; ');
    case 'invalid_union': {
      const forms = issue.errors.flatMap(([first]) =>
        first === undefined
          ? []
          : first.code === 'invalid_type' && first.path.length === 0
            ? [article(first.expected)]
            : first.code === 'invalid_value' && first.path.length === 0
              ? first.values.map(formatValue)
              : [`what has ${first.path.length === 0 ? 'its form' : `a right "${pathOf(first.path)}"`}`],
      );
      return forms.length === 0 ? 'give one of the forms that its schema has' : `give ${listed([...new Set(forms)])}`;
    }
    default:
      return `${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  }
};

/** Reads what zod has to say of the options of an addon. */
export const optionProblem = (addon: string, issue: z.core.$ZodIssue, given: unknown): OptionProblem => {
  const path = pathOf(issue.path);
  const value = valueAt(given, issue.path);
  const what = path === '' ? `the options of addon "${addon}"` : `option "${path}" of addon "${addon}"`;
  const takes = takesOf(issue);
  if (value === undefined) return { path, message: `${what} is missing`, fix: takes };
  if (issue.code === 'unrecognized_keys') {
    return { path, message: `${what} has no ${issue.keys.map((key) => `"${key}"`).join(', ')}`, fix: takes };
  }
  const refused = issue.code === 'invalid_key' ? 'called that' : formatValue(value);
  return { path, message: `${what} cannot be ${refused}`, fix: takes };
};
