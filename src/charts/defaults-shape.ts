import { equalJson } from '../json/equal-json.js';
import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap, jsonTypeOf } from '../json/json-value.js';
import type { ReportProblem } from './import-problem.js';
import { escapePointer } from './schema-ref.js';
import { allows, anything, joinAll, MAX_SHAPE_DEPTH, type Shape, shape, withNull } from './shape.js';
import { areLabels, opennessOf, takesIntOrString, takesList } from './wider-than-default.js';

/** Of one list; the longest known default has some 100. */
const MAX_ITEMS = 2000;

interface Place {
  /** As a JSON pointer. */
  readonly path: string;
  readonly key: string;
  /** The key of the object that holds it. */
  readonly owner: string;
  /** Inside an object whose keys no one can list, so are those below it. */
  readonly open: boolean;
  /** Inside an item of a list. A user's list replaces the default as a whole, so null takes nothing away there. */
  readonly listed: boolean;
  readonly depth: number;
  /** Told where a type says less than the default shows. */
  readonly report: ReportProblem;
}

const rootOf = (report: ReportProblem): Place => {
  const told = new Set<string>();
  return {
    path: '',
    key: '',
    owner: '',
    open: false,
    listed: false,
    depth: 0,
    report: (problem) => {
      // What one place shows, its neighbours mostly show too.
      if (!told.has(problem.message)) report(problem);
      told.add(problem.message);
    },
  };
};

const inside = (place: Place, key: string): Place => ({
  ...place,
  path: `${place.path}/${escapePointer(key)}`,
  key,
  owner: place.key,
  depth: place.depth + 1,
});

const insideItem = (place: Place, index: number): Place => ({
  ...place,
  path: `${place.path}/${index}`,
  open: true,
  listed: true,
  depth: place.depth + 1,
});

/** A limit of the import, which no mistake of the chart's author need be behind. */
const leaveOpen = (place: Place, why: string): Shape => {
  place.report({
    severity: 'notice',
    at: `values.yaml#${place.path}`,
    message: why,
    fix: 'nothing to do: its values stay open, and neither the compiler nor synth checks them',
  });
  return anything;
};

const openObject: Shape = shape(['object'], { additional: true });

/** What keys beyond the defaults may hold; undefined where there should be none. */
const additionalOf = (value: JsonMap, place: Place): Shape['additional'] => {
  const openness = opennessOf(place.key);
  const values = Object.values(value);
  if (
    (openness === 'text-map' || (openness === 'closed' && areLabels(Object.keys(value)))) &&
    values.every((v) => typeof v === 'string')
  ) {
    return shape(['string', 'null']);
  }
  if (openness === 'quantity-map' && values.every((v) => typeof v === 'string' || typeof v === 'number')) {
    return shape(['string', 'number', 'null']);
  }
  return place.open || openness !== 'closed' ? true : undefined;
};

const propertiesOf = (value: JsonMap, place: Place, open: boolean): Map<string, Shape> => {
  const properties = new Map<string, Shape>();
  // Null takes a default away: https://helm.sh/docs/chart_template_guide/values_files/#deleting-a-default-key
  for (const [key, child] of Object.entries(value)) {
    const inferred = inferShape(child, { ...inside(place, key), open });
    properties.set(key, place.listed ? inferred : withNull(inferred));
  }
  return properties;
};

/** Items of a list replace it as a whole, and what a chart does with one is mostly Kubernetes': their keys stay open. */
const itemsOf = (value: readonly Json[], place: Place): Shape | undefined => {
  if (value.length === 0) return undefined;
  if (value.length > MAX_ITEMS) {
    return leaveOpen(
      place,
      `the default list "${place.key}" has ${value.length} items, more than the ${MAX_ITEMS} that are looked at`,
    );
  }
  return joinAll(value.map((item, index) => inferShape(item, insideItem(place, index))));
};

/** What a chart takes where it ships this default: more than the default, where the default alone would refuse it. */
const inferShape = (value: Json, place: Place): Shape => {
  if (value === null) return anything;
  if (place.depth > MAX_SHAPE_DEPTH) {
    return leaveOpen(place, `a default is nested deeper than the ${MAX_SHAPE_DEPTH} levels that are looked at`);
  }
  if (typeof value === 'string' || typeof value === 'number') {
    return shape(takesIntOrString(place.key, place.owner, value) ? ['string', 'number'] : [jsonTypeOf(value)]);
  }
  if (typeof value === 'boolean') return shape(['boolean']);
  if (isJsonArray(value)) return shape(['array'], { items: itemsOf(value, place) });
  if (Object.keys(value).length === 0) {
    return takesList(place.key) ? { ...openObject, types: new Set(['object', 'array']) } : openObject;
  }
  const additional = additionalOf(value, place);
  return shape(['object'], { properties: propertiesOf(value, place, additional === true), additional });
};

/**
 * The shape of a chart's schema, with what its default values know besides. On types the schema wins; the default's own
 * type fits always, since Helm validates the defaults too.
 */
export const withDefaults = (schema: Shape | undefined, value: Json, report: ReportProblem): Shape =>
  overDefaults(schema, value, rootOf(report));

const overDefaults = (schema: Shape | undefined, value: Json, place: Place): Shape => {
  if (schema === undefined) return inferShape(value, place);
  if (schema.types === 'any') {
    const inferred = inferShape(value, place);
    return inferred.types === 'any'
      ? schema
      : { ...inferred, description: schema.description, asserts: schema.asserts };
  }
  let result = admit(schema, value);
  if (isObject(value)) {
    const openness = result.additional ?? (place.open ? true : undefined);
    const bare = result.properties.size === 0 && Object.keys(value).length === 0;
    const additional = openness ?? (bare ? true : additionalOf(value, place));
    const properties = new Map(result.properties);
    for (const [key, child] of Object.entries(value)) {
      const inner = { ...inside(place, key), open: additional === true };
      properties.set(key, withNull(overDefaults(properties.get(key), child, inner)));
    }
    result = { ...result, properties, additional };
  } else if (isJsonArray(value) && result.items === undefined) {
    result = { ...result, items: itemsOf(value, place) };
  }
  return result;
};

const admit = (schema: Shape, value: Json): Shape => {
  if (schema.types === 'any') return schema;
  const type = jsonTypeOf(value);
  const integer = typeof value === 'number' && Number.isInteger(value) && schema.types.has('integer');
  if (integer || allows(schema, type) || schema.literals.some((literal) => equalJson(literal, value))) {
    return schema;
  }
  if (schema.literals.some((literal) => jsonTypeOf(literal) === type)) {
    return { ...schema, literals: [...schema.literals, value] };
  }
  return { ...schema, types: new Set([...schema.types, type]) };
};
