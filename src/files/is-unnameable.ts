import { lstatSync } from 'node:fs';

/** Whether a path that was listed has a name that isn't UTF-8: Node gives it with U+FFFD in it, and then finds nothing. */
export const isUnnameable = (path: string): boolean =>
  path.includes('\ufffd') && lstatSync(path, { throwIfNoEntry: false }) === undefined;
