import { scanGap } from './scan-gap.js';
import { isBlankOrEnd, isBreak, type YamlCursor } from './yaml-cursor.js';

const SINGLE = 0x27;
const DOUBLE = 0x22;
const BACKSLASH = 0x5c;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const CODE_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Reads a scalar in single or double quotes, from its first quote to after its last. */
export const scanQuotedScalar = (cursor: YamlCursor): string => {
  const quote = cursor.code();
  cursor.skip();
  let value = '';
  for (;;) {
    if (cursor.atDocumentIndicator()) cursor.fail('found unexpected document indicator');
    if (cursor.code() === 0) cursor.fail('found unexpected end of stream');
    const [word, escapedBreak] = quote === SINGLE ? scanSingleQuotedWord(cursor) : scanDoubleQuotedWord(cursor);
    value += word;
    if (cursor.code() === quote) break;
    value += scanGap(cursor, escapedBreak, 0).text;
  }
  cursor.skip();
  return value;
};

/** True for what stands for itself: any character, and a blank between two of them. */
const isContent = (text: string, at: number, code: number): boolean =>
  !isBlankOrEnd(code) || (code === 0x20 && !isBlankOrEnd(text.charCodeAt(at + 1)));

/** Up to a line break or the blanks before one, the end or the closing quote. */
const scanSingleQuotedWord = (cursor: YamlCursor): [string, boolean] => {
  let word = '';
  for (;;) {
    const { text, position } = cursor;
    let at = position;
    let code = text.charCodeAt(at);
    while (code !== SINGLE && isContent(text, at, code)) code = text.charCodeAt(++at);
    word += text.slice(position, at);
    cursor.moveTo(at);
    if (code !== SINGLE || cursor.code(1) !== SINGLE) return [word, false];
    word += "'";
    cursor.skip(2);
  }
};

/** As above; an escaped line break ends the word too, and swallows the blanks that follow. */
const scanDoubleQuotedWord = (cursor: YamlCursor): [string, boolean] => {
  let word = '';
  for (;;) {
    const { text, position } = cursor;
    let at = position;
    let code = text.charCodeAt(at);
    while (code !== DOUBLE && code !== BACKSLASH && isContent(text, at, code)) code = text.charCodeAt(++at);
    word += text.slice(position, at);
    cursor.moveTo(at);
    if (code !== BACKSLASH) return [word, false];
    if (isBreak(cursor.code(1))) {
      cursor.skip();
      cursor.readBreak();
      return [word, true];
    }
    word += scanEscape(cursor);
  }
};

const scanEscape = (cursor: YamlCursor): string => {
  const letter = cursor.text[cursor.position + 1]!;
  const simple = ESCAPES.get(letter);
  const codeLength = CODE_LENGTHS.get(letter);
  if (simple === undefined && codeLength === undefined) cursor.fail('found unknown escape character');
  cursor.skip(2);
  if (simple !== undefined) return simple;
  const digits = cursor.text.slice(cursor.position, cursor.position + codeLength!);
  if (!/^[0-9a-fA-F]+$/.test(digits)) cursor.fail('did not find expected hexdecimal number');
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    cursor.fail('found invalid Unicode character escape code');
  }
  cursor.skip(digits.length);
  return String.fromCodePoint(code);
};
