import { headersOf, readHeader } from './header.js';
import { reprinted, withSourceImages } from './image-lines.js';
import { sidesOf, withoutConflicts } from './merge-markers.js';

/** The checksums of the lines of a file, in order: several where a merge, or a run that was killed, left both sides. */
export type LineChecksums = readonly (readonly string[])[];

/** What a file of checksums lists: by path, as headers have it. */
export type ListedFiles = ReadonlyMap<string, LineChecksums>;

const NOTE =
  '# A checksum for each line of a file, by which synth finds an edited one. It merges as the file itself does: do not review it.\n';

/**
 * The checksums of an addon's files. They stand apart from the files, a line for each line: so two branches that change
 * different lines of one file merge, here as there, and what the merge gives still fits.
 *
 * @param file the path of the list, relative to the project
 * @param files the text of each file by its path as headers have it, sorted
 */
export const printChecksums = (
  file: string,
  owner: Parameters<typeof headersOf>[0],
  files: ReadonlyMap<string, string>,
): string => {
  let body = NOTE;
  for (const [path, text] of files) {
    // The empty line keeps the end of one file apart from the name of the next, as they are for git.
    body += `\n${path}\n`;
    for (const line of checksumsOf(withoutAutomation(text))) body += `${line}\n`;
  }
  return headersOf(owner)(file, body);
};

/** Reads what {@link printChecksums} wrote, also where git left the markers of a merge in it. */
export const readChecksums = (text: string): ListedFiles => {
  const found = new Map<string, (readonly string[])[]>();
  for (const side of sidesOf(toLf(text))) {
    let open: string[] | undefined;
    for (const line of side.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      if (IS_CHECKSUM.test(line)) {
        open?.push(line);
        continue;
      }
      open = [];
      const known = found.get(line);
      if (known === undefined) found.set(line, [open]);
      else known.push(open);
    }
  }
  return found;
};

/**
 * What stands while files are written, since a run that is killed leaves some of them old and some new; and where an old
 * file stays beside the new one.
 */
export const joinChecksums = (before: string, after: string): string =>
  before.endsWith(after) ? before : `${before}\n${after}`;

/**
 * Whether a file is what fluxspan wrote. `conflicted`: git left the markers of a merge in it, and all the rest is from
 * what fluxspan wrote, so no edit is lost when the file is rewritten.
 */
export const compareLines = (
  path: string,
  text: string,
  listed: LineChecksums | undefined,
): 'intact' | 'conflicted' | 'edited' => {
  if (listed === undefined) return 'edited';
  const lines = checksumsOf(withoutAutomation(toLf(text)));
  if (listed.some((one) => isSame(one, lines))) return 'intact';
  const known = new Set(listed.flat());
  const isKnown = (all: readonly string[]) => all.every((line) => known.has(line));
  const rest = withoutConflicts(toLf(text));
  if (rest !== undefined)
    return readHeader(path, text) !== undefined && isKnown(checksumsOf(rest)) ? 'conflicted' : 'edited';
  // Where the list itself has a conflict, the file may have lines of both sides.
  return listed.length > 1 && isKnown(lines) ? 'intact' : 'edited';
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

const toLf = (text: string): string => (text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text);

/** What Flux's automation may update, and how it prints a file, isn't part of the checksums. */
const withoutAutomation = (text: string): string => {
  const source = withSourceImages(text);
  return source === text && !text.includes('"$imagepolicy"') ? text : (reprinted(source) ?? source);
};

const IS_CHECKSUM = /^[\w-]{4}$/;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A missing newline at the end shows, too. */
const checksumsOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push('');
  return lines.map(checksumOf);
};

/** 24 bits of FNV-1a: one edit in 16 million goes unseen. */
const checksumOf = (line: string): string => {
  let sum = 0x811c9dc5;
  for (let index = 0; index < line.length; index++) sum = Math.imul(sum ^ line.charCodeAt(index), 0x01000193);
  // Else the last characters of a line hardly reach the upper bits.
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  sum ^= sum >>> 13;
  return DIGITS[sum & 63]! + DIGITS[(sum >>> 6) & 63]! + DIGITS[(sum >>> 12) & 63]! + DIGITS[(sum >>> 18) & 63]!;
};
