import { isObject } from './is-object.js';

/** Whether two values are equal as JSON, whatever the order of keys. Members that are `undefined` don't count. */
export const equalJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => equalJson(item, b[index]))
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const left = definedKeys(a);
  return (
    left.length === definedKeys(b).length && left.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
};

const definedKeys = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);
