import type { Token } from './lex-action.js';
import { type Command, type Operand, type Pipe, TemplateError } from './template-node.js';

/** Parentheses nest to depth 10 or so. */
const MOST_NESTED = 200;

/** Reads the words of one action. */
export interface PipeParser {
  /** The keyword that the action begins with, read away. */
  readonly keyword: () => string | undefined;
  /** A quoted name. */
  readonly text: () => string;
  /** @param variables how many it may set */
  readonly pipe: (variables: number) => Pipe;
  readonly isFinished: () => boolean;
  /** @throws TemplateError where anything is left */
  readonly finish: () => void;
  readonly fail: (message: string) => never;
}

/** @param known the names of the variables that are declared so far; declarations add to it */
export const openPipes = (tokens: readonly Token[], line: number, known: string[]): PipeParser => {
  let index = 0;
  const fail = (message: string): never => {
    throw new TemplateError(message, line);
  };
  const peek = (): Token => tokens[index] ?? { kind: 'end' };
  const skipSpace = (): void => {
    if (peek().kind === 'space') index += 1;
  };
  const show = (token: Token): string =>
    'name' in token ? token.name : 'value' in token ? JSON.stringify(token.value) : `<${token.kind}>`;

  const fieldsAfter = (): readonly string[] => {
    const names: string[] = [];
    for (let token = peek(); token.kind === 'field'; token = peek()) {
      names.push(token.name);
      index += 1;
    }
    return names;
  };

  /** Undefined where no operand begins. */
  const operand = (depth: number): Operand | undefined => {
    const token = peek();
    switch (token.kind) {
      case 'dot':
        index += 1;
        if (peek().kind === 'field') return fail(`unexpected . after term "."`);
        return { kind: 'dot' };
      case 'nil':
        index += 1;
        if (peek().kind === 'field') return fail('unexpected . after term "nil"');
        return { kind: 'nil' };
      case 'constant':
        index += 1;
        if (peek().kind === 'field') return fail(`unexpected . after term ${show(token)}`);
        return { kind: 'constant', value: token.value };
      case 'field':
        return { kind: 'field', names: fieldsAfter() };
      case 'variable':
        if (!known.includes(token.name)) return fail(`undefined variable "$${token.name}"`);
        index += 1;
        return { kind: 'variable', name: token.name, names: fieldsAfter() };
      case 'word': {
        index += 1;
        const names = fieldsAfter();
        const name: Operand = { kind: 'function', name: token.name };
        return names.length === 0 ? name : { kind: 'chain', of: name, names };
      }
      case 'open': {
        index += 1;
        const inner: Operand = { kind: 'pipe', pipe: pipe(1, depth + 1) };
        if (peek().kind !== 'close') return fail('unclosed left paren');
        index += 1;
        const names = fieldsAfter();
        return names.length === 0 ? inner : { kind: 'chain', of: inner, names };
      }
      default:
        return undefined;
    }
  };

  const command = (depth: number): Command => {
    const operands: Operand[] = [];
    for (;;) {
      skipSpace();
      const next = operand(depth);
      if (next === undefined) break;
      operands.push(next);
      const { kind } = peek();
      if (kind === 'space') continue;
      if (kind !== 'pipe' && kind !== 'end' && kind !== 'close') fail(`unexpected ${show(peek())} in operand`);
      break;
    }
    const [first, ...rest] = operands;
    if (first === undefined) return fail('empty command');
    return [first, ...rest];
  };

  const variables = (most: number): { readonly names: readonly string[]; readonly declares: boolean } => {
    const start = index;
    const names: string[] = [];
    for (;;) {
      skipSpace();
      const token = peek();
      if (token.kind !== 'variable') break;
      index += 1;
      skipSpace();
      const next = peek().kind;
      names.push(token.name);
      if (next === 'declare' || next === 'assign') {
        index += 1;
        if (names.length > most) return fail('too many declarations');
        return { names, declares: next === 'declare' };
      }
      if (next !== 'comma' || most < 2) break;
      index += 1;
    }
    index = start;
    return { names: [], declares: false };
  };

  const pipe = (most: number, depth = 0): Pipe => {
    if (depth > MOST_NESTED) fail(`parentheses nest deeper than ${MOST_NESTED} levels`);
    skipSpace();
    const { names, declares } = variables(most);
    known.push(...names);
    const commands: Command[] = [];
    for (;;) {
      const one = command(depth);
      const isCalled = one[0].kind !== 'constant' && one[0].kind !== 'dot' && one[0].kind !== 'nil';
      if (commands.length > 0 && !isCalled) fail(`non executable command in pipeline stage ${commands.length + 1}`);
      commands.push(one);
      skipSpace();
      if (peek().kind !== 'pipe') break;
      index += 1;
      skipSpace();
      // Go takes a pipe with nothing behind it.
      if (peek().kind === 'end' || peek().kind === 'close') break;
    }
    return { variables: names, declares, commands };
  };

  const isFinished = (): boolean => {
    skipSpace();
    return peek().kind === 'end';
  };

  return {
    keyword() {
      skipSpace();
      const token = peek();
      if (token.kind !== 'keyword') return undefined;
      index += 1;
      return token.name;
    },
    text() {
      skipSpace();
      const token = peek();
      if (token.kind !== 'constant' || typeof token.value !== 'string') return fail(`unexpected ${show(token)}`);
      index += 1;
      return token.value;
    },
    pipe: (most) => pipe(most),
    isFinished,
    finish() {
      if (!isFinished()) fail(`unexpected ${show(peek())} in command`);
    },
    fail,
  };
};
