import { createRequire } from 'node:module';
import type { CelNode } from './cel-ast.js';
import { isBeyondLibrary, rewriteHas } from './cel-source.js';

/** What an expression of Flux is, as far as it can be known without a value. */
export interface FluxExpression {
  /** The variables that it reads, without those of its own macros. */
  readonly variables: readonly string[];
  /** Functions that Flux's environment doesn't have. */
  readonly unknownFunctions: readonly string[];
  /** Undefined where only an evaluation tells. */
  readonly isBoolean: boolean | undefined;
}

/** Functions of CEL's standard library and of the extensions that Flux loads: strings, sets, encoders, optional types. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `size in startsWith endsWith contains matches bool bytes double duration dyn int string timestamp type uint
  getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes getSeconds getMilliseconds
  charAt indexOf join lastIndexOf lowerAscii upperAscii replace split substring trim format quote reverse
  equivalent intersects encode decode of ofNonZeroValue none hasValue value or orValue optMap optFlatMap unwrap unwrapOpt
  first last has all exists exists_one existsOne map filter`.split(/\s+/),
);
const BOOLEAN_CALLS: ReadonlySet<string> = new Set(
  'startsWith endsWith contains matches bool has all exists exists_one existsOne equivalent intersects hasValue'.split(
    ' ',
  ),
);
/** Calls whose result depends on their arguments. */
const OPEN_CALLS: ReadonlySet<string> = new Set('value or orValue optMap optFlatMap first last unwrap of'.split(' '));
const MACROS: ReadonlySet<string> = new Set('all exists exists_one existsOne map filter optMap optFlatMap'.split(' '));
/** Names that stand for a type or a library, and not for a variable. */
const NAMES: ReadonlySet<string> = new Set(
  'bool bytes double dyn int list map null_type string type uint google optional sets strings base64'.split(' '),
);
const BOOLEAN_OPS: ReadonlySet<string> = new Set(['&&', '||', '!_', '==', '!=', '<', '<=', '>', '>=', 'in']);
const OPEN_OPS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '-_']);

const require = createRequire(import.meta.url);

/** The library is loaded for the first expression. */
const parse = (text: string): CelNode => {
  const { Environment } = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const made = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  return made.parse(text).ast as unknown as CelNode;
};

/** The tokens that the library's messages name. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'the end',
  LPAREN: '"("',
  RPAREN: '")"',
  LBRACKET: '"["',
  RBRACKET: '"]"',
  LBRACE: '"{"',
  RBRACE: '"}"',
  DOT: '"."',
  COMMA: '","',
  COLON: '":"',
  QUESTION: '"?"',
  IDENTIFIER: 'a name',
  STRING: 'a text',
  NUMBER: 'a number',
};

const wordsOf = (error: unknown, text: string, isAsWritten: boolean): string => {
  const { summary, message, range } = error as { summary?: string; message: string; range?: { start: number } };
  const said = (summary ?? message).split('\n')[0]!;
  const words = said.replaceAll(/\b[A-Z]{3,}\b/g, (token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token]! : token));
  if (!isAsWritten || range === undefined) return words;
  const before = text.slice(0, range.start).split('\n');
  return `${words} (line ${before.length}, column ${before.at(-1)!.length + 1})`;
};

/**
 * Reads an expression of a health check or dependency as Flux does.
 *
 * @returns in words why Flux can't read it
 */
export const readFluxExpression = (text: string): FluxExpression | string => {
  const rewritten = rewriteHas(text);
  let ast: CelNode;
  try {
    ast = parse(rewritten);
  } catch (error) {
    if (isBeyondLibrary(text)) return { variables: [], unknownFunctions: [], isBoolean: undefined };
    return wordsOf(error, text, rewritten === text);
  }
  let fault: string | undefined;
  const variables = new Set<string>();
  const unknownFunctions = new Set<string>();
  const visit = (node: CelNode, bound: ReadonlySet<string>): void => {
    if (node.op === 'id') {
      if (!bound.has(node.args) && !NAMES.has(node.args)) variables.add(node.args);
      return;
    }
    if (node.op === 'value') return;
    if (node.op === 'call') {
      if (!FUNCTIONS.has(node.args[0])) unknownFunctions.add(node.args[0]);
      const [name, args] = node.args;
      if (name === 'has' && (args.length !== 1 || !['.', '.?'].includes(args[0]!.op))) {
        fault ??= 'has() takes a field, such as has(status.phase)';
      }
      for (const one of args) visit(one, bound);
      return;
    }
    if (node.op === 'rcall') {
      const [name, on, args] = node.args;
      if (!FUNCTIONS.has(name)) unknownFunctions.add(name);
      visit(on, bound);
      const [first] = args;
      const isMacro = MACROS.has(name) && first?.op === 'id';
      const inner = isMacro ? new Set([...bound, first.args]) : bound;
      for (const one of isMacro ? args.slice(1) : args) visit(one, inner);
      return;
    }
    for (const one of nodesIn(node.args)) visit(one, bound);
  };
  visit(ast, new Set());
  return fault ?? { variables: [...variables], unknownFunctions: [...unknownFunctions], isBoolean: isBoolean(ast) };
};

const nodesIn = (args: unknown): readonly CelNode[] =>
  Array.isArray(args)
    ? args.flatMap(nodesIn)
    : typeof args === 'object' && args !== null && 'op' in args
      ? [args as CelNode]
      : [];

/** Fields of an object are of no type that Flux knows, so an expression that is one is not a boolean to it. */
const isBoolean = (node: CelNode): boolean | undefined => {
  if (BOOLEAN_OPS.has(node.op)) return true;
  if (OPEN_OPS.has(node.op)) return undefined;
  if (node.op === 'value') return typeof node.args === 'boolean';
  if (node.op === '?:') {
    const [left, right] = [isBoolean(node.args[1]), isBoolean(node.args[2])];
    return left === false || right === false ? false : left && right;
  }
  if (node.op !== 'call' && node.op !== 'rcall') return false;
  const name = node.args[0];
  return BOOLEAN_CALLS.has(name) ? true : OPEN_CALLS.has(name) || !FUNCTIONS.has(name) ? undefined : false;
};
