import type { ApiObject } from 'cdk8s';
import { isObject } from '../json/is-object.js';
import { joinPath } from '../json/json-path.js';
import { isMap } from './merge.js';
import { groupOf, isConstructRef, type ReferenceMark } from './reference.js';

/**
 * A place where objects of a kind name another one.
 *
 * `at` is its path (`spec.issuerRef`, through a list with `[]`); `fields` are those that it takes of the named object,
 * none where the name itself stands there; `kinds` are those that can be named, as `group/Kind`, none where any can.
 */
export type ReferencePlace = readonly [
  at: string,
  fields: readonly string[],
  kinds: readonly string[],
  /** The field with the name. @default 'name' */
  name?: string,
];

/** An object that is of no kind that its place takes. */
export interface WrongReference {
  readonly path: string;
  readonly object: ApiObject;
  readonly kinds: readonly string[];
}

export interface NamedObjects {
  /** With the fields that name an object in the place of the object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly marks: readonly ReferenceMark[];
  readonly wrong: readonly WrongReference[];
}

interface Found {
  readonly marks: ReferenceMark[];
  readonly wrong: WrongReference[];
}

const SECRET = '/Secret';
/** A Secret, and the kinds whose objects make one. */
const secretKinds = [
  SECRET,
  'cert-manager.io/Certificate',
  'external-secrets.io/ExternalSecret',
  'bitnami.com/SealedSecret',
];

/** Puts the fields that name an object where a construct was given, and takes `external` marks out. */
export const nameObjects = (
  body: Readonly<Record<string, unknown>>,
  places: readonly ReferencePlace[],
): NamedObjects => {
  const found: Found = { marks: [], wrong: [] };
  let named = body;
  for (const place of places) {
    // V8 remembers how a literal splits, and stores have more than a hundred places.
    named = replaceAt(named, place[0].split('.'), 0, '', (value, path) =>
      nameOne(value, path, place, found),
    ) as typeof named;
  }
  return { body: nameSecrets(named, '', '', found) as typeof named, ...found };
};

/** A field like this names a Secret or ConfigMap, whatever kind has it; generated types take an object for the name. */
const NAMES_SECRET = /secret(?:Key)?Ref$/i;
const NAMES_CONFIG_MAP = /configMap(?:Key)?Ref$/i;

/** Puts names where objects were given for them in such fields; the same value where there are none. */
const nameSecrets = (value: unknown, key: string, path: string, found: Found): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item = nameSecrets(value[index], key, path, found);
      if (item === value[index]) continue;
      items ??= [...value];
      items[index] = item;
    }
    return items ?? value;
  }
  if (!isMap(value)) return value;
  let map: Record<string, unknown> | undefined;
  for (const name in value) {
    const member = value[name];
    if (typeof member !== 'object' || member === null) continue;
    const kinds = name === 'name' && isConstructRef(member) ? kindsNamedIn(key) : undefined;
    // A chart's values are no one's references.
    const next =
      kinds !== undefined
        ? nameOne(member, `${path}.name`, ['', [], kinds], found)
        : name === 'values'
          ? member
          : nameSecrets(member, name, path === '' ? name : joinPath(path, name), found);
    if (next === member) continue;
    map ??= { ...value };
    map[name] = next;
  }
  return map ?? value;
};

const kindsNamedIn = (key: string): readonly string[] | undefined =>
  NAMES_SECRET.test(key) ? secretKinds : NAMES_CONFIG_MAP.test(key) ? ['/ConfigMap'] : undefined;

/** The same value where nothing is replaced. */
const replaceAt = (
  value: unknown,
  keys: readonly string[],
  depth: number,
  path: string,
  replace: (value: unknown, path: string) => unknown,
): unknown => {
  const key = keys[depth];
  if (key === undefined) return replace(value, path);
  if (!isMap(value)) return value;
  const isList = key.endsWith('[]');
  const name = isList ? key.slice(0, -2) : key;
  if (!Object.hasOwn(value, name)) return value;
  const below = path === '' ? name : joinPath(path, name);
  const member = isList
    ? replaceInItems(value[name], keys, depth, below, replace)
    : replaceAt(value[name], keys, depth + 1, below, replace);
  return member === value[name] ? value : { ...value, [name]: member };
};

const replaceInItems = (
  value: unknown,
  keys: readonly string[],
  depth: number,
  path: string,
  replace: (value: unknown, path: string) => unknown,
): unknown => {
  if (!Array.isArray(value)) return value;
  const items = value.map((item, index) => replaceAt(item, keys, depth + 1, joinPath(path, index), replace));
  return items.some((item, index) => item !== value[index]) ? items : value;
};

const nameOne = (value: unknown, path: string, place: ReferencePlace, { marks, wrong }: Found): unknown => {
  const [, fields, kinds, nameField = 'name'] = place;
  const check = (object: ApiObject): void => {
    if (kinds.length > 0 && !kinds.includes(`${groupOf(object.apiVersion)}/${object.kind}`))
      wrong.push({ path, object, kinds });
    marks.push({ path, external: false, target: object });
  };
  if (isConstructRef(value)) {
    check(value);
    return fields.length === 0 ? nameIn(value, kinds) : fieldsOf(value, place);
  }
  if (!isMap(value)) return value;
  const { external, ...rest } = value;
  const isMarked = typeof external === 'boolean' && fields.length > 0;
  // What is said not to be external is made here: the rule on missing objects is sure of it.
  if (isMarked) marks.push({ path, external });
  const fieldsGiven = isMarked ? rest : value;
  const object = fieldsGiven[nameField];
  if (!isConstructRef(object)) return fieldsGiven;
  check(object);
  return { ...fieldsOf(object, place), ...fieldsGiven, [nameField]: nameIn(object, kinds) };
};

const fieldsOf = (object: ApiObject, [, fields, kinds, nameField = 'name']: ReferencePlace): object =>
  Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      if (field === nameField) return [[field, nameIn(object, kinds)]];
      if (field === 'kind') return [[field, isMaker(object, kinds) ? 'Secret' : object.kind]];
      if (field === 'group') return [[field, groupOf(object.apiVersion)]];
      if (field === 'apiVersion') return [[field, object.apiVersion]];
      const { namespace } = object as { readonly namespace?: string };
      return namespace === undefined ? [] : [[field, namespace]];
    }),
  );

/** Whether a Secret is wanted, and this is an object that makes one. */
const isMaker = ({ kind }: ApiObject, kinds: readonly string[]): boolean =>
  kinds.includes(SECRET) && kind !== 'Secret' && kind !== 'ConfigMap';

/** What a place names of an object: the Secret that it makes, where a Secret is wanted. */
const nameIn = (object: ApiObject, kinds: readonly string[]): string => {
  if (!isMaker(object, kinds)) return object.name;
  const { spec } = bodyOf(object);
  const at = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), spec);
  const name =
    object.kind === 'Certificate'
      ? at('secretName')
      : object.kind === 'ExternalSecret'
        ? at('target', 'name')
        : at('template', 'metadata', 'name');
  return typeof name === 'string' ? name : object.name;
};

const bodyOf = (object: ApiObject): { readonly spec?: unknown } => object.toJson() as { readonly spec?: unknown };
