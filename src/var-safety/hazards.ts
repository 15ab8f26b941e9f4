/*
 * What a value may hold that YAML would not take for the same text, as patterns in which it matches. They may say too
 * much, which costs a pair of quotes, but never too little: a test compares them with the parser.
 */

/** As go-yaml reads it: underscores may stand anywhere but in front, and what Go's ParseInt takes is a number too. */
const number = [
  '([-+]_*)?0_*([bB]_*[-+]?[01_]+|[oO]?[0-7_]+|[xX][0-9A-Fa-f_]+)',
  '([-+]_*)?([0-9][0-9_]*(\\.[0-9_]*)?|\\.[0-9_]+)([eE]_*[-+]?[0-9_]+)?',
  '[-+]?\\.(inf|Inf|INF)',
].join('|');
const word =
  'y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|true|True|TRUE|false|False|FALSE|null|Null|NULL|~|\\.nan|\\.NaN|\\.NAN|<<|=';

/** What makes a plain scalar something else, or ends it. */
const inner = '(: |:$| #|^ | $|^#)';
const indicator = '^[-?:,\\[\\]{}&*!|>\'"%@`]';

/** A value that stands alone, without quotes. */
export const PLAIN = `^$|^(${number}|${word})$|${inner}|${indicator}|[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]`;
/** A value at the start of a plain text. */
export const PLAIN_START = `${inner}|${indicator}|[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]`;
/** A value inside a plain text. */
export const PLAIN_INSIDE = '(: |:$| #|^ | $|^#)|[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]';
/** A value between double quotes. */
export const DOUBLE = '["\\\\\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]';
/** A value between single quotes. */
export const SINGLE = "['\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]";
/** A value in a block of lines. */
export const BLOCK = '[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]';

/** A value that begins a line in a block: the block may lose its indentation, or an empty line at its end. */
export const BLOCK_LINE = `^$|^ |${BLOCK}`;

const NUMERIC_PART = /^[0-9A-Fa-fxXoO_+.-]*$/;
const WORDS = word.replaceAll('\\', '').toLowerCase().split('|');

/** Whether literal text with unknown values between may come to a number, a boolean or null. */
export const mayCoerce = (literals: readonly string[]): boolean => {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  const numeric = literals.every((part) => NUMERIC_PART.test(part)) && (first === '' || /^[-+.\d]/.test(first));
  const wordLike = WORDS.some((one) => one.startsWith(first.toLowerCase()) && one.endsWith(last.toLowerCase()));
  return numeric || wordLike;
};
