import type { CodeNode, Comments, ListItem, ObjectMember, Statement } from './code-node.js';
import { printKey, printTemplate, printText } from './print-text.js';

/** The style of the project that `init` makes: what Biome and Prettier leave as it is at this width. */
const WIDTH = 120;
/** An object that is longer is easier to read on several lines. */
const SHORT_OBJECT = 80;
/** Biome puts a long text on a line of its own behind a key of this length. */
const LONG_KEY = 5;

/** Prints code in the layout of Biome and Prettier. The first line isn't indented. */
export const printCode = (node: CodeNode, indent = 0, used = indent, after = 1): string => {
  const flat = flatten(node);
  if (flat !== undefined && !mustBreak(node) && used + flat.length + after <= WIDTH) return flat;
  switch (node.kind) {
    case 'raw':
      return node.code;
    case 'text':
      return printText(node.value);
    case 'template':
      return printTemplate(node.parts);
    case 'object':
      return printObject(node, indent);
    case 'list':
      return printList(node, indent);
    case 'call':
      return `${node.head}${printOpen(node.last, indent)})${node.tail ?? ''}`;
    case 'method':
      return printMethod(node, indent);
  }
};

/** The last argument of a call that doesn't fit one line: an object is opened, though it may be short. */
const printOpen = (node: CodeNode, indent: number): string => {
  if (node.kind === 'object') return printObject(node, indent);
  if (node.kind === 'list') return printList(node, indent);
  return printCode(node, indent);
};

const pad = (indent: number): string => ' '.repeat(indent);

/** The node on one line; undefined if it takes several. */
const flatten = (node: CodeNode): string | undefined => {
  switch (node.kind) {
    case 'raw':
      return node.code;
    case 'text':
      return node.value.includes('\n') ? undefined : printText(node.value);
    case 'template':
      return node.parts.some((part) => typeof part === 'string' && part.includes('\n'))
        ? undefined
        : printTemplate(node.parts);
    case 'object': {
      if (node.members.length === 0 && node.end === undefined) return '{}';
      if (node.isOpen === true || node.end !== undefined || node.members.some(hasComment)) return undefined;
      const members = node.members.map(({ key, value }) => {
        const one = flatten(value);
        return one === undefined ? undefined : `${printMemberStart(key, value)}${one}`;
      });
      if (members.includes(undefined)) return undefined;
      const line = `{ ${members.join(', ')} }`;
      return line.length > SHORT_OBJECT ? undefined : line;
    }
    case 'list': {
      if (node.items.length === 0 && node.end === undefined) return '[]';
      if (node.end !== undefined || node.items.some(hasComment) || hasSeveralObjects(node)) return undefined;
      const items = node.items.map(({ value }) => flatten(value));
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case 'call': {
      const last = flatten(node.last);
      return last === undefined ? undefined : `${node.head}${last})${node.tail ?? ''}`;
    }
    case 'method':
      return undefined;
  }
};

const mustBreak = (node: CodeNode): boolean => node.kind === 'object' && node.isOpen === true;

const hasComment = ({ before = [], after }: Comments): boolean => before.length > 0 || after !== undefined;

const sizeOf = (node: CodeNode): number =>
  node.kind === 'object' ? node.members.length : node.kind === 'list' ? node.items.length : 0;

/** Several objects, or several lists, with more than one member each are never on one line. */
const hasSeveralObjects = ({ items }: { readonly items: readonly ListItem[] }): boolean => {
  const [first] = items;
  if (first === undefined || items.length < 2) return false;
  return items.every(({ value }) => value.kind === first.value.kind && sizeOf(value) > 1);
};

const printComments = ({ before = [] }: Comments, indent: number): string =>
  before.map((line) => `${pad(indent)}//${line === '' ? '' : ` ${line}`}\n`).join('');

const trailing = ({ after }: Comments): string => (after === undefined ? '' : ` // ${after}`);

const endLines = (end: readonly string[] | undefined, indent: number): string =>
  printComments({ before: end ?? [] }, indent);

const printObject = (node: CodeNode & { readonly kind: 'object' }, indent: number): string => {
  const inner = indent + 2;
  const members = node.members.map((member) => printMember(member, inner));
  return `{\n${members.join('')}${endLines(node.end, inner)}${pad(indent)}}`;
};

const printMemberStart = (key: string, value: CodeNode): string => {
  if (value.kind === 'method') return printKey(key);
  // The short form of a name.
  return `${printKey(key)}: `;
};

const printMember = (member: ObjectMember, indent: number): string => {
  const { key, value } = member;
  if (value.kind === 'raw' && value.code === key && printKey(key) === key)
    return `${printComments(member, indent)}${pad(indent)}${key},${trailing(member)}\n`;
  const start = printMemberStart(key, value);
  const used = indent + start.length;
  const code = printCode(value, indent, used);
  const isLong = value.kind === 'text' && !value.value.includes('\n') && used + code.length + 1 > WIDTH;
  // Behind a short key, another line would gain nothing.
  const broken =
    isLong && printKey(key).length >= LONG_KEY
      ? `${pad(indent)}${start.trimEnd()}\n${pad(indent + 2)}${code}`
      : undefined;
  return `${printComments(member, indent)}${broken ?? `${pad(indent)}${start}${code}`},${trailing(member)}\n`;
};

const isNumber = ({ value }: ListItem): boolean => value.kind === 'raw' && /^-?[\d.]+$/.test(value.code);

const printList = (node: CodeNode & { readonly kind: 'list' }, indent: number): string => {
  const inner = indent + 2;
  if (node.items.length > 1 && node.items.every((item) => isNumber(item) && !hasComment(item)))
    return `[\n${fillLines(node.items, inner)}${endLines(node.end, inner)}${pad(indent)}]`;
  const items = node.items.map(
    (item) => `${printComments(item, inner)}${pad(inner)}${printCode(item.value, inner)},${trailing(item)}\n`,
  );
  return `[\n${items.join('')}${endLines(node.end, inner)}${pad(indent)}]`;
};

/** Numbers share lines. */
const fillLines = (items: readonly ListItem[], indent: number): string => {
  const lines: string[] = [];
  let line = '';
  for (const { value } of items) {
    const code = `${value.kind === 'raw' ? value.code : ''},`;
    if (line !== '' && indent + line.length + 1 + code.length > WIDTH) {
      lines.push(line);
      line = code;
    } else line = line === '' ? code : `${line} ${code}`;
  }
  lines.push(line);
  return lines.map((one) => `${pad(indent)}${one}\n`).join('');
};

const printMethod = ({ parameters, statements }: CodeNode & { readonly kind: 'method' }, indent: number): string =>
  `(${parameters}) {\n${printStatements(statements, indent + 2)}${pad(indent)}}`;

/** Statements with the same condition share its block. */
const printStatements = (statements: readonly Statement[], indent: number): string => {
  const lines: string[] = [];
  let open: string | undefined;
  for (const one of statements) {
    if (one.condition !== open) {
      if (open !== undefined) lines.push(`${pad(indent)}}\n`);
      if (one.condition !== undefined) lines.push(`${pad(indent)}if (${one.condition}) {\n`);
      open = one.condition;
    }
    lines.push(printStatement(one, open === undefined ? indent : indent + 2));
  }
  if (open !== undefined) lines.push(`${pad(indent)}}\n`);
  return lines.join('');
};

const printStatement = (statement: Statement, indent: number): string => {
  const { prefix, value } = statement;
  const code = printCode(value, indent, indent + prefix.length);
  return `${printComments(statement, indent)}${pad(indent)}${prefix}${code};\n`;
};
