import { fromBytes, wellFormed } from './byte-text.js';
import { isBlank, isBlankOrEnd, isBreakOrEnd, isDigit, isNameCode, type YamlCursor } from './yaml-cursor.js';

/** A tag as written; the handle (`!`, `!!`, `!e!`) is empty for `!` alone and for `!<…>`. */
export interface TagParts {
  readonly handle: string;
  readonly suffix: string;
}

/** A `%YAML` directive's version, or a `%TAG` directive's handle and prefix. */
export type Directive =
  | { readonly kind: 'version'; readonly version: string }
  | { readonly kind: 'tag'; readonly handle: string; readonly prefix: string };

const URI_CODES: ReadonlySet<number> = new Set(Array.from(";/?:@&=+$,.!~*'()[]%", (c) => c.charCodeAt(0)));

/** Reads `&name` or `*name`, and gives the name. */
export const scanAnchor = (cursor: YamlCursor): string => {
  cursor.skip();
  const name = scanName(cursor);
  const code = cursor.code();
  if (name === '' || !(isBlankOrEnd(code) || '?:,]}%@`'.includes(String.fromCharCode(code)))) {
    cursor.fail('did not find expected alphabetic or numeric character');
  }
  return name;
};

/** Reads a tag before a node: `!`, `!name`, `!!name`, `!handle!name` or `!<uri>`. */
export const scanTag = (cursor: YamlCursor): TagParts => {
  let parts: TagParts;
  if (cursor.code(1) === 0x3c /* < */) {
    cursor.skip(2);
    parts = { handle: '', suffix: scanUri(cursor, '', false) };
    if (cursor.code() !== 0x3e /* > */) cursor.fail("did not find the expected '>'");
    cursor.skip();
  } else {
    const handle = scanHandle(cursor, false);
    if (handle.length > 1 && handle.endsWith('!')) {
      parts = { handle, suffix: scanUri(cursor, '', false) };
    } else {
      const suffix = scanUri(cursor, handle.slice(1), true);
      parts = suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix };
    }
  }
  if (!isBlankOrEnd(cursor.code())) cursor.fail('did not find expected whitespace or line break');
  return parts;
};

/** Reads a directive, a line that starts with `%`. */
export const scanDirective = (cursor: YamlCursor): Directive => {
  cursor.skip();
  const name = scanName(cursor);
  if (name === '') cursor.fail('could not find expected directive name');
  if (!isBlankOrEnd(cursor.code())) cursor.fail('found unexpected non-alphabetical character');
  if (name !== 'YAML' && name !== 'TAG') cursor.fail('found unknown directive name');
  skipBlanks(cursor);
  const directive = name === 'YAML' ? scanVersion(cursor) : scanTagDirective(cursor);
  skipBlanks(cursor);
  if (cursor.code() === 0x23 /* # */) cursor.skipComment();
  if (!isBreakOrEnd(cursor.code())) cursor.fail('did not find expected comment or line break');
  cursor.readBreak();
  return directive;
};

const scanVersion = (cursor: YamlCursor): Directive => {
  const major = scanVersionNumber(cursor);
  if (cursor.code() !== 0x2e /* . */) cursor.fail("did not find expected digit or '.' character");
  cursor.skip();
  return { kind: 'version', version: `${major}.${scanVersionNumber(cursor)}` };
};

const scanVersionNumber = (cursor: YamlCursor): number => {
  let digits = '';
  for (; isDigit(cursor.code()); cursor.skip()) {
    if (digits.length === 2) cursor.fail('found extremely long version number');
    digits += String.fromCharCode(cursor.code());
  }
  if (digits === '') cursor.fail('did not find expected version number');
  return Number(digits);
};

const scanTagDirective = (cursor: YamlCursor): Directive => {
  const handle = scanHandle(cursor, true);
  if (!isBlank(cursor.code())) cursor.fail('did not find expected whitespace');
  skipBlanks(cursor);
  const prefix = scanUri(cursor, '', false);
  if (!isBlankOrEnd(cursor.code())) cursor.fail('did not find expected whitespace or line break');
  return { kind: 'tag', handle, prefix };
};

const scanHandle = (cursor: YamlCursor, inDirective: boolean): string => {
  if (cursor.code() !== 0x21 /* ! */) cursor.fail("did not find expected '!'");
  cursor.skip();
  let handle = `!${scanName(cursor)}`;
  if (cursor.code() === 0x21) {
    cursor.skip();
    handle += '!';
  } else if (inDirective && handle !== '!') {
    cursor.fail("did not find expected '!'");
  }
  return handle;
};

const scanUri = (cursor: YamlCursor, head: string, mayBeEmpty: boolean): string => {
  const start = cursor.position;
  let uri = head;
  for (let code = cursor.code(); isNameCode(code) || URI_CODES.has(code); code = cursor.code()) {
    if (code === 0x25 /* % */) {
      uri += scanUriEscape(cursor);
    } else {
      uri += String.fromCharCode(code);
      cursor.skip();
    }
  }
  if (cursor.position === start && !mayBeEmpty) cursor.fail('did not find expected tag URI');
  return uri;
};

/** One UTF-8 character, as `%` and two hexadecimal digits for each of its bytes. */
const scanUriEscape = (cursor: YamlCursor): string => {
  let bytes = '';
  for (let left = 1; left > 0; left--) {
    const digits = cursor.text.slice(cursor.position, cursor.position + 3);
    if (!/^%[0-9a-fA-F]{2}$/.test(digits)) cursor.fail('did not find URI escaped octet');
    const octet = Number.parseInt(digits.slice(1), 16);
    if (bytes === '') {
      left = octet < 0x80 ? 1 : octet < 0xc0 ? 0 : octet < 0xe0 ? 2 : octet < 0xf0 ? 3 : octet < 0xf8 ? 4 : 0;
      if (left === 0) cursor.fail('found an incorrect leading UTF-8 octet');
    } else if ((octet & 0xc0) !== 0x80) {
      cursor.fail('found an incorrect trailing UTF-8 octet');
    }
    bytes += String.fromCharCode(octet);
    cursor.skip(3);
  }
  return wellFormed(fromBytes(bytes));
};

const scanName = (cursor: YamlCursor): string => {
  const start = cursor.position;
  while (isNameCode(cursor.code())) cursor.skip();
  return cursor.text.slice(start, cursor.position);
};

const skipBlanks = (cursor: YamlCursor): void => {
  while (isBlank(cursor.code())) cursor.skip();
};
