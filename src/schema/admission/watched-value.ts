import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';

/** What an expression looks at, while it's evaluated. */
export interface Watch {
  /** A member that isn't there. */
  onMissing(path: JsonPath): void;
  /** A value that is there. */
  onRead(path: JsonPath): void;
  /** All keys of an object, or how many there are. */
  onKeys(path: JsonPath): void;
}

/** JSON as CEL has it: whole numbers are of their own type, and a null counts as absent. */
const asCel = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(asCel);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, asCel(member)]])),
  );
};

/** A value for CEL that says what is looked at. */
export const watchedValue = (value: unknown, watch: Watch, path: JsonPath = []): unknown =>
  watched(asCel(value), watch, path);

const watched = (value: unknown, watch: Watch, path: JsonPath): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const look = (key: string): void => {
    const at = [...path, Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key];
    if (Object.hasOwn(value, key)) watch.onRead(at);
    else watch.onMissing(at);
  };
  return new Proxy(value, {
    get: (target, key) => {
      const member = Reflect.get(target, key) as unknown;
      // A method of a list, or its length.
      if (typeof key === 'symbol' || typeof member === 'function' || (Array.isArray(target) && key === 'length'))
        return member;
      look(key);
      const at = Array.isArray(target) && /^\d+$/.test(key) ? Number(key) : key;
      return watched(member, watch, [...path, at]);
    },
    has: (target, key) => {
      if (typeof key === 'string') look(key);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor: (target, key) => {
      if (typeof key === 'string' && !(Array.isArray(target) && key === 'length')) look(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys: (target) => {
      if (!Array.isArray(target)) watch.onKeys(path);
      return Reflect.ownKeys(target);
    },
  });
};
