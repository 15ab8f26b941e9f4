import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { textOf } from '../files/lossless-text.js';
import { readRegularFile } from '../files/read-file.js';

/** The id that git gives a text; of a text that isn't UTF-8, some other one. @param length of the repository's ids */
export const blobId = (text: string | Buffer, length: number): string =>
  hash(
    length === 64 ? 'sha256' : 'sha1',
    typeof text === 'string'
      ? `blob ${Buffer.byteLength(text)}\0${text}`
      : Buffer.concat([Buffer.from(`blob ${text.length}\0`), text]),
  );

/** The text of a blob, from a file that is the same by its hash; `undefined` if it isn't the same. */
export const tryReadBlob = (file: string, blob: string): string | undefined => {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    const bytes = readRegularFile(file, MEGABYTES);
    return blobId(bytes, blob.length) === blob ? textOf(bytes) : undefined;
  } catch {
    // Git has it, whatever is wrong with the file.
    return undefined;
  }
};

/** Of a file that is read. */
export const MEGABYTES = 64;
