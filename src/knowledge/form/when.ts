import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { readField } from '../../json/read-field.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import type { When } from './effect.js';

export const removed: When = (was, is) => was !== undefined && is === undefined;
export const added: When = (was, is) => was === undefined && is !== undefined;
export const changed: When = (was, is) => was !== undefined && is !== undefined && !equalJson(was, is);
/** Changed, or no longer set. */
export const left: When = (was, is) => was !== undefined && !equalJson(was, is ?? null);
/** Whether a field changes, if its absence stands for a default. */
export const differs =
  (byDefault: unknown): When =>
  (was, is) =>
    !equalJson(was ?? byDefault, is ?? byDefault);

/** Whether the field changes to one of these values. */
export const becomes =
  (...values: readonly unknown[]): When =>
  (was, is) =>
    values.includes(is) && !values.includes(was);

/** Whether the field had one of these values, and now has another one or none. */
export const leaves =
  (...values: readonly unknown[]): When =>
  (was, is) =>
    values.includes(was) && was !== is;

/** Whether a number or quantity decreases. */
export const shrinks: When = (was, is) => {
  const [from, to] = [parseQuantity(was), parseQuantity(is)];
  return from !== undefined && to !== undefined && to < from;
};

/** The same if a negative number stands for no limit. */
export const limitShrinks: When = (was, is) => {
  const [from, to] = [parseQuantity(was), parseQuantity(is)];
  return from !== undefined && to !== undefined && to >= 0n && (from < 0n || to < from);
};

/** Whether a number of copies decreases, if none or 0 stands for no limit. */
export const keepsFewer: When = (was, is) => {
  const [from, to] = [was, is].map(copiesOf);
  return to! < from! && was !== undefined;
};

const copiesOf = (value: unknown): number => {
  const count = Number(value ?? 0);
  return count === 0 ? Number.POSITIVE_INFINITY : count;
};

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 31 };

/** Whether a recovery window of Barman gets shorter: `30d`, `4w`. */
export const isShorterWindow: When = (was, is) => daysOf(is) < daysOf(was);

const daysOf = (value: unknown): number => {
  const [, count, unit] = /^(\d+)([dwm])$/.exec(String(value)) ?? [];
  return Number(count ?? Number.NaN) * DAYS[unit ?? 'd']!;
};

export const isShorter: When = (was, is) => secondsOf(is) < secondsOf(was);

/** Whether a duration falls below a number of seconds. */
export const fallsBelow =
  (limit: number): When =>
  (was, is) =>
    secondsOf(is) < limit && !(secondsOf(was) < limit);

/** Whether a list, or a text with commas, loses an item. */
export const loses: When = (was, is) => {
  const kept = itemsOf(is);
  return itemsOf(was).some((one) => !kept.includes(one));
};

const itemsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : Array.isArray(value)
      ? value
      : [];

/** Whether one of the old selectors selects more than every new one. An empty selector selects everything. */
export const narrows: When = (was, is) => {
  const [old, now] = [was, is].map((one) => [one ?? []].flat().filter(isObject));
  return old!.some((one) => now!.every((other) => !includes(one, other)));
};

/** Whether a selector has all requirements of another. */
const includes = (inner: unknown, outer: unknown): boolean =>
  isObject(outer) &&
  Object.entries(outer).every(([key, value]) => {
    const other = isObject(inner) ? inner[key] : undefined;
    return isObject(value) ? includes(other ?? {}, value) : equalJson(other ?? null, value ?? null);
  });

/** Whether a version of numbers and dots decreases. */
export const isLower: When = (was, is) => {
  const [from, to] = [was, is].map((one) => (/^\d+(\.\d+)*$/.test(String(one)) ? String(one).split('.') : []));
  if (from!.length === 0) return false;
  for (const [at, part] of to!.entries()) {
    const other = Number(from![at] ?? 0);
    if (Number(part) !== other) return Number(part) < other;
  }
  return false;
};

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The seconds of a Go duration; NaN for other values. */
const secondsOf = (value: unknown): number =>
  typeof value === 'string' && /^(\d+(\.\d+)?[smh])+$/.test(value)
    ? [...value.matchAll(/([\d.]+)([smh])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
    : Number.NaN;

export const both =
  (...all: readonly When[]): When =>
  (was, is, sides) =>
    all.every((one) => one(was, is, sides));

/** Whether a field of the changed object has one of these values. */
export const where =
  (path: string, ...values: readonly unknown[]): When =>
  (_, __, { to }) =>
    values.includes(readField(to, path));

/** Whether the changed object has a field. */
export const has =
  (path: string): When =>
  (_, __, { to }) =>
    (readField(to, path) ?? undefined) !== undefined;

export const not =
  (when: When): When =>
  (...change) =>
    !when(...change);
