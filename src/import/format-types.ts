import { isIdentifier } from './identifier.js';

/** The library's output in this project's format: indented, quoted and closed, without needless brackets. */
export const formatTypes = (code: string): string => {
  const out: string[] = [];
  let depth = 0;
  let comment = false;
  for (const raw of code.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    if (line.startsWith('/**')) comment = true;
    if (comment) {
      out.push('  '.repeat(depth) + (line.startsWith('/') ? line : ` ${line}`));
      if (line.endsWith('*/')) comment = false;
      continue;
    }
    if (line.startsWith('}')) depth -= 1;
    if (line.startsWith('export ') && out.length > 0 && !out.at(-1)!.endsWith('*/')) out.push('');
    const text = /^("|[\w$]+\?|\[k: string\]:)/.test(line) ? `${formatField(line)};` : line;
    out.push('  '.repeat(depth) + text);
    if (line.endsWith('{')) depth += 1;
  }
  return `${out.join('\n')}\n`;
};

const STRING = /"(?:[^"\\]|\\.)*"/g;

const singleQuoted = (literal: string): string =>
  literal.includes("'") ? literal : `'${literal.slice(1, -1).replaceAll('\\"', '"')}'`;

const formatField = (line: string): string => {
  const field = /^("(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])(\??: )(.*)$/.exec(line);
  if (!field) return line;
  const [, key = '', colon = '', type = ''] = field;
  return `${key.startsWith('"') ? formatKey(key) : key}${colon}${formatType(type)}`;
};

const formatKey = (key: string): string => {
  const text = JSON.parse(key) as string;
  return isIdentifier(text) ? text : singleQuoted(key);
};

/** Brackets are of use before `[]` alone, since all that is printed are unions. Strings are put aside, for those in them. */
const formatType = (type: string): string => {
  const strings: string[] = [];
  let text = type.replace(STRING, (literal) => `\0${strings.push(singleQuoted(literal)) - 1}\0`);
  for (let before = ''; before !== text; ) {
    before = text;
    // Innermost first: what stays is marked, so that the brackets around it become the innermost.
    text = text.replace(/\(([^()|]*)\)|\(([^()]*)\)(?!\[\])/g, '$1$2').replace(/\(([^()]*)\)\[\]/g, '\x01$1\x02[]');
  }
  text = text.replaceAll('\x01', '(').replaceAll('\x02', ')');
  return text.replace(/\0(\d+)\0/g, (_, i: string) => strings[Number(i)]!);
};
