import { readRegularFile } from '../files/read-file.js';

const MOST_MEGABYTES = 32;

/** The text of a regular file; undefined where there is none that can be read. */
export const tryRead = (path: string): string | undefined => {
  try {
    return readRegularFile(path, MOST_MEGABYTES).toString();
  } catch {
    return undefined;
  }
};
