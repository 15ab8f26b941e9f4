import type { z } from 'zod';

/** A check of a zod schema, as it is written. */
export interface ZodCheckWords {
  /** `.min(1)`. */
  readonly method: string;
  /** What says the same and can be carried; undefined where nothing does. */
  readonly instead: string | undefined;
}

type Def = Readonly<Record<string, unknown>> & { readonly check: string };

const shownLimit = (value: unknown): string => (typeof value === 'object' ? '…' : String(value));

const formats: Readonly<Record<string, string>> = {
  starts_with: 'startsWith',
  ends_with: 'endsWith',
  includes: 'includes',
  lowercase: 'lowercase',
  uppercase: 'uppercase',
  safeint: 'int',
  datetime: 'datetime',
};

/** In the words of zod's methods, which are not those that its checks have inside. */
const methodOf = (def: Def): string => {
  switch (def.check) {
    case 'greater_than':
      return def['value'] === 0 && def['inclusive'] === false
        ? '.positive()'
        : `.${def['inclusive'] === false ? 'gt' : 'min'}(${shownLimit(def['value'])})`;
    case 'less_than':
      return def['value'] === 0 && def['inclusive'] === false
        ? '.negative()'
        : `.${def['inclusive'] === false ? 'lt' : 'max'}(${shownLimit(def['value'])})`;
    case 'multiple_of':
      return `.multipleOf(${shownLimit(def['value'])})`;
    case 'min_length':
      return `.min(${shownLimit(def['minimum'])})`;
    case 'max_length':
      return `.max(${shownLimit(def['maximum'])})`;
    case 'length_equals':
      return `.length(${shownLimit(def['length'])})`;
    case 'number_format':
    case 'string_format': {
      const format = String(def['format']);
      return `.${Object.hasOwn(formats, format) ? formats[format] : format}()`;
    }
    case 'overwrite':
      return 'a method that changes the text, such as .trim()';
    case 'custom':
      return '.refine()';
    default:
      return `the check "${def.check}"`;
  }
};

const patternOf = (def: Def): string => {
  switch (def.check) {
    case 'min_length':
      return `.regex(/^.{${shownLimit(def['minimum'])},}$/)`;
    case 'max_length':
      return `.regex(/^.{0,${shownLimit(def['maximum'])}}$/)`;
    case 'length_equals':
      return `.regex(/^.{${shownLimit(def['length'])}}$/)`;
    default:
      return '.regex(/…/)';
  }
};

/** How a check that the contract cannot carry is called, and what can be written instead. */
export const zodCheckWords = (type: string, check: z.core.$ZodCheck): ZodCheckWords => {
  const def = check._zod.def as unknown as Def;
  const instead =
    type === 'string' && def.check !== 'overwrite'
      ? `${patternOf(def)} with an example`
      : type === 'number' && def.check !== 'custom'
        ? 'z.literal([…]) with the numbers that are meant'
        : undefined;
  return { method: methodOf(def), instead };
};
