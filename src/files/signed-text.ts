import { createHash } from 'node:crypto';

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Puts a checksum of the rest behind a mark in the comment that a text begins with, so that an edit shows. */
export const signText = (text: string, mark: string): string =>
  text.replace(mark, () => `${mark} Checksum: ${checksum(text)}.`);

/** What a text says of who wrote it. */
export interface Signature {
  /** The text before it was signed, with the line endings that it was written with. */
  readonly bare: string;
  /** `ours`: as it was written. `edited`: somebody changed it, or the checksum is missing. */
  readonly state: 'ours' | 'edited' | 'foreign';
}

/** Reads what {@link signText} wrote; line endings that a git checkout has changed don't count. */
export const readSignature = (text: string, mark: string): Signature => {
  const there = text.replaceAll('\r\n', '\n');
  // A text that only quotes the mark doesn't do so in the comment that it begins with.
  const head = /^(?:(?:\/\/|#|<!--)[^\n]*\n){1,2}/.exec(there)?.[0] ?? '';
  const at = head.indexOf(mark);
  if (at < 0) return { bare: there, state: 'foreign' };
  const end = at + mark.length;
  const found = /^ Checksum: ([0-9a-f]{16})\./.exec(there.slice(end, end + 40));
  const bare = found === null ? there : there.slice(0, end) + there.slice(end + found[0].length);
  return { bare, state: found?.[1] === checksum(bare) ? 'ours' : 'edited' };
};
