import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import { isJsonArray, type Json, jsonTypeOf } from '../../json/json-value.js';

/** A JSON Schema without refs, as the import prints it and as a CRD has it. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** What a value may be, apart from what is in it. */
export interface Kinds {
  /** Type names; undefined where any is allowed. `null` is left out: Helm takes it for "no value" whatever the type. */
  readonly types: ReadonlySet<string> | undefined;
  readonly literals: readonly Json[];
}

const typesOf = (type: unknown): readonly string[] =>
  (typeof type === 'string' ? [type] : isJsonArray(type) ? type.map(String) : []).filter((one) => one !== 'null');

/** `anyOf: [{ enum }, { type }]`, which the import prints for literals beside types. */
const mixedOf = ({ anyOf }: SchemaNode): { readonly literals: readonly Json[]; readonly type: unknown } | undefined => {
  if (!isJsonArray(anyOf) || anyOf.length !== 2) return undefined;
  const [first, second] = anyOf;
  if (!isObject(first) || !isObject(second) || !isJsonArray(first['enum'])) return undefined;
  const isPlain = Object.keys(first).length === 1 && Object.keys(second).length === 1 && 'type' in second;
  return isPlain ? { literals: first['enum'], type: second['type'] } : undefined;
};

export const kindsOf = (schema: SchemaNode): Kinds => {
  const mixed = mixedOf(schema);
  const literals = (mixed?.literals ?? (isJsonArray(schema['enum']) ? schema['enum'] : [])).filter(
    (value) => value !== null,
  );
  if (schema['x-kubernetes-int-or-string'] === true) return { types: new Set(['integer', 'string']), literals: [] };
  const type = mixed === undefined ? schema['type'] : mixed.type;
  // A type beside a plain `enum` says nothing more.
  if (literals.length > 0) return { types: new Set(mixed === undefined ? [] : typesOf(type)), literals };
  if (type !== undefined) return { types: new Set(typesOf(type)), literals: [] };
  if (equalJson(schema['not'], {})) return { types: new Set(), literals: [] };
  return { types: undefined, literals: [] };
};

const takesType = ({ types }: Kinds, type: string): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

/** Whether everything that `from` takes is taken by `to`, by type. */
export const takesAllOf = (to: Kinds, from: Kinds): boolean => {
  if (to.types === undefined) return true;
  if (from.types === undefined) return false;
  return (
    [...from.types].every((type) => takesType(to, type)) &&
    from.literals.every(
      (value) => takesType(to, jsonTypeOf(value)) || to.literals.some((other) => equalJson(other, value)),
    )
  );
};

export const mayBe = (kinds: Kinds, type: string): boolean => takesType(kinds, type);

/** Whether an object may have keys that the schema does not list. */
export const isOpen = (schema: SchemaNode): boolean =>
  mayBe(kindsOf(schema), 'object') && schema['additionalProperties'] !== false;

const MOST_LITERALS = 8;

const objectWords = (schema: SchemaNode): string => {
  if (!isOpen(schema)) return 'object';
  return isObject(schema['properties']) ? 'object with any keys' : 'map';
};

/** A type as a person writes it: `string | boolean`, `"a" | "b"`, `list of string`; `scalar` is any but lists and maps. */
export const describeType = (schema: SchemaNode, deep = true): string => {
  const { types, literals } = kindsOf(schema);
  if (types === undefined) return 'any';
  // What a template prints takes any of the three.
  const isScalar = ['boolean', 'number', 'string'].every((type) => types.has(type));
  const named = isScalar ? [...types].filter((type) => type === 'array' || type === 'object') : [...types];
  const words = [...named, ...(isScalar ? ['scalar'] : [])].sort().map((type) => {
    if (type === 'object') {
      const more = schema['additionalProperties'];
      return deep && isObject(more) && !isObject(schema['properties'])
        ? `map of ${describeType(more)}`
        : objectWords(schema);
    }
    if (type === 'array') {
      const { items } = schema;
      return deep && isObject(items) ? `list of ${describeType(items)}` : 'list';
    }
    return type;
  });
  const shown = literals.slice(0, MOST_LITERALS).map((value) => JSON.stringify(value));
  if (literals.length > shown.length) shown.push(`${literals.length - shown.length} more`);
  return [...shown, ...words].join(' | ') || (schema['type'] === 'null' ? 'null' : 'nothing');
};
