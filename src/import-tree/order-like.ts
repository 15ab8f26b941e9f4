import { isObject } from '../json/is-object.js';

/** The same value with the keys of its maps in the order in which the author wrote them. New ones come last. */
export const orderLike = (value: unknown, model: unknown): unknown => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = Array.isArray(model) ? model : [];
    return value.map((item, at) => orderLike(item, items[at]));
  }
  if (!isObject(value)) return value;
  const from = isObject(model) ? model : {};
  const keys = [
    ...Object.keys(from).filter((key) => Object.hasOwn(value, key)),
    ...Object.keys(value).filter((key) => !Object.hasOwn(from, key)),
  ];
  return Object.fromEntries(keys.map((key) => [key, orderLike(value[key], from[key])]));
};
