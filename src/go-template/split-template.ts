import { TemplateError } from './template-node.js';

/** A text outside of actions, or what stands between two delimiters. */
export interface Piece {
  readonly kind: 'text' | 'action';
  readonly text: string;
  /** Where it begins in the file. */
  readonly offset: number;
}

/** What actions stand between: `{{` and `}}`, unless a program sets others. */
export type Delimiters = readonly [left: string, right: string];

const TRIMMED_START = /^-[ \t\r\n]/;
const COMMENT_END = /\*\/(?:[ \t\r\n]-)?/y;

/** Where the `}}` of an action stands: not one inside of a string. */
const actionEnd = (source: string, from: number, right: string): number => {
  for (let at = from; at < source.length; at++) {
    const char = source[at];
    if (char === right[0] && source.startsWith(right, at)) return at;
    if (char === '`') {
      const end = source.indexOf('`', at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (char === '"' || char === "'") {
      for (at++; at < source.length && source[at] !== char; at++) {
        if (source[at] === '\n') return -1;
        if (source[at] === '\\') at++;
      }
    }
  }
  return -1;
};

/**
 * Texts and actions of a template, with what `{{-` and `-}}` trim taken off. Comments are left out.
 *
 * @throws TemplateError
 */
export const splitTemplate = (
  source: string,
  lineOf: (offset: number) => number,
  [left, right]: Delimiters = ['{{', '}}'],
): readonly Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  let trimsNext = false;
  while (at < source.length) {
    const open = source.indexOf(left, at);
    const end = open < 0 ? source.length : open;
    const trims = open >= 0 && TRIMMED_START.test(source.slice(open + left.length, open + left.length + 2));
    let text = source.slice(at, end);
    if (trimsNext) text = text.replace(/^[ \t\r\n]+/, '');
    if (trims) text = trimEnd(text);
    if (text !== '') pieces.push({ kind: 'text', text, offset: at });
    if (open < 0) break;
    let start = open + left.length;
    // The dash, and the blank behind it: a comment may follow it.
    if (trims) start += 2;
    if (source.startsWith('/*', start)) {
      COMMENT_END.lastIndex = source.indexOf('*/', start + 2);
      const close = COMMENT_END.lastIndex < 0 ? undefined : COMMENT_END.exec(source)?.[0];
      const closed = source.indexOf('*/', start + 2) + (close?.length ?? 0);
      if (close === undefined || !source.startsWith(right, closed))
        throw new TemplateError('unclosed comment', lineOf(open));
      trimsNext = close.length > 2;
      at = closed + right.length;
      continue;
    }
    const close = actionEnd(source, start, right);
    if (close < 0) throw new TemplateError('unclosed action', lineOf(open));
    let inner = source.slice(start, close);
    trimsNext = /[ \t\r\n]-$/.test(inner);
    if (trimsNext) inner = inner.slice(0, -1);
    pieces.push({ kind: 'action', text: inner, offset: start });
    at = close + right.length;
  }
  return pieces;
};

/** Without a pattern that starts at each blank of a long text. */
const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
};
