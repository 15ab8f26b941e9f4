import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { isJsonArray, type Json, type JsonType, jsonTypeOf } from '../../json/json-value.js';
import {
  allows,
  anything,
  fitsInto,
  joinAll,
  MAX_SHAPE_DEPTH,
  type Shape,
  shape,
  textForms,
  withNull,
} from '../shape.js';
import { isKubernetesList, isKubernetesTextMap, opennessOf, takesList } from '../wider-than-default.js';
import { Use, type ValuesNode } from './abstract-value.js';
import { refusedShape } from './refusals.js';

/** What is known of one place in the values. */
interface Place {
  readonly key: string;
  /** The paths that templates read it by: its own, and those of entries that may be it. */
  readonly nodes: readonly ValuesNode[];
  readonly defaults: readonly Json[];
  /** Inside of a map that is passed on whole. */
  readonly open: boolean;
  readonly depth: number;
}

const SCALARS: readonly JsonType[] = ['string', 'number', 'boolean'];
const EVERY: readonly JsonType[] = [...SCALARS, 'object', 'array'];

const usesOf = ({ nodes }: Place): number => nodes.reduce((uses, node) => uses | node.uses, 0);

/** What templates do with a value that is a text, a number or a list. */
const NO_SECTION = Use.printed | Use.text | Use.integer | Use.whole | Use.ranged | Use.isText | Use.isOther;

/** Whether a key that templates find out themselves is looked up to read keys below it: what is not a map has no effect there. */
const looksForSections = (place: Place): boolean => {
  const entries = eachOf(place);
  return (
    (usesOf(place) & Use.ranged) === 0 &&
    entries.some(({ children }) => children.size > 0) &&
    entries.every(({ uses }) => (uses & NO_SECTION) === 0)
  );
};

/** Of the entries that a key which isn't fixed may name. */
const eachOf = ({ nodes }: Place): readonly ValuesNode[] =>
  nodes.flatMap(({ each }) => (each === undefined ? [] : [each]));

const hasChildren = ({ nodes }: Place): boolean => nodes.some(({ children }) => children.size > 0);

const isRoot = ({ nodes }: Place): boolean => nodes.some((node) => node.isRoot);

/** What templates read of a key of their own finding, where `key` may be one. */
const eachOfKey = (place: Place, key: string, defaults: readonly Json[]): readonly ValuesNode[] => {
  if (!isRoot(place) && !looksForSections(place)) return eachOf(place);
  const isSection =
    defaults.some(isObject) || place.nodes.some((node) => (node.children.get(key)?.children.size ?? 0) > 0);
  return isSection ? eachOf(place) : [];
};

const childPlace = (place: Place, key: string, open: boolean): Place => {
  const defaults = place.defaults.flatMap((one) =>
    isObject(one) && Object.hasOwn(one, key) ? [one[key] as Json] : [],
  );
  const own = place.nodes.flatMap((node) => node.children.get(key) ?? []);
  const nodes = [...new Set([...own, ...eachOfKey(place, key, defaults)])];
  return { key, nodes, defaults, open, depth: place.depth + 1 };
};

const itemPlace = (place: Place, open: boolean): Place => ({
  key: place.key,
  nodes: eachOf(place),
  defaults: place.defaults.flatMap((one) => (isJsonArray(one) ? [...one] : [])),
  open,
  depth: place.depth + 1,
});

/** Any entry of a map whose keys the user chooses. */
const entryPlace = (place: Place, open: boolean): Place => ({
  key: '',
  nodes: eachOf(place),
  defaults: [],
  open,
  depth: place.depth + 1,
});

const keysOf = (place: Place): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const node of place.nodes) for (const key of node.children.keys()) keys.add(key);
  for (const one of place.defaults) if (isObject(one)) for (const key of Object.keys(one)) keys.add(key);
  keys.delete('__proto__');
  return keys;
};

/** Whether any key may stand in it, whatever the templates read by name. */
const isOpen = (place: Place): boolean => place.open || (usesOf(place) & Use.whole) !== 0;

/** Which types a scalar may have where the default has this one. */
const scalarTypes = (kinds: ReadonlySet<JsonType>, uses: number): readonly JsonType[] => {
  const other = uses & ~Use.tested & ~Use.digested & ~Use.sought;
  if ((other & ~Use.boolean) === 0 && kinds.has('boolean') && uses !== 0) return ['boolean'];
  if (other === Use.integer && (kinds.has('number') || kinds.size === 0)) return ['number'];
  if ((other & Use.text) !== 0 && (other & ~(Use.text | Use.printed)) === 0 && kinds.has('string')) return ['string'];
  return SCALARS;
};

/** The types that fit a place; undefined where any does. */
const typesOf = (place: Place): readonly JsonType[] | undefined => {
  if ((usesOf(place) & Use.own) !== 0) return [...new Set(place.defaults.map(jsonTypeOf))];
  const types = typesOfUses(place, usesOf(place) & ~ASKED);
  if (types === undefined) return undefined;
  const all = new Set([...types, ...askedTypes(usesOf(place))]);
  return [...all].filter((type) => type !== 'array' || !needsMap(place));
};

/** Whether a list with items lets Helm fail, though templates go through it. */
const needsMap = (place: Place): boolean =>
  (usesOf(place) & Use.keyText) !== 0 &&
  (usesOf(place) & (ASKED | Use.typed)) === 0 &&
  !place.defaults.some((one) => isJsonArray(one) && one.length > 0);

const ASKED = Use.isMap | Use.isList | Use.isText | Use.isOther;

/** What templates ask for, they have an answer to. */
const askedTypes = (uses: number): readonly JsonType[] => [
  ...((uses & Use.isMap) !== 0 ? (['object'] as const) : []),
  ...((uses & Use.isList) !== 0 ? (['array'] as const) : []),
  ...((uses & Use.isText) !== 0 ? (['string'] as const) : []),
  ...((uses & Use.isOther) !== 0 ? (['number', 'boolean'] as const) : []),
];

const typesOfUses = (place: Place, uses: number): readonly JsonType[] | undefined => {
  const kinds = new Set(place.defaults.map(jsonTypeOf));
  const isTyped = (uses & Use.typed) !== 0;
  const isContainer = kinds.has('object') || kinds.has('array');
  const isScalar = kinds.has('string') || kinds.has('number') || kinds.has('boolean');
  const isEmpty = place.defaults.every(isNothing);
  const isLooped = (uses & (Use.ranged | Use.anyKey)) !== 0 || eachOf(place).length > 0;
  if (isContainer) {
    if (isTyped || isScalar) return hasChildren(place) || kinds.has('object') ? EVERY : undefined;
    const types = containerTypes(place, kinds, isLooped);
    if ((uses & (Use.text | Use.printed)) !== 0) types.push('string');
    // A chart that asks first also takes `false` for a section; where nothing is there by default, it means nothing.
    if ((uses & Use.tested) !== 0 && !place.defaults.every(isEmptyContainer)) types.push('boolean');
    return types;
  }
  if (isScalar && !isEmpty) {
    if (isTyped || hasChildren(place) || isLooped || (uses & Use.whole) !== 0)
      return hasChildren(place) ? EVERY : undefined;
    return place.open ? SCALARS : scalarTypes(kinds, uses);
  }
  if (isTyped || isOpen(place)) return hasChildren(place) ? EVERY : undefined;
  if (hasChildren(place)) {
    if ((uses & (Use.printed | Use.text)) !== 0 || isLooped) return EVERY;
    // A text or a boolean has no keys, which a template that doesn't ask first fails to see.
    const others: readonly JsonType[] = (uses & Use.tested) !== 0 ? ['boolean'] : [];
    return ['object', ...others, ...(kinds.has('string') ? (['string'] as const) : [])];
  }
  if (isOnlyLooped(uses)) return ['object', 'array'];
  if (isLooped) return EVERY;
  if ((uses & Use.printed) !== 0 || (uses & Use.integer) !== 0) return SCALARS;
  if ((uses & Use.text) !== 0) return kinds.has('string') ? ['string'] : SCALARS;
  return kinds.has('string') && uses === 0 ? SCALARS : undefined;
};

/** Whether templates do nothing with a value but go through it: Go can't go through a text, a number or a boolean. */
const isOnlyLooped = (uses: number): boolean =>
  (uses & Use.ranged) !== 0 && (uses & ~(Use.ranged | Use.tested | Use.sought | Use.keyText)) === 0;

/** What else fits where only lists and maps, or only texts do: what templates that ask first leave out, and the default. */
const emptyValues = (place: Place, types: readonly JsonType[]): readonly Json[] => {
  const uses = usesOf(place);
  if (types.length === 1 && types[0] === 'string') {
    const isAskedFor = (uses & (Use.tested | Use.own)) === Use.tested && !place.nodes.some((node) => node.isBareText);
    return isAskedFor ? [false] : [];
  }
  if (!isOnlyLooped(uses) || types.length > 2 || place.defaults.some((one) => !isNothing(one))) return [];
  return (uses & Use.tested) !== 0 ? ['', false] : place.defaults.filter((one) => one === '');
};

const isNothing = (value: Json): boolean => value === null || value === '';

const isEmptyContainer = (value: Json): boolean =>
  isJsonArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

/** Of a place whose default is a map or a list. */
const containerTypes = (place: Place, kinds: ReadonlySet<JsonType>, isLooped: boolean): JsonType[] => {
  const isEither = isOpen(place) || isLooped;
  // Where templates ask first, `{}` for a list and `[]` for a map do no harm.
  const isTested = (usesOf(place) & Use.tested) !== 0;
  if (kinds.has('array')) return isKubernetesList(place.key) && !isTested ? ['array'] : ['array', 'object'];
  return isEither && (takesList(place.key) || isTested) ? ['object', 'array'] : ['object'];
};

/** Which texts do the same as a boolean that is only tested, or a number that is printed as it is. */
const textForm = (types: readonly JsonType[], uses: number): Json | undefined => {
  const [only, ...others] = types;
  if (others.length > 0 || (uses & (Use.own | Use.boolean | ASKED)) !== 0) return undefined;
  return only === 'boolean' ? textForms.true : only === 'number' ? textForms.integer : undefined;
};

const readShape = (place: Place): Shape => {
  if (place.depth > MAX_SHAPE_DEPTH) return anything;
  const types = typesOf(place);
  if (types === undefined) return anything;
  const takesObject = types.includes('object');
  const form = textForm(types, usesOf(place));
  const found = withNull(
    shape(form === undefined ? types : [...types, 'string'], {
      ...(takesObject ? keysShape(place, undefined) : {}),
      items: types.includes('array') ? itemsShape(place) : undefined,
      literals: [...emptyValues(place, types), ...(needsMap(place) ? [[]] : [])],
      asserts: form === undefined ? [] : [form],
    }),
  );
  // What the defaults have by name is worth a name, though anything may stand in its place.
  const hasNames = place.defaults.some((one) => isObject(one) && Object.keys(one).length > 0);
  return takesAll(found) && !hasNames ? anything : found;
};

/** Whether a shape refuses nothing: then a type says nothing either. */
const takesAll = ({ types, properties, additional, items, asserts }: Shape): boolean =>
  types === 'any' ||
  (EVERY.every((type) => types.has(type)) &&
    additional === true &&
    asserts.length === 0 &&
    (items === undefined || takesAll(items)) &&
    [...properties.values()].every(takesAll));

const itemsShape = (place: Place): Shape | undefined => {
  const open = isOpen(place);
  if (eachOf(place).length === 0) return undefined;
  const inner = readShape(itemPlace(place, open));
  return inner.types === 'any' ? undefined : inner;
};

/** The keys that a map has, and what others may hold. */
const keysShape = (place: Place, schema: Shape | undefined): Pick<Shape, 'properties' | 'additional'> => {
  const uses = usesOf(place);
  const open = isOpen(place);
  const isFree = (uses & (Use.ranged | Use.anyKey)) !== 0;
  const properties = new Map<string, Shape>();
  const keys = new Set([...keysOf(place), ...(schema?.properties.keys() ?? [])]);
  const isListed = !open && !isFree && (uses & Use.chosenKey) === 0 && eachOf(place).length === 0;
  for (const key of keys) {
    const child = childPlace(place, key, open);
    const refused = refusedShape(child.nodes, child.defaults, isListed);
    properties.set(key, refused ?? withNull(withReads(schema?.properties.get(key), child)));
  }
  const said = schema?.additional;
  if (said === false) return { properties, additional: false };
  if (typeof said === 'object') {
    const entry = entryPlace(place, open);
    // A schema may describe entries in part, as it may a list's items.
    return { properties, additional: entry.nodes.length === 0 || said.types === 'any' ? said : withReads(said, entry) };
  }
  if (open) {
    const additional = openKeys(place);
    // Entries of Kubernetes' maps have one type, those of the defaults too.
    const isOne = typeof additional === 'object' && schema === undefined;
    return { properties: isOne ? new Map([...keys].map((key) => [key, additional])) : properties, additional };
  }
  // A key of a template's own finding is one that the chart has, unless the user's values name it.
  if (isRoot(place)) {
    return { properties, additional: (uses & Use.chosenKey) !== 0 || properties.size === 0 ? true : undefined };
  }
  if (isFree) {
    return { properties, additional: entryShape(place, open, [...properties.values()]) };
  }
  return { properties, additional: properties.size === 0 ? true : undefined };
};

/** What keys hold that the user chooses, beside those that are known. */
const entryShape = (place: Place, open: boolean, known: readonly Shape[]): Shape['additional'] => {
  const isSection = looksForSections(place) && (usesOf(place) & Use.chosenKey) === 0;
  // Sections that a chart has by name are all that it looks for.
  if (isSection && known.length > 0) return undefined;
  const entry = entryPlace(place, open);
  const each = entry.nodes.length === 0 ? anything : withNull(readShape(entry));
  if (each.types === 'any') return true;
  if (isSection) return { ...each, types: new Set(['object', 'null']) };
  // The compiler wants one type for all entries, so that synth has no other.
  const all = joinAll([each, ...known]);
  return known.every((one) => fitsInto(one, all)) ? all : true;
};

/** What other keys of a map hold that becomes a field of Kubernetes as it is. */
const openKeys = (place: Place): Shape['additional'] => {
  const openness = opennessOf(place.key);
  const values = place.defaults.flatMap((one) => (isObject(one) ? Object.values(one) : []));
  const isRead = (usesOf(place) & ~(Use.whole | Use.tested)) !== 0 || place.open;
  if (isRead) return true;
  if (openness === 'quantity-map' && values.every((one) => typeof one === 'string' || typeof one === 'number')) {
    return shape(['string', 'number', 'null']);
  }
  return isKubernetesTextMap(place.key) && values.every((one) => typeof one === 'string')
    ? shape(['string', 'null'])
    : true;
};

const withReads = (schema: Shape | undefined, place: Place): Shape => {
  if (schema === undefined || place.depth > MAX_SHAPE_DEPTH) return schema ?? readShape(place);
  if (schema.types === 'any') {
    const learned = readShape(place);
    return learned.types === 'any'
      ? schema
      : { ...learned, description: schema.description, asserts: schema.asserts, required: schema.required };
  }
  let result = schema;
  for (const value of place.defaults) result = admit(result, value);
  if (result.types === 'any') return result;
  if (result.types.has('object')) {
    const { properties, additional } = keysShape(place, result);
    result = { ...result, properties, additional };
  }
  if (result.types !== 'any' && result.types.has('array')) {
    const { items } = result;
    result = {
      ...result,
      items: items === undefined ? itemsShape(place) : withReads(items, itemPlace(place, isOpen(place))),
    };
  }
  return result;
};

/** Helm validates the defaults too, so they fit. */
const admit = (schema: Shape, value: Json): Shape => {
  if (schema.types === 'any') return schema;
  const type = jsonTypeOf(value);
  const integer = typeof value === 'number' && Number.isInteger(value) && schema.types.has('integer');
  if (integer || allows(schema, type) || schema.literals.some((literal) => equalJson(literal, value))) return schema;
  if (schema.literals.some((literal) => jsonTypeOf(literal) === type)) {
    return { ...schema, literals: [...schema.literals, value] };
  }
  return { ...schema, types: new Set([...schema.types, type]) };
};

/**
 * The shape of a chart's values: what its schema says, what its templates read, and what its default values have.
 *
 * @param schema of the chart's own; on types it wins, since Helm refuses what breaks it
 * @param node what templates read, with the defaults
 */
export const shapeOfReads = (schema: Shape | undefined, node: ValuesNode): Shape =>
  withReads(schema, { key: '', nodes: [node], defaults: node.defaults, open: false, depth: 0 });
