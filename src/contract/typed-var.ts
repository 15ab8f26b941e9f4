import { isNumeric, type JsonSchema } from './json-schema.js';

/** The value that the text of a var stands for: a number or boolean if it is declared so and Flux reads it as one. */
export const typedVar = (schema: JsonSchema | undefined, text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  if (schema !== undefined && isNumeric(schema)) {
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return text;
    // What is so small that it comes to 0 is not a number that arrives.
    return Number(text) === 0 && /^[^eE]*[1-9]/.test(text) ? Number.NaN : Number(text);
  }
  if (schema?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
};
