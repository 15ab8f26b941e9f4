import { type ApiObject, App, JsonPatch, ResolutionContext } from 'cdk8s';
import { isRef } from '../contract/ref.js';
import { compareText } from '../json/compare-text.js';
import { setOwn } from './merge.js';

/** cdk8s adds three resolvers of its own behind those that an app was given. */
const BUILT_IN_RESOLVERS = 3;

const rankOf = (key: string): number => {
  switch (key) {
    case 'apiVersion':
      return 1;
    case 'kind':
      return 2;
    case 'metadata':
      return 3;
    case 'name':
      return 4;
    case 'namespace':
      return 5;
    default:
      return 9;
  }
};

/** Keys as a reader expects them: apiVersion, kind, metadata, name and namespace first, then by the alphabet. */
export const compareKeys = (a: string, b: string): number => {
  const first = rankOf(a) - rankOf(b);
  return first !== 0 ? first : compareText(a, b);
};

/** More keys than most maps of a manifest have. */
const FEW = 20;

/** Sorts in place. Objects have few keys, and `sort` makes more garbage for each call than all else that is made here. */
const sortKeys = (keys: string[]): string[] => {
  if (keys.length > FEW) return keys.sort(compareKeys);
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!;
    let to = at;
    for (; to > 0 && compareKeys(keys[to - 1]!, key) > 0; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  return keys;
};

/** An object has 3 MB at most, and an item two bytes. */
const MOST_ITEMS = 1_500_000;

interface Mode {
  /** Gives the plain value of an object of somebody's class. */
  readonly resolve: (value: object, key: readonly string[]) => unknown;
  /** cdk8s drops members that are null, and prints items that are: without them, the others would move up. */
  readonly keepsNullMembers: boolean;
}

const convert = (value: unknown, mode: Mode): unknown => {
  // JSON and YAML have one zero.
  if (typeof value !== 'object') return value === 0 ? 0 : value;
  if (value === null) return null;
  if (Array.isArray(value)) {
    if (value.length > MOST_ITEMS)
      throw new TypeError(`a list has ${value.length} items, more than any API server takes`);
    const items: unknown[] = [...value];
    for (let index = 0; index < items.length; index++) items[index] = convert(items[index], mode);
    return items.includes(undefined) ? items.filter((item) => item !== undefined) : items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return isRef(value) ? value.resolve() : convert(mode.resolve(value, []), mode);
  }
  const source = value as Record<string, unknown>;
  // To cdk8s, whatever has such a function is a token.
  if ('resolve' in source && typeof source['resolve'] === 'function') return convert(mode.resolve(value, []), mode);
  const keys = sortKeys(Object.keys(source));
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const member = convert(source[key], mode);
    if (member !== undefined && (member !== null || mode.keepsNullMembers)) setOwn(result, key, member);
  }
  return result;
};

/** Of a class that no one knows. */
export class NoPlainValue extends TypeError {
  constructor(readonly className: string) {
    super(`an object of class ${className} is not a plain value`);
  }
}

/** What the class of a value is called; it may be anything that somebody wrote there. */
const classOf = (value: object): string => {
  try {
    const name: unknown = value.constructor.name;
    return typeof name === 'string' && name !== '' ? name : 'without a name';
  } catch {
    return 'without a name';
  }
};

/** Asks the app's resolvers, as cdk8s does, for the value of one object. */
export const resolveWith =
  (owner: ApiObject) =>
  (value: object, key: readonly string[]): unknown => {
    for (const resolver of App.of(owner).resolvers) {
      const context = new ResolutionContext(owner, [...key], value);
      resolver.resolve(context);
      if (context.replaced) {
        const { replacedValue } = context as { replacedValue?: unknown };
        // cdk8s's own resolver of int-or-string leaves the wrapper for generated code, which is not used here.
        const wrapped = typeof replacedValue === 'object' && replacedValue !== null && 'value' in value;
        return wrapped ? (replacedValue as { value: unknown }).value : replacedValue;
      }
    }
    throw new NoPlainValue(classOf(value));
  };

/** Lets an app's own resolvers see every value, as cdk8s does, innermost last. */
const applyCustom = (value: unknown, owner: ApiObject, key: readonly string[] = []): unknown => {
  if (value === undefined || value === null || isRef(value)) return value;
  const { resolvers } = App.of(owner);
  for (const resolver of resolvers.slice(0, resolvers.length - BUILT_IN_RESOLVERS)) {
    const context = new ResolutionContext(owner, [...key], value);
    resolver.resolve(context);
    if (context.replaced) return applyCustom((context as { replacedValue?: unknown }).replacedValue, owner, key);
  }
  if (Array.isArray(value)) return value.map((item, index) => applyCustom(item, owner, [...key, String(index)]));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, applyCustom(member, owner, [...key, name])]),
  );
};

/** A plain JSON copy with sorted keys. References become their text, nulls stay, undefined members go. */
export const toPlain = (value: unknown, owner?: ApiObject): unknown => {
  const custom = owner !== undefined && App.of(owner).resolvers.length > BUILT_IN_RESOLVERS;
  return convert(custom ? applyCustom(value, owner) : value, {
    keepsNullMembers: true,
    resolve:
      owner === undefined
        ? (foreign) => {
            throw new NoPlainValue(classOf(foreign));
          }
        : resolveWith(owner),
  });
};

interface MetadataFields extends Readonly<Record<string, unknown>> {
  /** What the object was made with, and what `metadata.add()` added. */
  readonly _additionalAttributes: Readonly<Record<string, unknown>>;
}

const metadataFields = ['name', 'namespace', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const;
const isMetadataField = (key: string): boolean => (metadataFields as readonly string[]).includes(key);

const isEmpty = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null;
  for (const _ in value) return false;
  return true;
};

/** `metadata` as cdk8s renders it: without empty maps and lists. */
export const metadataOf = (object: ApiObject): Record<string, unknown> => {
  const metadata = object.metadata as unknown as MetadataFields;
  const fields: Record<string, unknown> = {};
  for (const field of metadataFields) if (!isEmpty(metadata[field])) fields[field] = metadata[field];
  const more = metadata._additionalAttributes;
  for (const key in more) if (!isMetadataField(key) && !isEmpty(more[key])) setOwn(fields, key, more[key]);
  return fields;
};

/**
 * The JSON of an object that cdk8s or the ecosystem made, with sorted keys: what its `toJson()` gives, but for items that
 * are null, of which cdk8s makes undefined.
 */
export const apiObjectToJson = (object: ApiObject, toJson: () => unknown): Record<string, unknown> => {
  if (object.toJson !== toJson) return toPlain(object.toJson()) as Record<string, unknown>;
  const { patches, props } = object as unknown as { patches: readonly JsonPatch[]; props: object };
  const whole = { ...props, metadata: metadataOf(object) };
  const custom = App.of(object).resolvers.length > BUILT_IN_RESOLVERS;
  const plain = convert(custom ? applyCustom(whole, object) : whole, {
    keepsNullMembers: false,
    resolve: resolveWith(object),
  });
  return (patches.length === 0 ? plain : toPlain(JsonPatch.apply(plain, ...patches))) as Record<string, unknown>;
};
