import type { ApiObject } from 'cdk8s';
import { isRef } from '../contract/ref.js';
import { Manifest } from './manifest.js';
import { resolveWith } from './plain.js';

/** A value of a class that nobody knows how to make plain. */
export interface Foreign {
  readonly path: readonly (string | number)[];
  readonly className: string;
}

/** All such values of an object, in its own order: for the message, once it cannot be made plain. */
export const findForeign = (object: ApiObject): readonly Foreign[] => {
  const found: Foreign[] = [];
  const above = new Set<object>();
  const resolve = resolveWith(object);
  const path: (string | number)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isRef(value) || above.has(value)) return;
    above.add(value);
    if (isPlain(value)) {
      for (const [key, member] of Object.entries(value)) {
        path.push(Array.isArray(value) ? Number(key) : key);
        visit(member);
        path.pop();
      }
    } else {
      const resolved = tryResolve(() => resolve(value, []));
      if (resolved === undefined)
        found.push({ path: [...path], className: value.constructor?.name || 'without a name' });
      else visit(resolved.value);
    }
    above.delete(value);
  };
  visit(Manifest.isManifest(object) ? Manifest.fieldsOf(object) : (object as unknown as { props: unknown }).props);
  return found;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

const tryResolve = (resolve: () => unknown): { readonly value: unknown } | undefined => {
  try {
    return { value: resolve() };
  } catch {
    return undefined;
  }
};
