import type { z } from 'zod';
import { shown } from '../diagnostics/index.js';

/** Why an option is refused, in words of fluxspan: what is wrong, and what the option takes. */
export interface OptionProblem {
  /** `store.name`; empty for the options as a whole. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

const printPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? String(part) : `.${String(part)}`))
    .join('');

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    root,
  );

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

/** Reads what zod has to say of the options of an addon. */
export const optionProblem = (addon: string, issue: z.core.$ZodIssue, given: unknown): OptionProblem => {
  const path = printPath(issue.path);
  const value = valueAt(given, issue.path);
  const what = `option "${path}" of addon "${addon}"`;
  const takes =
    issue.code === 'invalid_type'
      ? `give ${article(issue.expected)}`
      : issue.code === 'invalid_value'
        ? `it is one of ${issue.values.map(shown).join(', ')}`
        : issue.code === 'unrecognized_keys'
          ? `take ${issue.keys.map((key) => `"${key}"`).join(', ')} out`
          : `${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  if (value === undefined) return { path, message: `${what} is missing`, fix: takes };
  if (issue.code === 'unrecognized_keys') {
    return { path, message: `${what} has no ${issue.keys.map((key) => `"${key}"`).join(', ')}`, fix: takes };
  }
  return { path, message: `${what} cannot be ${shown(value)}`, fix: takes };
};
