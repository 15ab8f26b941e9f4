import { isObject } from '../../json/is-object.js';
import { escapeName } from '../cel/cel-value.js';
import {
  bool,
  bytes,
  type CelType,
  double,
  duration,
  dyn,
  int,
  listType,
  mapType,
  objectType,
  string,
  timestamp,
} from '../typed-cel/cel-type.js';
import type { SizeAt } from '../typed-cel/estimate-cost.js';
import type { Schema } from './schema-walk.js';

/** What expressions see of a part of a schema, and how large its values may be. */
export interface DeclaredType {
  readonly type: CelType;
  /** Characters, items or entries at most; 0 for what has none. */
  readonly most: number;
  /** The fewest bytes of such a value in JSON. */
  readonly bytes: number;
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  readonly item?: DeclaredType;
}

/** The largest request that the API server reads. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;
const LONGEST_TEXT = MAX_REQUEST_BYTES - 2;
const NUMBER = 1;

/**
 * What expressions see of a schema; undefined for what they can't read.
 *
 * @param isResource the schema is that of a whole object, which always has apiVersion, kind and metadata
 */
export type DeclaredTypes = (schema: Schema, isResource: boolean) => DeclaredType | undefined;

/** Reads each part of a schema once. */
export const openDeclaredTypes = (): DeclaredTypes => {
  const read = new Map<Schema, DeclaredType | undefined>();
  let objects = 0;
  const typeOf: DeclaredTypes = (schema, isResource) => {
    if (read.has(schema)) return read.get(schema);
    const type = declaredType(schema, isResource);
    read.set(schema, type);
    return type;
  };

  const declaredType: DeclaredTypes = (schema, isResource) => {
    if (schema['x-kubernetes-int-or-string'] === true) {
      return { type: dyn, most: limitOf(schema, 'maxLength', 4) ?? LONGEST_TEXT, bytes: NUMBER };
    }
    switch (isResource ? 'object' : schema['type']) {
      case 'array':
        return listOf(schema);
      case 'object':
        return isObject(schema['additionalProperties']) ? entriesOf(schema) : objectOf(schema, isResource);
      case 'string':
        return textOf(schema);
      case 'boolean':
        return { type: bool, most: 0, bytes: 4 };
      case 'integer':
        return { type: int, most: 0, bytes: NUMBER };
      case 'number':
        return { type: double, most: 0, bytes: NUMBER };
      default:
        return undefined;
    }
  };

  const innerType = (schema: unknown): DeclaredType | undefined =>
    isObject(schema) ? typeOf(schema, schema['x-kubernetes-embedded-resource'] === true) : undefined;

  const listOf = (schema: Schema): DeclaredType | undefined => {
    const item = innerType(schema['items']);
    if (item === undefined) return undefined;
    const most = limitOf(schema, 'maxItems') ?? Math.floor((MAX_REQUEST_BYTES - 2) / (item.bytes + 1));
    return { type: listType(item.type), most, bytes: 2, item };
  };

  const entriesOf = (schema: Schema): DeclaredType | undefined => {
    const item = innerType(schema['additionalProperties']);
    if (item === undefined) return undefined;
    const most = limitOf(schema, 'maxProperties') ?? Math.floor((MAX_REQUEST_BYTES - 2) / (item.bytes + 6));
    return { type: mapType(string, item.type), most, bytes: 2, item };
  };

  const objectOf = (schema: Schema, isResource: boolean): DeclaredType => {
    const own = isObject(schema['properties']) ? schema['properties'] : {};
    const properties = isResource && !hasResourceFields(own) ? { ...own, ...RESOURCE_FIELDS } : own;
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const fields = new Map<string, DeclaredType>();
    let size = 2;
    for (const [key, property] of Object.entries(properties)) {
      const field = innerType(property);
      if (field === undefined) continue;
      const name = escapedField(key);
      if (name !== undefined) fields.set(name, field);
      const hasDefault = isObject(property) && (property['default'] ?? undefined) !== undefined;
      if (required.includes(key) && !hasDefault) size += Buffer.byteLength(key) + field.bytes + 4;
    }
    const types = new Map([...fields].map(([key, { type }]) => [key, type]));
    return { type: objectType(`Fields${objects++}`, 'the schema', types), most: 0, bytes: size, fields };
  };

  return typeOf;
};

/** `maxLength` and the like. */
const limitOf = (schema: Schema, key: string, factor = 1): number | undefined => {
  const limit = schema[key];
  return typeof limit === 'number' ? Math.max(0, limit) * factor : undefined;
};

/** The name of a field in an expression; undefined for one that no expression can read. */
const escapedField = (key: string): string | undefined =>
  /^[A-Za-z_./-][\w./-]*$/.test(key) ? escapeName(key) : undefined;

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

const textOf = (schema: Schema): DeclaredType => {
  switch (schema['format']) {
    case 'byte':
      return { type: bytes, most: limitOf(schema, 'maxLength') ?? LONGEST_TEXT, bytes: 2 };
    case 'duration':
      return { type: duration, most: 32, bytes: 3 };
    case 'date':
      return { type: timestamp, most: 12, bytes: 12 };
    case 'date-time':
      return { type: timestamp, most: 32, bytes: 21 };
    default: {
      const values: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
      const lengths = values.map((one) => (typeof one === 'string' ? Buffer.byteLength(one) : 0));
      const otherwise = values.length === 0 ? LONGEST_TEXT : Math.max(...lengths);
      return { type: string, most: limitOf(schema, 'maxLength', 4) ?? otherwise, bytes: 2 };
    }
  }
};

/** How large values are by the schema that `self` and `oldSelf` have; a key may be of any length, which counts as none. */
export const sizesOf =
  (root: DeclaredType): SizeAt =>
  ([, ...steps]) => {
    let at: DeclaredType | undefined = root;
    for (const step of steps) {
      if (step === '@keys') at = at.type.kind === 'map' ? KEY : undefined;
      else at = step === '@items' || step === '@values' ? at.item : at.fields?.get(step);
      if (at === undefined) return undefined;
    }
    return { min: 0, max: at.most };
  };

const KEY: DeclaredType = { type: string, most: 0, bytes: 2 };
