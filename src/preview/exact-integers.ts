import { isObject } from '../json/is-object.js';

/** Stands for an integer beyond 2^53, which neither JSON.stringify nor the tree's printer takes. */
const TOKEN = 'fluxspan-int64:';
const PRINTED = new RegExp(`"?${TOKEN}(-?\\d+)"?`, 'g');

const hide = (value: unknown): unknown => {
  if (typeof value === 'bigint') return `${TOKEN}${value}`;
  if (Array.isArray(value)) return value.map(hide);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hide(member)]));
};

/** Prints by a printer that knows no bigint, each of them as the digits that Go has. */
export const withExactIntegers = (value: unknown, print: (value: unknown) => string): string =>
  print(hide(value)).replaceAll(PRINTED, '$1');

/** Integers that JavaScript has no number for are checked by the nearest that it has. */
export const asNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asNumbers(member)]));
};
