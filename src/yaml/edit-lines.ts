import type { YamlNode } from './yaml-node.js';

/** A place in a text, from 0. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** Whether nothing is before a key on its line, as in a map without braces. */
export const startsLine = (lines: readonly string[], { line, column }: LinePlace): boolean =>
  (lines[line] ?? '').slice(0, column).trim() === '';

/** The line after a key and all that is indented below it, without the comments and empty lines that follow. */
export const endOfBlock = (lines: readonly string[], { line, column }: LinePlace): number => {
  let end = line + 1;
  for (let next = end; next < lines.length; next++) {
    const text = lines[next]!.trimEnd();
    const indent = text.length - text.trimStart().length;
    if (text === '' || (text.trimStart().startsWith('#') && indent <= column)) continue;
    if (indent <= column) break;
    end = next + 1;
  }
  return end;
};

/** The first of the comments above a line; the line itself where there are none. */
export const commentsAbove = (lines: readonly string[], line: number): number => {
  let first = line;
  while (/^\s*#/.test(lines[first - 1] ?? '')) first--;
  return first;
};

/** The line and the column of a key of a mapping. */
export const keyAt = (mapping: YamlNode | undefined, name: string): LinePlace | undefined => {
  if (mapping?.kind !== 'mapping') return undefined;
  for (let index = 0; index < mapping.children.length; index += 2) {
    const key = mapping.children[index]!;
    if (key.kind === 'scalar' && key.value === name) return key.start;
  }
  return undefined;
};

/** Lines that come before the one at `at`; `end` ends each, before its newline. */
export const insertLines = (lines: readonly string[], at: number, added: readonly string[], end: string): string => {
  const isAtEnd = at >= lines.length;
  const text = lines.toSpliced(at, 0, ...added.map((line) => `${line}${end}`)).join('\n');
  return isAtEnd ? `${text}\n` : text;
};

const QUOTED = /"(?:\\.|[^"\\])*"|'(?:''|[^'])*'/.source;
const ON_A_LINE = new RegExp(`^(?:${QUOTED}|[^\\s"'|>&*!#{[][^\\r]*?(?=\\s+#|\\s*\\r?$))`);
const IN_BRACES = new RegExp(`^(?:${QUOTED}|[^\\s"'|>&*!#{[][^\\r]*?(?=\\s*[,}\\]]|\\s+#|\\s*\\r?$))`);

/** A value of one line as it is written, with its quotes. */
export const tokenAt = (
  text: string,
  node: YamlNode,
): { readonly start: number; readonly text: string } | undefined => {
  if (node.kind !== 'scalar' || node.start === undefined) return undefined;
  const lines = text.split('\n');
  const line = lines[node.start.line] ?? '';
  // Columns count characters, which may be two code units each.
  const column = [...line].slice(0, node.start.column).join('').length;
  const rest = line.slice(column);
  const isInBraces = /[{[]/.test(line.slice(0, column));
  const found = (isInBraces ? IN_BRACES : ON_A_LINE).exec(rest)?.[0];
  if (found === undefined || found === '') return undefined;
  const start = lines.slice(0, node.start.line).reduce((sum, one) => sum + one.length + 1, 0) + column;
  return { start, text: found };
};
