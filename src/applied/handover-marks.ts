/** The mark in the first line of a file while its tree is in the first step of a handover. */
export const HANDOVER_MARK = 'handover, step 1 of 2';

const NOTE = `# ${HANDOVER_MARK}: the old owner lets go, so that the second commit deletes nothing.\n`;
const LINE = '# lets go: ';

/** The comment at the start of a marked file: what of it the first step changes, so that a user's own settings aren't it. */
export const printMarks = (titles: readonly string[]): string =>
  NOTE + titles.map((title) => `${LINE}${title}\n`).join('');

/**
 * The titles of the objects that the first step marked in a file; empty for a file of a version that named none,
 * undefined for a file without a mark.
 */
export const readMarks = (text: string): readonly string[] | undefined => {
  const start = text.indexOf(`# ${HANDOVER_MARK}`);
  // The note follows the header.
  if (start < 0 || start > 1000) return undefined;
  const lines = text.slice(start).split(/\r?\n/).slice(1);
  const end = lines.findIndex((line) => !line.startsWith(LINE));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(LINE.length));
};
