import { isObject } from '../json/is-object.js';

/** Whether a value is a map of data: no instance of a class, such as a reference to a var. */
export const isMap = (value: unknown): value is Record<string, unknown> => {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Sets a member, `__proto__` too. */
export const setOwn = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
};

/** `over` merged over `base` as Helm and Flux do it: maps are merged, lists and all else replace. Neither is changed. */
export const mergeObjects = (base: object, over: object): Record<string, unknown> => {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(base)) setOwn(merged, key, value);
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    setOwn(merged, key, isMap(below) && isMap(value) ? mergeObjects(below, value) : value);
  }
  return merged;
};
