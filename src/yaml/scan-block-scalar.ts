import { isBlank, isBreak, isBreakOrEnd, isDigit, type YamlCursor } from './yaml-cursor.js';

/**
 * Reads a `|` or `>` scalar, header and content.
 *
 * @param parentIndent the indentation of the collection around it, -1 at the top
 */
export const scanBlockScalar = (cursor: YamlCursor, parentIndent: number): string => {
  const isLiteral = cursor.code() === 0x7c; /* | */
  cursor.skip();
  const { chomping, increment } = scanHeader(cursor);
  const given = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment;

  let value = '';
  let lastBreak = '';
  let [blankLines, indent] = scanBlankLines(cursor, given, parentIndent);
  let afterMoreIndented = false;
  while (cursor.column === indent && cursor.code() !== 0) {
    const isMoreIndented = isBlank(cursor.code());
    const folds = !isLiteral && !afterMoreIndented && !isMoreIndented && lastBreak === '\n';
    value += folds ? (blankLines === '' ? ' ' : '') : lastBreak;
    value += blankLines;
    afterMoreIndented = isMoreIndented;

    const start = cursor.position;
    let at = start;
    while (!isBreakOrEnd(cursor.text.charCodeAt(at))) at++;
    value += cursor.text.slice(start, at);
    cursor.position = at;
    lastBreak = cursor.readBreak();
    [blankLines] = scanBlankLines(cursor, indent, parentIndent);
  }
  if (chomping !== '-') value += lastBreak;
  if (chomping === '+') value += blankLines;
  return value;
};

interface BlockHeader {
  readonly chomping: '' | '-' | '+';
  /** The indentation relative to the parent's; 0 if it is to be detected. */
  readonly increment: number;
}

const scanHeader = (cursor: YamlCursor): BlockHeader => {
  let chomping = scanChomping(cursor);
  let increment = 0;
  if (isDigit(cursor.code())) {
    if (cursor.code() === 0x30) cursor.fail('found an indentation indicator equal to 0');
    increment = cursor.code() - 0x30;
    cursor.skip();
    if (chomping === '') chomping = scanChomping(cursor);
  }
  while (isBlank(cursor.code())) cursor.skip();
  if (cursor.code() === 0x23 /* # */) cursor.skipComment();
  if (!isBreakOrEnd(cursor.code())) cursor.fail('did not find expected comment or line break');
  cursor.readBreak();
  return { chomping, increment };
};

const scanChomping = (cursor: YamlCursor): BlockHeader['chomping'] => {
  const code = cursor.code();
  if (code !== 0x2b && code !== 0x2d) return '';
  cursor.skip();
  return code === 0x2b ? '+' : '-';
};

/** Moves over indentation and empty lines; an indentation of 0 is detected, and is never less than the parent's. */
const scanBlankLines = (cursor: YamlCursor, given: number, parentIndent: number): [string, number] => {
  let breaks = '';
  let deepest = 0;
  for (;;) {
    while ((given === 0 || cursor.column < given) && cursor.code() === 0x20) cursor.skip();
    deepest = Math.max(deepest, cursor.column);
    if ((given === 0 || cursor.column < given) && cursor.code() === 0x09) {
      cursor.fail('found a tab character where an indentation space is expected');
    }
    if (!isBreak(cursor.code())) break;
    breaks += cursor.readBreak();
  }
  return [breaks, given === 0 ? Math.max(deepest, parentIndent + 1, 1) : given];
};
