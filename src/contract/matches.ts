import { type JsonSchema, patternsOf } from './json-schema.js';

const compiled = new Map<string, RegExp>();
const regExp = (pattern: string): RegExp => {
  let found = compiled.get(pattern);
  if (found === undefined) {
    found = new RegExp(pattern, 'u');
    compiled.set(pattern, found);
  }
  return found;
};

/** What is wrong with a value: the place inside it, and what it should be. */
export interface Mismatch {
  readonly path: string;
  readonly kind: 'missing' | 'unknown' | 'type' | 'range' | 'pattern' | 'enum';
  readonly expected: string;
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Beyond, Helm and all else that reads a number as a float takes it for a neighbour, or for infinity. */
const isCarried = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;
const CARRIED = `a number between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

const describe = (schema: JsonSchema): string =>
  schema.enum !== undefined
    ? `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
    : schema.type === 'array' || schema.type === 'object'
      ? `an ${schema.type}`
      : `a ${schema.type ?? 'value'}`;

/** Everything in `value` that does not fit `schema`, in the order of its keys; empty where it fits. */
export const mismatches = (schema: JsonSchema, value: unknown, path = ''): readonly Mismatch[] => {
  const found: Mismatch[] = [];
  const visit = (node: JsonSchema, at: unknown, here: string): void => {
    if (node.type !== undefined && typeName(at) !== node.type) {
      found.push({ path: here, kind: 'type', expected: describe(node) });
      return;
    }
    if (typeof at === 'number' && !isCarried(at)) {
      found.push({ path: here, kind: 'range', expected: CARRIED });
    }
    if (node.enum !== undefined && !node.enum.includes(at as string)) {
      found.push({ path: here, kind: 'enum', expected: describe(node) });
      return;
    }
    if (typeof at === 'string') {
      for (const pattern of patternsOf(node)) {
        if (!regExp(pattern).test(at))
          found.push({ path: here, kind: 'pattern', expected: `text that matches ${pattern}` });
      }
    }
    if (Array.isArray(at) && node.items !== undefined) {
      for (const [index, item] of at.entries()) visit(node.items, item, `${here}[${index}]`);
    }
    if (node.type === 'object') {
      const object = at as Record<string, unknown>;
      const properties = node.properties ?? {};
      const inside = (key: string) => (here === '' ? key : `${here}.${key}`);
      for (const key of node.required ?? []) {
        if (!Object.hasOwn(object, key)) {
          found.push({ path: inside(key), kind: 'missing', expected: describe(properties[key] ?? {}) });
        }
      }
      for (const key of Object.keys(object).sort()) {
        const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
        if (property !== undefined) visit(property, object[key], inside(key));
        else
          found.push({ path: inside(key), kind: 'unknown', expected: `one of ${Object.keys(properties).join(', ')}` });
      }
    }
  };
  visit(schema, value, path);
  return found;
};

export const matches = (schema: JsonSchema, value: unknown): boolean =>
  // Of a number that loses digits on the way the types know nothing; who reads one that is given tells.
  mismatches(schema, value).every(({ kind }) => kind === 'range');
