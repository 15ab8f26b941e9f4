import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap, type JsonType } from '../json/json-value.js';
import { anything, joinAll, meet, nothing, type Shape, shape } from './shape.js';

/** Keywords that a type cannot say. With `anyOf` and `oneOf` the type is their union, and the exact rule is kept too. */
const ASSERTED = [
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
  'not',
  'anyOf',
  'oneOf',
] as const;

const withoutDescriptions = (node: Json): Json => {
  if (isJsonArray(node)) return node.map(withoutDescriptions);
  if (!isObject(node)) return node;
  const entries = Object.entries(node)
    .filter(([key, value]) => !(key === 'description' && typeof value === 'string'))
    .map(([key, value]) => [key, withoutDescriptions(value)] as const);
  return Object.fromEntries(entries);
};

const isNever = (schema: Json): boolean =>
  isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0;

const onlyRequires = (schema: Json): boolean =>
  isObject(schema) && Object.keys(schema).every((key) => key === 'required' || key === 'not' || key === 'description');

const typesOf = (schema: JsonMap): readonly JsonType[] | undefined => {
  if (isJsonArray(schema['type'])) return schema['type'] as readonly JsonType[];
  // No type said, but the keywords are those of one: a schema for another type would be of no use here.
  if (schema['properties'] !== undefined || schema['patternProperties'] !== undefined) return ['object'];
  if (schema['additionalProperties'] !== undefined) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  return undefined;
};

const assertsOf = (schema: JsonMap): readonly Json[] => {
  const asserts: Json[] = [];
  const found = ASSERTED.filter((key) => schema[key] !== undefined);
  if (found.length > 0) {
    const kept = found.map((key) => [key, schema[key]!] as const);
    // Beside patterns, the other keys' schema is for those that neither match nor have a name.
    const others =
      schema['patternProperties'] !== undefined && schema['additionalProperties'] !== undefined
        ? [
            [
              'properties',
              Object.fromEntries(Object.keys(schema['properties'] ?? {}).map((key) => [key, {}])),
            ] as const,
            [
              'additionalProperties',
              isNever(schema['additionalProperties']) ? false : schema['additionalProperties'],
            ] as const,
          ]
        : [];
    asserts.push(withoutDescriptions(Object.fromEntries([...kept, ...others])));
  }
  if (schema['if'] !== undefined) {
    const parts = (['if', 'then', 'else'] as const).filter((key) => schema[key] !== undefined);
    asserts.push(withoutDescriptions(Object.fromEntries(parts.map((key) => [key, schema[key]!] as const))));
  }
  return asserts;
};

const additionalOf = (schema: JsonMap): Shape['additional'] => {
  if (isObject(schema['patternProperties']) && Object.keys(schema['patternProperties']).length > 0) return true;
  const additional = schema['additionalProperties'];
  if (additional === undefined) return undefined;
  if (isNever(additional)) return false;
  const inner = schemaShape(additional);
  return inner.types === 'any' && inner.asserts.length === 0 ? true : inner;
};

/** Keys that only a condition names: known, of any type, since the type depends on it. */
const conditionalKeys = (schema: JsonMap): Map<string, Shape> => {
  const keys = new Map<string, Shape>();
  const dependent = isObject(schema['dependentSchemas']) ? Object.values(schema['dependentSchemas']) : [];
  for (const branch of [schema['if'], schema['then'], schema['else'], ...dependent]) {
    if (branch === undefined || !isObject(branch) || !isObject(branch['properties'])) continue;
    for (const key of Object.keys(branch['properties'])) keys.set(key, anything);
  }
  return keys;
};

/** The shape of a schema that `inlineSchema` made. */
export const schemaShape = (schema: Json): Shape => {
  if (!isObject(schema)) return anything;
  if (isNever(schema)) return nothing;
  const { properties, enum: literals, items, prefixItems } = schema;
  const known = conditionalKeys(schema);
  if (isObject(properties)) for (const [key, value] of Object.entries(properties)) known.set(key, schemaShape(value));
  const tuple = isJsonArray(prefixItems) ? prefixItems.map(schemaShape) : [];
  const rest =
    items === undefined ? (tuple.length > 0 ? anything : undefined) : isNever(items) ? undefined : schemaShape(items);
  const details = {
    properties: known,
    additional: additionalOf(schema),
    items: rest === undefined && tuple.length === 0 ? undefined : joinAll([...tuple, ...(rest ? [rest] : [])]),
    required: new Set(isJsonArray(schema['required']) ? (schema['required'] as readonly string[]) : []),
    asserts: assertsOf(schema),
    description: typeof schema['description'] === 'string' ? schema['description'] : undefined,
  };
  const types = typesOf(schema);
  let result: Shape;
  if (isJsonArray(literals)) {
    const fitting = meet(shape([], { literals }), types ? shape(types) : anything);
    result = { ...fitting, asserts: details.asserts, description: details.description };
  } else if (types) result = shape(types, details);
  else if (known.size > 0) result = shape(['object'], details);
  else result = { ...anything, ...details };
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branches = schema[key];
    // Branches that only say which keys must be there tell nothing of the type.
    if (!isJsonArray(branches) || branches.length === 0 || branches.every(onlyRequires)) continue;
    result = meet(result, { ...joinAll(branches.map(schemaShape)), asserts: [] });
  }
  if (isJsonArray(schema['allOf'])) for (const branch of schema['allOf']) result = meet(result, schemaShape(branch));
  return result;
};
