import { type Json, type JsonType, jsonTypeOf } from '../json/json-value.js';
import { canonicalText } from '../schema/canonical-text.js';
import type { Refusal } from '../schema/refused.js';

/**
 * What a value of a chart may be: any of `types`, or any of `literals`. The one form that schemas of all drafts, with
 * their refs and combinations, and default values are brought to; types and the schema for synth are printed from it.
 */
export interface Shape {
  /** `any`: nothing is known, all is allowed. */
  readonly types: ReadonlySet<JsonType> | 'any';
  readonly literals: readonly Json[];
  readonly properties: ReadonlyMap<string, Shape>;
  /** Keys beyond `properties`; undefined where no one said. */
  readonly additional: Shape | boolean | undefined;
  readonly items: Shape | undefined;
  readonly required: ReadonlySet<string>;
  /** What a type cannot say (patterns, bounds, conditions), as JSON Schema 2020-12 without refs. */
  readonly asserts: readonly Json[];
  readonly description: string | undefined;
  /** Of a value with which the chart fails. */
  readonly refusal?: Refusal | undefined;
}

/** Texts that stand for a value of another type: what YAML makes of them where they are printed, or a template tests. */
export const textForms = {
  integer: { pattern: '^-?[0-9]+$' },
  true: { pattern: '^true$' },
} as const;

/** The only form of texts that a shape takes; undefined where it takes any, or none. */
export const textFormOf = ({ types, asserts }: Shape): keyof typeof textForms | undefined => {
  if (types === 'any' || !types.has('string')) return undefined;
  return asserts.includes(textForms.true) ? 'true' : asserts.includes(textForms.integer) ? 'integer' : undefined;
};

/** Values nest to depth 20 or so; what is past this is a trap, and interface names would be a page long. */
export const MAX_SHAPE_DEPTH = 48;

const empty: Shape = {
  types: new Set(),
  literals: [],
  properties: new Map(),
  additional: undefined,
  items: undefined,
  required: new Set(),
  asserts: [],
  description: undefined,
};

export const anything: Shape = { ...empty, types: 'any' };
export const nothing: Shape = empty;

/** A shape of these types, with what else is known. */
export const shape = (types: Iterable<JsonType>, rest: Partial<Omit<Shape, 'types'>> = {}): Shape => ({
  ...empty,
  ...rest,
  types: new Set(types),
});

export const allows = (s: Shape, type: JsonType): boolean =>
  s.types === 'any' || s.types.has(type) || (type === 'integer' && s.types.has('number'));

/** Without the literals that a type takes already. */
const withoutNeedless = (s: Shape): Shape => {
  const literals = s.literals.filter((value) => !allows(s, jsonTypeOf(value)));
  return literals.length === s.literals.length ? s : { ...s, literals };
};

export const withNull = (s: Shape): Shape =>
  s.types === 'any' || s.types.has('null') ? s : withoutNeedless({ ...s, types: new Set([...s.types, 'null']) });

/** Equal for values that are equal, in whatever order an object has its keys. */
const literalKey = (value: Json): string =>
  typeof value === 'object' && value !== null ? canonicalText(value) : JSON.stringify(value);

const uniqueLiterals = (all: readonly Json[]): readonly Json[] => {
  const byKey = new Map<string, Json>();
  for (const value of all) {
    const key = literalKey(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
};

const mapUnion = (
  a: ReadonlyMap<string, Shape>,
  b: ReadonlyMap<string, Shape>,
  both: (x: Shape, y: Shape) => Shape,
): ReadonlyMap<string, Shape> => {
  const result = new Map(a);
  for (const [key, value] of b) {
    const there = result.get(key);
    result.set(key, there ? both(there, value) : value);
  }
  return result;
};

/** What any of the shapes takes (`anyOf`). Asserts of one do not hold for the others, so they go. */
export const joinAll = (all: readonly Shape[]): Shape => {
  const [first] = all;
  if (first === undefined || all.length === 1) return first ?? nothing;
  const description = all.find((one) => one.description !== undefined)?.description;
  const types = new Set<JsonType>();
  for (const one of all) {
    if (one.types === 'any') return { ...anything, description };
    for (const type of one.types) types.add(type);
  }
  if (types.has('number')) types.delete('integer');
  const objects = all.filter((one) => has(one, 'object'));
  const arrays = all.filter((one) => has(one, 'array'));
  return withoutNeedless({
    types,
    literals: uniqueLiterals(all.flatMap(({ literals }) => literals)),
    properties: joinProperties(all),
    additional: joinAdditional(objects.map(({ additional }) => additional)),
    items: arrays.every(({ items }) => items !== undefined) ? joinAllOf(arrays.map(({ items }) => items!)) : undefined,
    required: new Set([...first.required].filter((key) => all.every(({ required }) => required.has(key)))),
    asserts: joinForms(all.filter((one) => has(one, 'string'))),
    description,
  });
};

const joinForms = ([first, ...others]: readonly Shape[]): readonly Json[] => {
  const form = first === undefined ? undefined : textFormOf(first);
  return form !== undefined && others.every((one) => textFormOf(one) === form) ? [textForms[form]] : [];
};

const has = (s: Shape, type: JsonType): boolean => s.types !== 'any' && s.types.has(type);

const joinAllOf = (all: readonly Shape[]): Shape | undefined => (all.length === 0 ? undefined : joinAll(all));

const joinProperties = (all: readonly Shape[]): ReadonlyMap<string, Shape> => {
  const byKey = new Map<string, Shape[]>();
  for (const { properties } of all) {
    for (const [key, value] of properties) {
      const there = byKey.get(key);
      if (there === undefined) byKey.set(key, [value]);
      else there.push(value);
    }
  }
  return new Map([...byKey].map(([key, values]) => [key, joinAll(values)]));
};

const joinAdditional = (all: readonly Shape['additional'][]): Shape['additional'] => {
  if (all.includes(true)) return true;
  const shapes = all.filter((one) => typeof one === 'object');
  return joinAllOf(shapes) ?? all.find((one) => one !== undefined);
};

const meetTypes = (a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): Set<JsonType> => {
  const types = new Set<JsonType>();
  for (const type of a) if (b.has(type) || (type === 'integer' && b.has('number'))) types.add(type);
  if (a.has('number') && b.has('integer')) types.add('integer');
  return types;
};

/**
 * Whether the type of `inner` can stand beside an index signature of the type of `outer`: TypeScript lets no key have a
 * type that the signature doesn't take.
 */
export const fitsInto = (inner: Shape, outer: Shape): boolean => {
  if (outer.types === 'any') return true;
  if (inner.types === 'any' || inner.literals.length > 0 || outer.literals.length > 0) return false;
  if (![...inner.types].every((type) => allows(outer, type))) return false;
  const form = textFormOf(outer);
  if (form !== undefined && has(inner, 'string') && textFormOf(inner) !== form) return false;
  return (!has(inner, 'object') || keysFitInto(inner, outer)) && (!has(inner, 'array') || itemsFitInto(inner, outer));
};

const isClosed = ({ additional, properties }: Shape): boolean =>
  additional === false || (additional === undefined && properties.size > 0);

/** An interface without an index signature fits none that has one. */
const keysFitInto = (inner: Shape, outer: Shape): boolean =>
  isClosed(inner) &&
  isClosed(outer) &&
  [...inner.properties].every(([key, one]) => {
    const there = outer.properties.get(key);
    return there !== undefined && fitsInto(one, there);
  });

const itemsFitInto = (inner: Shape, outer: Shape): boolean =>
  outer.items === undefined || (inner.items !== undefined && fitsInto(inner.items, outer.items));

/** What both take (`allOf`); of keys, those that either knows. */
export const meet = (a: Shape, b: Shape): Shape => {
  const properties = mapUnion(a.properties, b.properties, meet);
  const types = a.types === 'any' ? b.types : b.types === 'any' ? a.types : meetTypes(a.types, b.types);
  const fits = (s: Shape) => {
    const literals = new Set(s.literals.map(literalKey));
    return (value: Json) =>
      allows(s, jsonTypeOf(value)) ||
      (typeof value === 'number' && Number.isInteger(value) && allows(s, 'integer')) ||
      literals.has(literalKey(value));
  };
  return {
    types,
    literals: uniqueLiterals([...a.literals.filter(fits(b)), ...b.literals.filter(fits(a))]),
    properties,
    additional: meetAdditional(a.additional, b.additional),
    items: a.items && b.items ? meet(a.items, b.items) : (a.items ?? b.items),
    required: new Set([...a.required, ...b.required]),
    asserts: [...a.asserts, ...b.asserts],
    description: a.description ?? b.description,
  };
};

const meetAdditional = (a: Shape['additional'], b: Shape['additional']): Shape['additional'] => {
  if (a === false || b === false) return false;
  if (typeof a === 'object' && typeof b === 'object') return meet(a, b);
  return typeof a === 'object' ? a : (b ?? a);
};
