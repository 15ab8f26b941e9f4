import type { ApiObject } from 'cdk8s';
import { isRef } from '../contract/ref.js';
import { Manifest } from './manifest.js';
import { NoPlainValue, resolveWith } from './to-json.js';

/** A value of a class that no one knows how to make plain. */
export interface Foreign {
  readonly path: readonly (string | number)[];
  readonly className: string;
}

/**
 * All such values of an object, in its own order: for the message, once it cannot be made plain. Empty where it is
 * something else that cannot: a getter or a token that throws, a value that is too deep.
 */
export const findClassInstances = (object: ApiObject): readonly Foreign[] => {
  try {
    return visitAll(object);
  } catch {
    return [];
  }
};

const visitAll = (object: ApiObject): readonly Foreign[] => {
  const found: Foreign[] = [];
  const above = new Set<object>();
  const resolve = resolveWith(object);
  const path: (string | number)[] = [];
  const visitMember = (key: string | number, member: unknown): void => {
    path.push(key);
    visit(member);
    path.pop();
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isRef(value) || above.has(value)) return;
    above.add(value);
    // By its keys: a list may have a length that nothing ever walks over.
    if (Array.isArray(value)) for (const key of Object.keys(value)) visitMember(Number(key), value[Number(key)]);
    else if (isPlain(value)) for (const [key, member] of Object.entries(value)) visitMember(key, member);
    else {
      try {
        visit(resolve(value, []));
      } catch (error) {
        if (!(error instanceof NoPlainValue)) throw error;
        found.push({ path: [...path], className: error.className });
      }
    }
    above.delete(value);
  };
  visit(Manifest.isManifest(object) ? Manifest.fieldsOf(object) : (object as unknown as { props: unknown }).props);
  return found;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
