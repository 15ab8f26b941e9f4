/** The types of JSON Schema in words, and Kubernetes' own: quantities, which are text or numbers, and Go's int32. */
export const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
  quantity: 'a quantity',
  int32: 'a whole number of 32 bits',
};

/** The type of a value, as JSON Schema calls it. */
export const jsonTypeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Whether a value is of a type of JSON Schema. */
export const hasType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : jsonTypeOf(value) === type;
