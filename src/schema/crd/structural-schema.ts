import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { checkExpressions } from './check-expressions.js';
import { checkExtensions } from './extensions.js';
import { checkNested } from './nested-schema.js';
import { checkSchemaRules } from './schema-rules.js';
import { into, type Schema, type SchemaFault, type SchemaJudge, type SchemaWalk } from './schema-walk.js';

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;

type Level = 'root' | 'item' | 'field';

/**
 * What the API server refuses of a version's schema: it must be structural, its defaults must fit, and its rules compile.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export const schemaFaults = (schema: unknown, path: JsonPath, judge: SchemaJudge): readonly SchemaFault[] => {
  if (!isObject(schema)) return [];
  const found: SchemaFault[] = [];
  const walk: SchemaWalk = {
    ...judge,
    path: [...path],
    refuse(below, message, fix, upstream) {
      found.push({ path: [...this.path, ...below], message, fix, upstream });
    },
  };
  if (schema['nullable'] === true) {
    walk.refuse(['nullable'], "can't be true at the root", 'remove it', 'validateCustomResourceDefinitionValidation');
  }
  visit(walk, schema, 'root');
  // As the API server does: the types of expressions follow from a schema that is right.
  if (found.length === 0) checkExpressions(walk, schema);
  return found;
};

const visit = (walk: SchemaWalk, schema: Schema, level: Level): void => {
  checkType(walk, schema, level);
  checkExtensions(walk, schema);
  checkNested(walk, schema, level === 'root');
  checkDefault(walk, schema);
  checkSchemaRules(walk, schema);
  const { items, properties, additionalProperties } = schema;
  if (isObject(items)) into(walk, ['items'], () => visit(walk, items, 'item'));
  for (const [key, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (isObject(property)) into(walk, ['properties', key], () => visit(walk, property, 'field'));
  }
  if (isObject(additionalProperties)) {
    into(walk, ['additionalProperties'], () => visit(walk, additionalProperties, 'field'));
  }
};

const checkType = (walk: SchemaWalk, schema: Schema, level: Level): void => {
  const { type, items, properties, additionalProperties, pattern } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const upstream = 'ValidateStructural';
  const hasType = type !== undefined && type !== null && type !== '';
  if (hasType && !TYPES.has(type)) {
    walk.refuse(
      ['type'],
      "is a type that schemas don't have",
      `use ${[...TYPES].map((one) => `"${String(one)}"`).join(', ')}`,
      'validate',
    );
  } else if (isEmbedded && type !== 'object') {
    walk.refuse(['type'], 'must be "object" for an embedded resource', 'set type: object', upstream);
  } else if (!hasType && schema['x-kubernetes-int-or-string'] !== true && !isOpen) {
    walk.refuse(['type'], 'is required', 'set the type', upstream);
  } else if (level === 'root' && hasType && type !== 'object') {
    walk.refuse(['type'], 'must be "object" at the root', 'set type: object', upstream);
  }
  if (type === 'array' && (items === undefined || items === null)) {
    walk.refuse(['items'], 'is required for a list', 'add the schema of an item', upstream);
  }
  if (Array.isArray(items)) walk.refuse(['items'], 'is a list', 'give one schema for all items', 'validate');
  const hasMore = isObject(additionalProperties) || additionalProperties === true || additionalProperties === false;
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  if (level === 'root' && hasMore) {
    walk.refuse(['additionalProperties'], "can't be used at the root", 'list the properties', upstream);
  } else if (hasProperties && hasMore && additionalProperties !== true) {
    walk.refuse(
      ['additionalProperties'],
      'is set beside "properties"',
      'remove one of them',
      'ValidateCustomResourceDefinitionOpenAPISchema',
    );
  }
  if (isEmbedded && !isOpen && !hasProperties) {
    walk.refuse(
      ['properties'],
      'is required for an embedded resource',
      'set x-kubernetes-preserve-unknown-fields: true',
      upstream,
    );
  }
  if (typeof pattern === 'string' && !walk.isPattern(pattern)) {
    walk.refuse(['pattern'], "isn't a regular expression that RE2 reads", 'correct it', upstream);
  }
  if (schema['uniqueItems'] === true) {
    walk.refuse(
      ['uniqueItems'],
      "can't be true",
      'set x-kubernetes-list-type: set',
      'ValidateCustomResourceDefinitionOpenAPISchema',
    );
  }
  for (const key of UNSUPPORTED) {
    const value = schema[key];
    if (value === undefined || value === null || value === '' || (isObject(value) && Object.keys(value).length === 0))
      continue;
    walk.refuse([key], "isn't supported", 'write the schema without it', 'validate');
  }
  if (level === 'root' || isEmbedded) checkResourceFields(walk, properties, level);
};

/** The fields that every object has: what a schema may say of them. */
const checkResourceFields = (walk: SchemaWalk, properties: unknown, level: Level): void => {
  if (!isObject(properties)) return;
  for (const key of ['apiVersion', 'kind']) {
    const property = properties[key];
    if (isObject(property) && property['type'] !== 'string' && TYPES.has(property['type'])) {
      walk.refuse(['properties', key, 'type'], 'must be "string"', 'set type: string', 'ValidateStructural');
    }
  }
  const { metadata } = properties;
  if (!isObject(metadata)) return;
  if (metadata['type'] !== 'object' && TYPES.has(metadata['type'])) {
    walk.refuse(['properties', 'metadata', 'type'], 'must be "object"', 'set type: object', 'ValidateStructural');
  }
  const fields = isObject(metadata['properties']) ? metadata['properties'] : {};
  const known = Object.keys(fields);
  for (const key of level === 'root' ? known : []) {
    const field = fields[key];
    if (!isObject(field) || (field['default'] ?? undefined) === undefined) continue;
    walk.refuse(
      ['properties', 'metadata', 'properties', key, 'default'],
      "can't be set in the metadata of an object",
      'remove it',
      'ValidateDefaults',
    );
  }
  if (level === 'root' && known.some((key) => key !== 'name' && key !== 'generateName')) {
    walk.refuse(
      ['properties', 'metadata'],
      'has other fields than "name" and "generateName"',
      'remove them: Kubernetes knows what metadata has',
      'ValidateStructural',
    );
  }
};

const checkDefault = (walk: SchemaWalk, schema: Schema): void => {
  const { default: value, type = '' } = schema;
  // What is wrong with the type has been told.
  if (value === undefined || value === null || (type !== '' && !TYPES.has(type))) return;
  // An empty list of values is none to the server.
  const { enum: allowed, ...rest } = schema;
  if (walk.takes(Array.isArray(allowed) && allowed.length === 0 ? rest : schema, value)) return;
  walk.refuse(['default'], "doesn't fit the schema", 'give a value that the schema takes', 'ValidateDefaults');
};
