import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { parseQuantity } from './quantity.js';

/** Whether two texts arrive in the cluster as the same one; `unsure` where that depends on values not known here. */
export type Sameness = 'same' | 'different' | 'unsure';

export type SameText = (from: string, to: string) => Sameness;

/** The API server fills an absent field with something that cannot be told from the object. */
export const SERVER_DECIDES = Symbol('the API server decides');

/** Where only the new object lacks it, the API server keeps what it has copied to another field. */
export const SERVER_KEEPS = Symbol('the API server keeps the old value');

/**
 * What the API server puts where a field is absent: a value, or for an object or the items of a list, those of its
 * fields. A list is a default itself.
 */
export type Defaults =
  | string
  | number
  | boolean
  | readonly unknown[]
  | typeof SERVER_DECIDES
  | typeof SERVER_KEEPS
  | { readonly [field: string]: Defaults };

/** One place at which two values differ, as far down as both have something. */
export interface Difference {
  readonly path: JsonPath;
  /** Undefined: absent. */
  readonly from: unknown;
  readonly to: unknown;
  readonly certain: boolean;
  /** Why the API server refuses it, where the field isn't simply immutable: a clause. */
  readonly why?: string;
  /** How to get there all the same: an imperative. */
  readonly instead?: string;
}

export interface CompareOptions {
  readonly sameText: SameText;
  readonly defaults?: Defaults | undefined;
  /** The order of a list doesn't count. */
  readonly isSet?: boolean | undefined;
}

/**
 * Where two values differ for the API server, which compares them as Go does after it has filled in defaults: empty
 * values count as absent, and quantities by their amount.
 */
export const findDifferences = (
  from: unknown,
  to: unknown,
  path: JsonPath,
  { sameText, defaults, isSet = false }: CompareOptions,
): readonly Difference[] => {
  const found: Difference[] = [];
  const report = (at: readonly (string | number)[], a: unknown, b: unknown, certain = true): void => {
    found.push({ path: [...path, ...at], from: a, to: b, certain });
  };

  const isQuantity = (at: JsonPath): boolean => isQuantityAt([...path, ...at]);

  const visit = (givenA: unknown, givenB: unknown, at: (string | number)[], known: Defaults | undefined): void => {
    const [a, b] = [filled(givenA, known), filled(givenB, known)];
    if (isEmpty(a) && isEmpty(b)) return;
    if (known === SERVER_DECIDES && (isEmpty(a) || isEmpty(b))) return;
    if (known === SERVER_KEEPS && isEmpty(b)) return;
    if (isObject(a) && isObject(b)) {
      visitMembers(a, b, at, isObject(known) ? (known as Readonly<Record<string, Defaults>>) : {});
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) report(at, a, b);
      else for (const [index, item] of a.entries()) visit(item, b[index], [...at, index], known);
    } else if (typeof a === 'string' && typeof b === 'string') {
      const same = sameText(a, b);
      if (same === 'same' || (isQuantity(at) && sameQuantity(a, b))) return;
      report(at, a, b, same === 'different');
    } else if (a !== b && !(isQuantity(at) && sameQuantity(a, b))) {
      // A text that isn't known yet may become a number.
      const text = typeof a === 'string' ? a : typeof b === 'string' ? b : undefined;
      report(at, givenA, givenB, text === undefined || sameText(text, '\0') === 'different');
    }
  };

  const visitMembers = (
    a: Readonly<Record<string, unknown>>,
    b: Readonly<Record<string, unknown>>,
    at: (string | number)[],
    known: Readonly<Record<string, Defaults>>,
  ): void => {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = Object.hasOwn(known, key) ? known[key] : undefined;
      const before = found.length;
      visit(ownMember(a, key), ownMember(b, key), [...at, key], inner);
      // A key that isn't known yet may be the one that the other side has.
      if (Object.hasOwn(a, key) === Object.hasOwn(b, key)) continue;
      const others = Object.keys(Object.hasOwn(a, key) ? b : a);
      if (sameText(key, '\0') === 'different' && others.every((other) => sameText(other, '\0') === 'different'))
        continue;
      for (const [index, one] of found.entries()) if (index >= before) found[index] = { ...one, certain: false };
    }
  };

  if (isSet) visit(asSet(from), asSet(to), [], defaults);
  else visit(from, to, [], defaults);
  return found;
};

const ownMember = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const asSet = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...new Set(value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))))].sort()
    : value;

/** A default stands for a field that is absent or, to Go, empty. */
const filled = (value: unknown, known: Defaults | undefined): unknown => {
  if (known === undefined || typeof known === 'symbol' || (isObject(known) && !Array.isArray(known))) return value;
  // `false` is a value where the default is another one.
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? known
    : value;
};

/** Go decodes an empty value and none to the same, but for some pointers. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

const QUANTITY_MAPS: ReadonlySet<unknown> = new Set(['requests', 'limits', 'capacity', 'hard', 'overhead']);
/** Whether Kubernetes reads a quantity at a path. */
export const isQuantityAt = (at: JsonPath): boolean => QUANTITY_MAPS.has(at.at(-2)) || at.at(-1) === 'sizeLimit';

const sameQuantity = (a: unknown, b: unknown): boolean => {
  const amount = parseQuantity(a);
  return amount !== undefined && amount === parseQuantity(b);
};
