import { isObject } from '../../json/is-object.js';
import { escapeName } from '../cel/cel-value.js';
import { type CelType, duration, type ObjectType, timestamp } from '../typed-cel/cel-type.js';
import type { Schema } from './schema-walk.js';

/** The types that expressions see in a schema. */
export interface DeclaredTypes {
  /** Those of objects, as far as they were asked for; each comes after those of its fields. */
  readonly objects: readonly ObjectType[];
  /**
   * The type of a part of the schema; undefined for what expressions can't read.
   *
   * @param isResource the schema is that of a whole object, which always has apiVersion, kind and metadata
   */
  typeOf(schema: Schema, isResource: boolean): CelType | undefined;
}

/** Reads each part of a schema once. */
export const openDeclaredTypes = (): DeclaredTypes => {
  const read = new Map<Schema, CelType | undefined>();
  const objects: ObjectType[] = [];
  const typeOf = (schema: Schema, isResource: boolean): CelType | undefined => {
    if (read.has(schema)) return read.get(schema);
    const type = declaredType(schema, isResource);
    read.set(schema, type);
    return type;
  };

  const declaredType = (schema: Schema, isResource: boolean): CelType | undefined => {
    if (schema['x-kubernetes-int-or-string'] === true) return 'dyn';
    switch (isResource ? 'object' : schema['type']) {
      case 'array': {
        const item = innerType(schema['items']);
        return item === undefined ? undefined : `list<${item}>`;
      }
      case 'object': {
        if (!isObject(schema['additionalProperties'])) return objectOf(schema, isResource);
        const value = innerType(schema['additionalProperties']);
        return value === undefined ? undefined : `map<string, ${value}>`;
      }
      case 'string':
        return TEXTS[String(schema['format'])] ?? 'string';
      case 'boolean':
        return 'bool';
      case 'integer':
        return 'int';
      case 'number':
        return 'double';
      default:
        return undefined;
    }
  };

  const innerType = (schema: unknown): CelType | undefined =>
    isObject(schema) ? typeOf(schema, schema['x-kubernetes-embedded-resource'] === true) : undefined;

  const objectOf = (schema: Schema, isResource: boolean): CelType => {
    const own = isObject(schema['properties']) ? schema['properties'] : {};
    const properties = isResource && !hasResourceFields(own) ? { ...own, ...RESOURCE_FIELDS } : own;
    const fields = Object.entries(properties).flatMap(([key, property]) => {
      const type = innerType(property);
      return type === undefined ? [] : namesOf(key).map((name) => [name, type] as const);
    });
    const name = `Fields${objects.length}`;
    objects.push({ name, words: 'the schema', fields: Object.fromEntries(fields) });
    return name;
  };

  return { objects, typeOf };
};

const TEXTS: Readonly<Record<string, CelType | undefined>> = {
  byte: 'bytes',
  duration,
  date: timestamp,
  'date-time': timestamp,
};

/** The names of a field in expressions: `namespace` is also `__namespace__`. There is none for one that none can read. */
const namesOf = (key: string): readonly string[] => {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(key)) return [];
  const name = escapeName(key);
  return name === `__${key}__` ? [key, name] : [name];
};

const hasResourceFields = (own: Readonly<Record<string, unknown>>): boolean => {
  const { metadata } = own;
  const isText = (of: unknown, key: string): boolean =>
    isObject(of) && isObject(of[key]) && of[key]['type'] === 'string';
  return (
    isText(own, 'kind') &&
    isText(own, 'apiVersion') &&
    isObject(metadata) &&
    metadata['type'] === 'object' &&
    isText(metadata['properties'], 'name') &&
    isText(metadata['properties'], 'generateName')
  );
};

const TEXT = { type: 'string' };
const RESOURCE_FIELDS: Schema = {
  apiVersion: TEXT,
  kind: TEXT,
  metadata: { type: 'object', properties: { name: TEXT, generateName: TEXT } },
};
