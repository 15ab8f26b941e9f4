import { equalJson } from '../json/equal-json.js';
import { type Json, type JsonType, jsonTypeOf } from '../json/json-value.js';

/**
 * What a value of a chart may be: any of `types`, or any of `literals`. The one form that schemas of all drafts, with
 * their refs and combinations, and default values are brought to; types and the schema for synth are printed from it.
 */
export interface Shape {
  /** `any`: nothing is known, all is allowed. */
  readonly types: ReadonlySet<JsonType> | 'any';
  readonly literals: readonly Json[];
  readonly properties: ReadonlyMap<string, Shape>;
  /** Keys beyond `properties`; undefined where nobody said. */
  readonly additional: Shape | boolean | undefined;
  readonly items: Shape | undefined;
  readonly required: ReadonlySet<string>;
  /** What a type cannot say (patterns, bounds, conditions), as JSON Schema 2020-12 without refs. */
  readonly asserts: readonly Json[];
  readonly description: string | undefined;
}

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

const uniqueLiterals = (all: readonly Json[]): readonly Json[] =>
  all.filter((value, i) => all.findIndex((other) => equalJson(other, value)) === i);

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

/** What either takes (`anyOf`). Asserts of one side do not hold for the other, so they go. */
export const join = (a: Shape, b: Shape): Shape => {
  if (a.types === 'any' || b.types === 'any') return { ...anything, description: a.description ?? b.description };
  const types = new Set([...a.types, ...b.types]);
  if (types.has('number')) types.delete('integer');
  const additional =
    !a.types.has('object') || a === nothing
      ? b.additional
      : !b.types.has('object')
        ? a.additional
        : joinAdditional(a.additional, b.additional);
  return withoutNeedless({
    types,
    literals: uniqueLiterals([...a.literals, ...b.literals]),
    properties: mapUnion(a.properties, b.properties, join),
    additional,
    items:
      a.types.has('array') && b.types.has('array')
        ? a.items && b.items && join(a.items, b.items)
        : (a.items ?? b.items),
    required: new Set([...a.required].filter((key) => b.required.has(key))),
    asserts: [],
    description: a.description ?? b.description,
  });
};

const joinAdditional = (a: Shape['additional'], b: Shape['additional']): Shape['additional'] => {
  if (a === true || b === true) return true;
  if (typeof a === 'object' && typeof b === 'object') return join(a, b);
  return typeof a === 'object' ? a : typeof b === 'object' ? b : (a ?? b);
};

const meetTypes = (a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): Set<JsonType> => {
  const types = new Set<JsonType>();
  for (const type of a) if (b.has(type) || (type === 'integer' && b.has('number'))) types.add(type);
  if (a.has('number') && b.has('integer')) types.add('integer');
  return types;
};

/** What both take (`allOf`); of keys, those that either knows. */
export const meet = (a: Shape, b: Shape): Shape => {
  const properties = mapUnion(a.properties, b.properties, meet);
  const types = a.types === 'any' ? b.types : b.types === 'any' ? a.types : meetTypes(a.types, b.types);
  const fits = (s: Shape) => (value: Json) =>
    allows(s, jsonTypeOf(value)) ||
    (typeof value === 'number' && Number.isInteger(value) && allows(s, 'integer')) ||
    s.literals.some((literal) => equalJson(literal, value));
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
