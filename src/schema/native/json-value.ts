/** What an expression on JSON handles: JSON, quantities (bigint, in billionths), addresses, and two marks. */
export type Json =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Something that is known only in the cluster, or that can't be compared. */
export const UNKNOWN = Symbol('unknown');
/** What a field that isn't there gives, until `orValue` puts a value in its place. */
export const ABSENT = Symbol('absent');

export const isPlain = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object, or an item of a list. */
export const lookUp = (of: Json, key: Json): Json => {
  if (of === ABSENT) return ABSENT;
  if (Array.isArray(of)) return typeof key === 'number' ? ((of as readonly Json[])[key] ?? ABSENT) : UNKNOWN;
  if (!isPlain(of) || typeof key !== 'string') return UNKNOWN;
  return Object.hasOwn(of, key) ? (of[key] ?? ABSENT) : ABSENT;
};

/** CEL counts the code points of a text. */
export const sizeOf = (of: Json): number | undefined => {
  if (typeof of === 'string') return /^[\0-\x7f]*$/.test(of) ? of.length : [...of].length;
  if (Array.isArray(of)) return of.length;
  return isPlain(of) ? Object.keys(of).length : undefined;
};
