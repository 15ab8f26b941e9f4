import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Git } from '../../applied/git.js';
import { textOf } from '../../files/lossless-text.js';

/** With the ends of lines as git may have them, whatever it makes of them in the work tree. */
export const readWorking = (git: Git, path: string): string | undefined => {
  const full = join(git.top, path);
  return existsSync(full) ? unixLines(textOf(readFileSync(full))) : undefined;
};

/** With the ends of lines that git has. */
export const unixLines = <T extends string | undefined>(text: T) => text?.replaceAll('\r\n', '\n');
