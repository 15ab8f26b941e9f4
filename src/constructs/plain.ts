import { isRef } from '../contract/ref.js';

/** Thrown inside {@link toPlain} where a value is an object of somebody's class: cdk8s must resolve it. */
const FOREIGN = Symbol('foreign');

const rank: Readonly<Record<string, number>> = { apiVersion: 1, kind: 2, name: 3, namespace: 4 };

/** Keys as a reader expects them: apiVersion, kind, name and namespace first, then by the alphabet. */
export const compareKeys = (a: string, b: string): number => {
  const first = (rank[a] ?? 9) - (rank[b] ?? 9);
  return first !== 0 ? first : a < b ? -1 : a > b ? 1 : 0;
};

const convert = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) if (item !== undefined) items.push(convert(item));
    return items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    if (isRef(value)) return value.resolve();
    throw FOREIGN;
  }
  const source = value as Record<string, unknown>;
  const keys = Object.keys(source);
  if (keys.length > 1) keys.sort(compareKeys);
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const member = source[key];
    if (member === undefined) continue;
    if (key === '__proto__') {
      Object.defineProperty(result, key, {
        value: convert(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else result[key] = convert(member);
  }
  return result;
};

/**
 * A plain JSON copy with sorted keys: references become their text, undefined members go. Undefined where the value
 * holds an object of another class (a cdk8s Lazy, a date), which only cdk8s can resolve.
 */
export const tryToPlain = (value: unknown): Record<string, unknown> | undefined => {
  try {
    return convert(value) as Record<string, unknown>;
  } catch (error) {
    if (error === FOREIGN) return undefined;
    throw error;
  }
};
