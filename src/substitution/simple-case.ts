/*
 * Go maps each character by itself and to exactly one other (Unicode's simple mapping); JavaScript uses the
 * full mapping, where ß becomes SS. Where the full one gives several characters, these are the simple ones.
 */

/** `strings.ToUpper` of Go. */
export const toUpperSimple = (text: string): string => Array.from(text, upper).join('');

/** `strings.ToLower` of Go. */
export const toLowerSimple = (text: string): string => Array.from(text, lower).join('');

const upper = (character: string): string => {
  const full = character.toUpperCase();
  if (isOneCharacter(full)) return full;
  const code = character.codePointAt(0)!;
  // Greek letters with iota subscript have a title case form, eight or nine code points on.
  if (code >= 0x1f80 && code <= 0x1faf && (code & 8) === 0) return String.fromCodePoint(code + 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCodePoint(code + 9);
  return character;
};

const lower = (character: string): string => {
  // The dotted capital I is the only character whose full lower case has two characters.
  return character === '\u0130' ? 'i' : character.toLowerCase();
};

const isOneCharacter = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && text.codePointAt(0)! > 0xffff);
