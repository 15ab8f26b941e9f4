import { resolvesToString } from './resolve-scalar.js';
import { isBreak } from './yaml-cursor.js';

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/** How go-yaml v2 writes a string. */
export interface ScalarForm {
  readonly style: ScalarStyle;
  /** True if it holds a line break of any kind; such a key is written as a complex one. */
  readonly isMultiline: boolean;
}

const PLAIN: ScalarForm = { style: 'plain', isMultiline: false };
const DOUBLE: ScalarForm = { style: 'double', isMultiline: false };

// Letters, digits and a few marks inside, a letter that starts no word like `yes` in front: most strings.
const SURELY_PLAIN = /^[A-EG-MP-SU-XZa-eg-mp-su-xz][\w./-]*$/;
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const FIRST_INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|---|\.\.\.|[?:-](?: |$))/;
const INNER_INDICATOR = /:(?: |$)| #/;
// What go-yaml v2 takes for unprintable: tab and carriage return, C1, the byte order mark, and all beyond U+FFFF.
const SPECIAL = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const BREAK = /[\n\r\u0085\u2028\u2029]/;
const BREAK_THEN_SPACE = /[\n\u2028\u2029] /;
const SPACE_THEN_BREAK = / [\n\u2028\u2029]/;

/** The style of a string; a key is never written as a literal block unless it is complex. */
export const chooseScalarForm = (text: string): ScalarForm => {
  if (SURELY_PLAIN.test(text)) return PLAIN;
  const isMultiline = BREAK.test(text);
  if (SPECIAL.test(text) || SPACE_THEN_BREAK.test(text)) return { style: 'double', isMultiline };
  if (text.includes('\n')) return { style: text.endsWith(' ') ? 'double' : 'literal', isMultiline };
  if (isMultiline) return { style: quotedStyle(text), isMultiline };
  if (!resolvesToString(text) || BASE_60.test(text)) return DOUBLE;
  return needsQuotes(text) ? { style: 'single', isMultiline } : PLAIN;
};

const quotedStyle = (text: string): ScalarStyle =>
  BREAK_THEN_SPACE.test(text) || !resolvesToString(text) || BASE_60.test(text) ? 'double' : 'single';

const needsQuotes = (text: string): boolean =>
  text.startsWith(' ') || text.endsWith(' ') || FIRST_INDICATOR.test(text) || INNER_INDICATOR.test(text);

/** True if a UTF-16 unit, or the character that it is half of, cannot stand for itself between double quotes. */
export const needsEscape = (code: number): boolean => {
  if (code >= 0x20 && code <= 0x7e) return code === 0x22 || code === 0x5c;
  return isBreak(code) || SPECIAL.test(String.fromCharCode(code));
};
