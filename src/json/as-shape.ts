import { isObject } from './is-object.js';

/** The items of a list; none of what isn't one, which its schema tells. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Those items of a list that have members by name. */
export const objectsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  listOf(value).filter(isObject);

/** The members of an object; none of what isn't one. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** Those members of an object that are texts. */
export const textFieldsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** A text; undefined for what isn't one. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
