import { isBlank, isBreak, type YamlCursor } from './yaml-cursor.js';

/** What lies between two words of a scalar of several lines. */
export interface Gap {
  /** The blanks as they are, or the line breaks folded. */
  readonly text: string;
  readonly hasBreak: boolean;
}

/**
 * Moves over blanks and line breaks within a scalar, and folds: one line feed is a space, further ones stay;
 * the separators U+2028 and U+2029 are never folded.
 *
 * @param afterBreak true after an escaped line break, which is not content, but makes what follows indentation
 * @param indent the column that a tab at the start of a line must have passed
 */
export const scanGap = (cursor: YamlCursor, afterBreak: boolean, indent: number): Gap => {
  let hasBreak = afterBreak;
  let blanks = '';
  let first = '';
  let others = '';
  for (let code = cursor.code(); isBlank(code) || isBreak(code); code = cursor.code()) {
    if (isBreak(code)) {
      if (hasBreak) others += cursor.readBreak();
      else first = cursor.readBreak();
      hasBreak = true;
    } else {
      if (hasBreak && code === 0x09 && cursor.column < indent) {
        cursor.fail('found a tab character that violates indentation');
      }
      if (!hasBreak) blanks += String.fromCharCode(code);
      cursor.skip();
    }
  }
  if (!hasBreak) return { text: blanks, hasBreak };
  return { text: first === '\n' ? others || ' ' : first + others, hasBreak };
};
