/** The part of JSON Schema (2020-12) that an infra input can say; what `contract.json` carries for each input. */
export interface JsonSchema {
  readonly type?: 'string' | 'number' | 'boolean' | 'object' | 'array';
  readonly description?: string;
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

/** All patterns of a string schema, in a stable order. */
export const patternsOf = (schema: JsonSchema): readonly string[] =>
  schema.pattern !== undefined ? [schema.pattern] : (schema.allOf ?? []).map((one) => one.pattern);

/** The members of a schema that say its patterns: one as `pattern`, more as `allOf`. */
export const withPatterns = (patterns: readonly string[]): Pick<JsonSchema, 'pattern' | 'allOf'> => {
  const unique = [...new Set(patterns)].sort();
  if (unique.length === 0) return {};
  return unique.length === 1 ? { pattern: unique[0]! } : { allOf: unique.map((pattern) => ({ pattern })) };
};
