import type { Json, JsonMap, JsonType } from '../json/json-value.js';
import { pascalCaseKey } from './pascal-case.js';
import type { Shape } from './shape.js';

const SCALARS: readonly JsonType[] = ['string', 'number', 'integer', 'boolean'];

/** Every object has these by its prototype, so with a type of their own no object would fit that does not set them. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The name of the interface at a path; two paths that read alike get a number, in the order of their keys. */
const uniqueName = (wanted: string, taken: ReadonlySet<string>): string => {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`;
  return name;
};

const scalarTypes = (s: Shape): JsonMap[] => {
  if (s.types === 'any') return [{}];
  const types = SCALARS.filter((type) => s.types !== 'any' && s.types.has(type));
  return types.map((type) => ({ type }));
};

/** TypeScript for a shape that has no interface of its own: `string | number`; undefined for one that has. */
const inlineType = (s: Shape): string | undefined => {
  if (s.types === 'any') return 'unknown';
  if (s.types.has('object') || s.types.has('array') || s.literals.length > 0) return undefined;
  const has = s.types;
  const types = [...SCALARS, 'null' as const]
    .filter((type) => has.has(type))
    .map((type) => (type === 'integer' ? 'number' : type));
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
};

/**
 * A schema for json-schema-to-typescript: each object with known keys is a definition, so that it becomes an interface
 * with the name we choose. `tsType` is that library's own way to say a type as it is; ours only, since what a chart's
 * schema says under that name was dropped when it was read.
 */
export const planDefinitions = (root: Shape, rootName: string): JsonMap => {
  const definitions: Record<string, Json> = {};
  const names = new Set<string>([rootName]);

  const objectSchema = (s: Shape, name: string): JsonMap => {
    const closed = s.additional === false || (s.additional === undefined && s.properties.size > 0);
    // The library calls the method of that name on what we give it: this one key has no type, and the schema checks it.
    const keys = [...s.properties.keys()].filter((key) => key !== 'hasOwnProperty').sort();
    const properties = Object.fromEntries(
      keys.map((key) => [
        key,
        INHERITED.has(key) ? { tsType: 'unknown' } : typeOf(s.properties.get(key)!, name + pascalCaseKey(key)),
      ]),
    );
    return { type: 'object', properties, additionalProperties: closed ? false : mapValue(s, name, true) };
  };

  /** With known keys beside it, an index signature must also take their undefined. */
  const mapValue = (s: Shape, name: string, known: boolean): Json => {
    if (typeof s.additional !== 'object') return known ? true : { tsType: 'unknown' };
    // A key's own type must fit the index signature; where the two differ, the signature says less.
    const widest = [...s.properties.values()].every((p) => fitsInto(p, s.additional as Shape));
    return widest ? typeOf(s.additional, `${name}Value`) : true;
  };

  const objectType = (s: Shape, name: string): JsonMap => {
    if (s.properties.size === 0) {
      if (s.additional === false) return { tsType: 'Record<string, never>' };
      if (typeof s.additional !== 'object') return { tsType: 'Record<string, unknown>' };
      const value = inlineType(s.additional);
      if (value !== undefined) return { tsType: `Record<string, ${value}>` };
    }
    const unique = uniqueName(name, names);
    names.add(unique);
    definitions[unique] = {};
    definitions[unique] = objectSchema(s, unique);
    return { $ref: `#/definitions/${unique}` };
  };

  const typeOf = (s: Shape, name: string): JsonMap => {
    const described: JsonMap = s.description === undefined ? {} : { description: s.description };
    const inline = inlineType(s);
    if (inline !== undefined) return { ...described, tsType: inline };
    const parts: JsonMap[] = scalarTypes(s);
    // An object or list as a literal is a rarity that the schema checks and the type leaves open.
    if (s.literals.some((value) => typeof value === 'object' && value !== null))
      return { ...described, tsType: 'unknown' };
    if (s.literals.length > 0) parts.push({ enum: s.literals });
    if (s.types !== 'any' && s.types.has('object')) parts.push(objectType(s, name));
    if (s.types !== 'any' && s.types.has('array')) {
      parts.push(s.items ? arrayOf(typeOf(s.items, `${name}Item`)) : { tsType: 'unknown[]' });
    }
    if (s.types !== 'any' && s.types.has('null')) parts.push({ type: 'null' });
    if (parts.length > 1) return { ...described, anyOf: parts };
    // Beside a ref, a description would make another interface of it.
    return parts[0] && '$ref' in parts[0] ? parts[0] : { ...described, ...parts[0] };
  };

  const schema = objectSchema(root, rootName);
  return { ...schema, title: rootName, definitions };
};

/** A union that we wrote ourselves has no brackets yet, and `[]` would belong to its last part. */
const arrayOf = (items: JsonMap): JsonMap => {
  const { tsType } = items;
  const union = typeof tsType === 'string' && tsType.includes(' | ');
  return { type: 'array', items: union ? { ...items, tsType: `(${tsType})` } : items };
};

const fitsInto = (inner: Shape, outer: Shape): boolean => {
  if (outer.types === 'any') return true;
  if (inner.types === 'any' || inner.literals.length > 0 || outer.literals.length > 0) return false;
  const into = outer.types;
  return [...inner.types].every((type) => type !== 'object' && type !== 'array' && into.has(type));
};
