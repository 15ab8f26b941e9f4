/** The part of JSON Schema (2020-12) that an infra input can say; what `contract.json` carries for each input. */
export interface JsonSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly description?: string;
  /** Bounds of a number, themselves included. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  /** More patterns than one: all apply. */
  readonly allOf?: readonly { readonly pattern: string }[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly default?: string | number | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: JsonSchema;
  readonly examples?: readonly unknown[];
}

/** The schema of an object that has no other members. */
export const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Whether an input is a number, whole or not. */
export const isNumeric = ({ type }: JsonSchema): boolean => type === 'number' || type === 'integer';

/** The bounds that hold where both do. */
export const narrowBounds = (
  a: Pick<JsonSchema, 'minimum' | 'maximum'>,
  b: Pick<JsonSchema, 'minimum' | 'maximum'>,
): Pick<JsonSchema, 'minimum' | 'maximum'> => {
  const minimum = Math.max(a.minimum ?? -Infinity, b.minimum ?? -Infinity);
  const maximum = Math.min(a.maximum ?? Infinity, b.maximum ?? Infinity);
  return {
    ...(Number.isFinite(minimum) ? { minimum } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
  };
};

/** The type of an input in words, with its bounds: `a whole number from 1 to 65535`. */
export const typeInWords = ({ type, minimum, maximum }: JsonSchema): string => {
  const name =
    type === 'integer'
      ? 'a whole number'
      : type === 'array' || type === 'object'
        ? `an ${type}`
        : `a ${type ?? 'value'}`;
  if (minimum !== undefined && maximum !== undefined) return `${name} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${name} of at least ${minimum}`;
  return maximum === undefined ? name : `${name} of at most ${maximum}`;
};

/** All patterns of a string schema, in a stable order. */
export const patternsOf = (schema: JsonSchema): readonly string[] =>
  schema.pattern !== undefined ? [schema.pattern] : (schema.allOf ?? []).map((one) => one.pattern);

/** The members of a schema that say its patterns: one as `pattern`, more as `allOf`. */
export const withPatterns = (patterns: readonly string[]): Pick<JsonSchema, 'pattern' | 'allOf'> => {
  const unique = [...new Set(patterns)].sort();
  if (unique.length === 0) return {};
  return unique.length === 1 ? { pattern: unique[0]! } : { allOf: unique.map((pattern) => ({ pattern })) };
};
