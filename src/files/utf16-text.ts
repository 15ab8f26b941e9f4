import { bytesOf } from './lossless-text.js';

/** Whether the text of a file, as `textOf` gives it, begins with the byte order mark of UTF-16. */
export const isUtf16 = (text: string): boolean => text.startsWith(LITTLE) || text.startsWith(BIG);

/** The text of a YAML file as Go reads it: by its byte order mark, UTF-16 too. */
export const decodeUtf16 = (text: string): string => {
  if (!isUtf16(text)) return text;
  const bytes = bytesOf(text).subarray(2);
  // What is left of half a unit, no reader takes.
  if (bytes.length % 2 === 1) return text;
  return (text.startsWith(BIG) ? bytes.swap16() : bytes).toString('utf16le');
};

/** The bytes FF FE and FE FF, escaped. */
const LITTLE = '\udcff\udcfe';
const BIG = '\udcfe\udcff';
