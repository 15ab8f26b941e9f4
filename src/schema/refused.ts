import { isObject } from '../json/is-object.js';

/**
 * Of a value of a chart with which its templates fail: the keyword that has what they say then, beside the few values
 * that they let pass.
 */
export const REFUSED = 'x-refused';

/** What the chart says of such a value; undefined of any other. */
export const refusalOf = (schema: unknown): string | undefined => {
  const text = isObject(schema) ? schema[REFUSED] : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** How much of what a chart says fits into a message. */
const LONGEST_SAYING = 240;

/** What a chart says of a value that it refuses, as the end of a sentence. */
export const saying = (text: string): string => {
  if (text === '') return ': it fails where it is set';
  return `: "${text.length > LONGEST_SAYING ? `${text.slice(0, LONGEST_SAYING)}…` : text}"`;
};
