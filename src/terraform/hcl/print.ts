import { type BinaryOperator, binaryOperators, type Expression, type ObjectEntry, type Statement } from './node.js';
import { escapeText, isIdentifier, quote } from './quote.js';

/** How tightly an expression binds: the operators' order, then `!`, then everything that needs no parentheses. */
const tightness = (node: Expression): number => {
  if (node.type === 'binary') return binaryOperators.indexOf(node.operator);
  return node.type === 'not' ? binaryOperators.length : binaryOperators.length + 1;
};

const inParentheses = (node: Expression, indent: string, needed: boolean): string =>
  needed ? `(${printExpression(node, indent)})` : printExpression(node, indent);

/** `a && b && c` is one node; everything that binds no tighter stands in parentheses. */
const printBinary = (operator: BinaryOperator, sides: readonly Expression[], indent: string): string =>
  sides
    .map((side) => inParentheses(side, indent, tightness(side) <= binaryOperators.indexOf(operator)))
    .join(` ${operator} `);

/** Columns as `terraform fmt` counts them. */
const width = (text: string): number => {
  // For ASCII the length is the answer, some hundred times faster.
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
};

/** A heredoc begins on the line of its name, and stands in the columns of its neighbours. */
const hasLines = (value: string): boolean => value.includes('\n') && !value.startsWith('<<-');

/**
 * Lines of `name = value`: the equals signs of those that follow each other stand below each other, and a value of
 * several lines, or anything else between them, begins again.
 */
const align = (entries: readonly { readonly head: string; readonly value: string | undefined }[]): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < entries.length; ) {
    const first = entries[at]!;
    if (first.value === undefined || hasLines(first.value)) {
      lines.push(first.value === undefined ? first.head : `${first.head} = ${first.value}`);
      at += 1;
      continue;
    }
    let end = at;
    while (entries[end]?.value !== undefined && !hasLines(entries[end]!.value!)) end += 1;
    const run = entries.slice(at, end);
    const column = Math.max(...run.map(({ head }) => width(head)));
    for (const { head, value } of run) lines.push(`${head}${' '.repeat(column - width(head))} = ${value}`);
    at = end;
  }
  return lines;
};

const keyText = (key: string): string => (isIdentifier(key) ? key : quote(key));

const printObject = (entries: readonly ObjectEntry[], block: boolean, indent: string): string => {
  if (entries.length === 0) return '{}';
  const inner = block ? `${indent}  ` : indent;
  const printed = entries.map(({ key, value }) => ({ head: keyText(key), value: printExpression(value, inner) }));
  if (!block) return `{ ${printed.map(({ head, value }) => `${head} = ${value}`).join(', ')} }`;
  return `{\n${align(printed)
    .map((line) => `${inner}${line}`)
    .join('\n')}\n${indent}}`;
};

const printList = (items: readonly Expression[], block: boolean, indent: string): string => {
  if (!block || items.length === 0) return `[${items.map((item) => printExpression(item, indent)).join(', ')}]`;
  const inner = `${indent}  `;
  return `[\n${items.map((item) => `${inner}${printExpression(item, inner)},\n`).join('')}${indent}]`;
};

/** An expression as `terraform fmt` would print it; `indent` is that of the line on which it begins. */
export const printExpression = (node: Expression, indent = ''): string => {
  switch (node.type) {
    case 'literal':
      // JavaScript's exponents (1e+21) are HCL's too.
      return String(node.value);
    case 'string':
      return quote(node.text);
    case 'heredoc':
      return `<<-EOT\n${node.text
        .split('\n')
        .map((line) => `${indent}  ${line.replace(/[$%](?=\{)/g, '$&$&')}`.trimEnd())
        .join('\n')}\n${indent}EOT`;
    case 'template':
      return `"${node.parts
        .map((part) => (typeof part === 'string' ? escapeText(part) : `\${${printExpression(part, indent)}}`))
        .join('')}"`;
    case 'name':
      return node.name;
    case 'member': {
      const of = inParentheses(node.of, indent, tightness(node.of) <= binaryOperators.length);
      if (typeof node.key !== 'string') return `${of}[${printExpression(node.key, indent)}]`;
      return isIdentifier(node.key) ? `${of}.${node.key}` : `${of}[${quote(node.key)}]`;
    }
    case 'call':
      return `${node.name}(${node.args.map((arg) => printExpression(arg, indent)).join(', ')})`;
    case 'list':
      return printList(node.items, node.layout === 'block', indent);
    case 'object':
      return printObject(node.entries, node.layout === 'block', indent);
    case 'for': {
      const key = node.key === undefined ? '' : `${printExpression(node.key, indent)} => `;
      const filter = node.if === undefined ? '' : ` if ${printExpression(node.if, indent)}`;
      const inside = `for ${node.names.join(', ')} in ${printExpression(node.in, indent)} : ${key}${printExpression(node.value, indent)}${filter}`;
      return node.key === undefined ? `[${inside}]` : `{ ${inside} }`;
    }
    case 'not':
      return `!${inParentheses(node.of, indent, tightness(node.of) < binaryOperators.length)}`;
    case 'binary':
      return printBinary(node.operator, node.sides, indent);
    default:
      return node satisfies never;
  }
};

const printStatement = (
  node: Statement,
  indent: string,
): { readonly head: string; readonly value: string | undefined } => {
  switch (node.type) {
    case 'attribute':
      return { head: node.name, value: printExpression(node.value, indent) };
    case 'block': {
      const head = [node.name, ...node.labels.map(quote)].join(' ');
      const body = printStatements(node.body, `${indent}  `);
      return { head: body === '' ? `${head} {}` : `${head} {\n${body}${indent}}`, value: undefined };
    }
    case 'comment':
      return {
        head: node.text
          .split('\n')
          .map((line) => `# ${line}`.trimEnd())
          .join(`\n${indent}`),
        value: undefined,
      };
    case 'blank':
      return { head: '', value: undefined };
    default:
      return node satisfies never;
  }
};

const printStatements = (nodes: readonly Statement[], indent: string): string =>
  align(nodes.map((node) => printStatement(node, indent)))
    .map((line) => (line === '' ? '\n' : `${indent}${line}\n`))
    .join('');

/** A file, or a piece of one, as `terraform fmt` would print it. Pure, and exhaustive by type. */
export const printHcl = (nodes: readonly Statement[]): string => printStatements(nodes, '');
