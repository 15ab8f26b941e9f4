import { isObject } from '../json/is-object.js';

/**
 * Of a value of a chart with which its templates fail: the keyword that has what they say then, beside the few values
 * that they let pass.
 */
export const REFUSED = 'x-refused';
/** The same of a value with which they fail only where other values are so, and of which they do nothing else. */
export const REFUSED_WITH_OTHERS = 'x-refused-with-others';

/** What a chart does with a value other than to read it. */
export interface Refusal {
  /** What it says then; empty where that isn't known. */
  readonly text: string;
  /** It fails whatever else is set. */
  readonly isSure: boolean;
}

/** How the chart refuses such a value; undefined of any other. */
export const refusalOf = (schema: unknown): Refusal | undefined => {
  if (!isObject(schema)) return undefined;
  const { [REFUSED]: sure, [REFUSED_WITH_OTHERS]: unsure } = schema;
  if (typeof sure === 'string') return { text: sure, isSure: true };
  return typeof unsure === 'string' ? { text: unsure, isSure: false } : undefined;
};

/** How much of what a chart says fits into a message. */
const LONGEST_SAYING = 240;

/**
 * Says how a chart refuses a value.
 *
 * @param chart as the sentence's subject
 */
export const describeRefusal = (chart: string, path: string, { text, isSure }: Refusal): string => {
  const said =
    text === '' ? undefined : `: "${text.length > LONGEST_SAYING ? `${text.slice(0, LONGEST_SAYING)}…` : text}"`;
  return isSure
    ? `${chart} refuses the value "${path}"${said ?? ': it fails where it is set'}`
    : `${chart} reads the value "${path}" for nothing but to fail with some other values${said ?? ''}`;
};
