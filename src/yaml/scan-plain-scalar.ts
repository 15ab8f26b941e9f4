import { scanGap } from './scan-gap.js';
import { isBlank, isBlankOrEnd, isBreak, type YamlCursor } from './yaml-cursor.js';

// , ? [ ] { }
const FLOW_INDICATORS: ReadonlySet<number> = new Set([0x2c, 0x3f, 0x5b, 0x5d, 0x7b, 0x7d]);

/**
 * Reads a scalar without quotes, which may go on over several lines.
 *
 * @param indent the indentation of the collection around it; a line of its block must be indented further
 * @returns the value, and whether the scalar was left by way of a line break
 */
export const scanPlainScalar = (cursor: YamlCursor, indent: number, inFlow: boolean): [string, boolean] => {
  const { text } = cursor;
  let value = '';
  let gap = '';
  let afterBreak = false;
  while (!cursor.atDocumentIndicator() && cursor.code() !== 0x23 /* # */) {
    const at = endOfWords(text, cursor.position, inFlow);
    if (at > cursor.position) {
      // A gap is content only once something follows it.
      value += gap + text.slice(cursor.position, at);
      afterBreak = false;
      cursor.moveTo(at);
    }
    const code = cursor.code();
    if (!isBlank(code) && !isBreak(code)) break;
    ({ text: gap, hasBreak: afterBreak } = scanGap(cursor, false, indent + 1));
    if (!inFlow && cursor.column < indent + 1) break;
  }
  return [value, afterBreak];
};

/** Where the content ends that goes on with at most one blank at a time. */
const endOfWords = (text: string, start: number, inFlow: boolean): number => {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20) {
      const next = text.charCodeAt(at + 1);
      if (isBlankOrEnd(next) || next === 0x23 || next === 0x3a || (inFlow && FLOW_INDICATORS.has(next))) return at;
    } else if (isBlankOrEnd(code)) {
      return at;
    } else if (code === 0x3a /* : */) {
      if (isBlankOrEnd(text.charCodeAt(at + 1))) return at;
    } else if (inFlow && FLOW_INDICATORS.has(code)) {
      return at;
    }
  }
};
