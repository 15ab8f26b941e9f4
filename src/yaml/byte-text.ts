/*
 * Flux cuts strings by bytes, so a cut may fall inside a character. Such stray bytes travel in our strings
 * as lone low surrogates, U+DC80 for the byte 80 up to U+DCFF for FF, which no well-formed text contains.
 */

const LONE_SURROGATE = /\p{Surrogate}/gu;
const HAS_LONE_SURROGATE = /\p{Surrogate}/u;
const NON_ASCII = /[^\0-\x7f]/;

/** The text with lone surrogates replaced by U+FFFD, which is what any encoder would make of them. */
export const wellFormed = (text: string): string =>
  HAS_LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text;

/** True if the text carries stray bytes (or, before {@link wellFormed}, any lone surrogate). */
export const hasStrayBytes = (text: string): boolean => HAS_LONE_SURROGATE.test(text);

/** True if characters and bytes are the same thing in this text. */
export const isAscii = (text: string): boolean => !NON_ASCII.test(text);

/** The UTF-8 bytes, stray ones as they are, one per character of a string. */
export const toBytes = (text: string): string => {
  if (isAscii(text)) return text;
  if (!hasStrayBytes(text)) return Buffer.from(text, 'utf8').toString('latin1');
  return text
    .split(/(\p{Surrogate}+)/u)
    .map((part, i) =>
      i % 2 === 0
        ? Buffer.from(part, 'utf8').toString('latin1')
        : part.replace(LONE_SURROGATE, (stray) => String.fromCharCode(stray.charCodeAt(0) - 0xdc00)),
    )
    .join('');
};

/** The inverse of {@link toBytes}: bytes that belong to no character become strays. */
export const fromBytes = (bytes: string): string => {
  if (isAscii(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const decoded = buffer.toString('utf8');
  if (!decoded.includes('\ufffd')) return decoded;
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < buffer.length; ) {
    const length = characterLength(buffer, at);
    if (length > 0) {
      at += length;
    } else {
      pieces.push(buffer.toString('utf8', start, at), String.fromCharCode(0xdc00 + buffer[at]!));
      at++;
      start = at;
    }
  }
  pieces.push(buffer.toString('utf8', start));
  return pieces.join('');
};

/** Strays that came to stand side by side may make a character again. */
export const rejoinStrayBytes = (text: string): string => (hasStrayBytes(text) ? fromBytes(toBytes(text)) : text);

/** The length in bytes of the UTF-8 character that starts at `at`; 0 if none does. */
export const characterLength = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  const second = bytes[at + 1]!;
  // Overlong forms, surrogates and what lies past U+10FFFF are told by the second byte.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) {
    if ((bytes[at + i]! & 0xc0) !== 0x80) return 0;
  }
  return length;
};
