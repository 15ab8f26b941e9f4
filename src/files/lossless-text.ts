/**
 * The text of a file, from which {@link bytesOf} makes the same bytes again: a ConfigMap's generator may read an image
 * or a key, which isn't UTF-8. Each byte above ASCII in such a file is a lone surrogate, as Python's `surrogateescape`
 * has it.
 */
export const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  if (!text.includes(REPLACEMENT) || Buffer.from(text).equals(bytes)) return text;
  return bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (one) => String.fromCharCode(one.charCodeAt(0) + ESCAPE));
};

/** The bytes of a text that {@link textOf} has given; of any other text, its UTF-8. */
export const bytesOf = (text: string): Buffer => {
  if (text.isWellFormed() || !ESCAPED.test(text)) return Buffer.from(text);
  return Buffer.from(
    text.replaceAll(/[\udc80-\udcff]/g, (one) => String.fromCharCode(one.charCodeAt(0) - ESCAPE)),
    'latin1',
  );
};

/** What Node puts in the place of bytes that aren't UTF-8. */
const REPLACEMENT = '\ufffd';
const ESCAPE = 0xdc00;
/** ASCII and escaped bytes alone. */
const ESCAPED = /^[\0-\x7f\udc80-\udcff]*$/;
