import type { Expression } from './node.js';

const UNREAD: Expression = { is: 'unknown' };

/** How deep expressions are nested that people write. */
const DEEPEST = 100;

/** Thrown inside of the parser, where the text isn't an expression that it knows. */
class Unread extends Error {}

/** What needs no look in a template. */
const PLAIN = /[^$%"\\]+/y;
const DIGITS = /\d+/y;
const WORD = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /(?:\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const OPERATOR = /&&|\|\||==|!=|<=|>=|[<>+\-*/%]/y;

const DIRECTIVE_END = /%\{~?\s*(?:else|endif|endfor)\b/y;
const ELSE = /%\{~?\s*else\b/y;

const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/**
 * Reads a template as hcl2json prints it: literal text with `${…}`, where a whole expression is one `${…}`. What isn't
 * known of HCL becomes an unknown expression; nothing throws.
 */
export const parseTemplate = (text: string): Expression => {
  if (!text.includes('${') && !text.includes('%{')) return { is: 'literal', value: text };
  try {
    const parser = new Parser(text);
    const parts = parser.template(() => false);
    const [only] = parts;
    if (parts.length === 0) return { is: 'literal', value: '' };
    // `"${x}"` is x itself, whatever its type: https://developer.hashicorp.com/terraform/language/expressions/strings
    return parts.length === 1 ? (typeof only === 'string' ? { is: 'literal', value: only } : only!) : templateOf(parts);
  } catch (error) {
    if (error instanceof Unread) return UNREAD;
    throw error;
  }
};

const templateOf = (parts: readonly (string | Expression)[]): Expression => ({ is: 'template', parts });

class Parser {
  #at = 0;
  #depth = 0;

  constructor(readonly text: string) {}

  /** Text and interpolations up to the end, or to where `ends` says. */
  template(ends: () => boolean, isQuoted = false): readonly (string | Expression)[] {
    const parts: (string | Expression)[] = [];
    let literal = '';
    let trims = false;
    const push = (): void => {
      if (trims) literal = literal.replace(/^\s+/, '');
      trims = false;
      if (literal !== '') parts.push(literal);
      literal = '';
    };
    while (this.#at < this.text.length && !ends()) {
      const plain = this.#peek(PLAIN);
      if (plain !== undefined) {
        literal += plain;
        this.#at += plain.length;
        continue;
      }
      const two = this.text.slice(this.#at, this.#at + 2);
      const three = this.text.slice(this.#at, this.#at + 3);
      if (three === '$${' || three === '%%{') {
        literal += three.slice(1);
        this.#at += 3;
      } else if (two === '${') {
        this.#at += 2;
        if (this.#take('~')) literal = literal.replace(/\s+$/, '');
        push();
        parts.push(this.#expression());
        this.#blank();
        trims = this.#take('~');
        this.#expect('}');
      } else if (two === '%{') {
        if (this.text[this.#at + 2] === '~') literal = literal.replace(/\s+$/, '');
        push();
        const { found, trimsAfter } = this.#directive(isQuoted);
        parts.push(found);
        trims = trimsAfter;
      } else if (isQuoted && two[0] === '\\') literal += this.#escape();
      else {
        literal += two[0];
        this.#at++;
      }
    }
    push();
    return parts;
  }

  /** `%{ if TEST }…%{ else }…%{ endif }`. Of `for`, nothing is known. */
  #directive(isQuoted: boolean): { readonly found: Expression; readonly trimsAfter: boolean } {
    if (++this.#depth > DEEPEST) throw new Unread();
    const start = this.#at;
    this.#keyword('if');
    const test = this.#expression();
    const branch = (): Expression => {
      this.#blank();
      const trims = this.#take('~');
      this.#expect('}');
      const parts = this.template(() => this.#peek(DIRECTIVE_END) !== undefined, isQuoted);
      const [first = '', ...rest] = parts;
      const own = trims && typeof first === 'string' ? [first.replace(/^\s+/, ''), ...rest] : parts;
      const last = own.at(-1);
      return templateOf(
        this.text[this.#at + 2] === '~' && typeof last === 'string'
          ? [...own.slice(0, -1), last.replace(/\s+$/, '')]
          : own,
      );
    };
    const then = branch();
    const hasElse = this.#peek(ELSE) !== undefined;
    if (hasElse) this.#keyword('else');
    const otherwise = hasElse ? branch() : templateOf([]);
    this.#keyword('endif');
    this.#blank();
    const trimsAfter = this.#take('~');
    this.#expect('}');
    this.#depth--;
    const hasLines = this.text.slice(start, this.#at).includes('\n');
    return { found: { is: 'conditional', test, then, otherwise, ...(hasLines ? { hasLines } : {}) }, trimsAfter };
  }

  /** The beginning of a directive. */
  #keyword(word: 'if' | 'else' | 'endif'): void {
    this.#expect('%{');
    this.#take('~');
    this.#blank();
    if (this.#peek(WORD) !== word) throw new Unread();
    this.#at += word.length;
  }

  #escape(): string {
    const kind = this.text[this.#at + 1] ?? '';
    const simple = ESCAPES[kind];
    if (simple !== undefined) {
      this.#at += 2;
      return simple;
    }
    const length = kind === 'u' ? 4 : kind === 'U' ? 8 : 0;
    const digits = this.text.slice(this.#at + 2, this.#at + 2 + length);
    const code = Number.parseInt(digits, 16);
    if (length === 0 || !/^[\da-fA-F]+$/.test(digits) || digits.length !== length || code > 0x10ffff)
      throw new Unread();
    this.#at += 2 + length;
    return String.fromCodePoint(code);
  }

  #expression(): Expression {
    if (++this.#depth > DEEPEST) throw new Unread();
    const test = this.#binary(1);
    this.#blank();
    let found = test;
    if (this.text[this.#at] === '?') {
      this.#at++;
      const then = this.#expression();
      this.#blank();
      this.#expect(':');
      found = { is: 'conditional', test, then, otherwise: this.#expression() };
    }
    this.#depth--;
    return found;
  }

  #binary(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      this.#blank();
      const operator = this.#peek(OPERATOR);
      const rank = operator === undefined ? undefined : PRECEDENCE[operator];
      if (operator === undefined || rank === undefined || rank < least) return left;
      this.#at += operator.length;
      left = { is: 'binary', operator, left, right: this.#binary(rank + 1) };
    }
  }

  #unary(): Expression {
    this.#blank();
    const first = this.text[this.#at];
    if (first === '!' || first === '-') {
      this.#at++;
      if (++this.#depth > DEEPEST) throw new Unread();
      const operand = this.#unary();
      this.#depth--;
      return { is: 'unary', operator: first, operand };
    }
    return this.#traversal(this.#primary());
  }

  #traversal(start: Expression): Expression {
    let found = start;
    for (;;) {
      const before = this.#at;
      this.#blank();
      const hasBreak = this.text.slice(before, this.#at).includes('\n');
      const next = this.text[this.#at];
      // `.` may begin a line of its own, and `[` may not: there it begins the next item of a list.
      if (next === '.' && !this.text.startsWith('...', this.#at)) {
        this.#at++;
        const key = this.#peek(DIGITS) ?? this.#peek(WORD);
        if (key === undefined) throw new Unread();
        this.#at += key.length;
        found = { is: 'index', of: found, key: { is: 'literal', value: /^\d/.test(key) ? Number(key) : key } };
      } else if (next === '[' && !hasBreak) {
        this.#at++;
        this.#blank();
        if (this.text[this.#at] === '*') throw new Unread();
        const key = this.#expression();
        this.#blank();
        this.#expect(']');
        found = { is: 'index', of: found, key };
      } else {
        this.#at = before;
        return found;
      }
    }
  }

  #primary(): Expression {
    const first = this.text[this.#at];
    if (first === '"') return this.#quoted();
    if (first === '(') {
      this.#at++;
      const inner = this.#expression();
      this.#blank();
      this.#expect(')');
      return inner;
    }
    if (first === '[') return this.#list();
    if (first === '{') return this.#object();
    const number = this.#peek(NUMBER);
    if (number !== undefined) {
      this.#at += number.length;
      return { is: 'literal', value: Number(number) };
    }
    const word = this.#peek(WORD);
    if (word === undefined) throw new Unread();
    this.#at += word.length;
    if (word === 'true' || word === 'false') return { is: 'literal', value: word === 'true' };
    if (word === 'null') return { is: 'literal', value: null };
    if (this.#startsCall()) return this.#call(word);
    return { is: 'reference', root: word };
  }

  /** A call's parenthesis, also of a function of a provider: `provider::kubernetes::manifest_decode(`. */
  #startsCall(): boolean {
    if (this.text.startsWith('::', this.#at)) throw new Unread();
    return this.text[this.#at] === '(';
  }

  #call(name: string): Expression {
    this.#at++;
    const args = this.#items(')');
    return { is: 'call', name, args };
  }

  #quoted(): Expression {
    this.#at++;
    const parts = this.template(() => this.text[this.#at] === '"', true);
    this.#expect('"');
    const [only] = parts;
    if (parts.length === 0) return { is: 'literal', value: '' };
    if (parts.length === 1) return typeof only === 'string' ? { is: 'literal', value: only } : only!;
    return templateOf(parts);
  }

  #list(): Expression {
    this.#at++;
    this.#blank();
    if (this.#peek(WORD) === 'for') return this.#for(']');
    return { is: 'list', items: this.#items(']') };
  }

  /** https://developer.hashicorp.com/terraform/language/expressions/for */
  #for(close: ']' | '}'): Expression {
    const word = (): string => {
      this.#blank();
      const found = this.#peek(WORD);
      if (found === undefined) throw new Unread();
      this.#at += found.length;
      return found;
    };
    word();
    const names = [word()];
    this.#blank();
    if (this.#take(',')) names.push(word());
    if (word() !== 'in') throw new Unread();
    const of = this.#expression();
    this.#blank();
    this.#expect(':');
    const first = this.#expression();
    this.#blank();
    const isMap = close === '}';
    if (isMap) this.#expect('=>');
    const value = isMap ? this.#expression() : first;
    this.#blank();
    const isGrouped = isMap && this.#take('...');
    this.#blank();
    let test: Expression | undefined;
    if (this.#peek(WORD) === 'if') {
      word();
      test = this.#expression();
      this.#blank();
    }
    this.#expect(close);
    return { is: 'for', names, of, key: isMap ? first : undefined, value, test, isGrouped };
  }

  #items(close: string): readonly Expression[] {
    const items: Expression[] = [];
    for (;;) {
      this.#blank();
      if (this.#take(close)) return items;
      const item = this.#expression();
      this.#blank();
      // `...` spreads a list over the arguments of a call.
      items.push(close === ')' && this.#take('...') ? { is: 'spread', of: item } : item);
      this.#blank();
      if (!this.#take(',')) {
        this.#blank();
        this.#expect(close);
        return items;
      }
    }
  }

  #object(): Expression {
    this.#at++;
    this.#blank();
    if (this.#peek(WORD) === 'for') return this.#for('}');
    const entries: (readonly [Expression, Expression])[] = [];
    for (;;) {
      this.#blank();
      if (this.#take('}')) return { is: 'object', entries };
      const word = this.#peek(WORD);
      let key: Expression;
      if (word === undefined) key = this.#expression();
      else {
        // A bare word is the key itself, and not a reference.
        this.#at += word.length;
        key = { is: 'literal', value: word };
      }
      this.#blank();
      if (!this.#take('=')) this.#expect(':');
      entries.push([key, this.#expression()]);
      this.#blank();
      this.#take(',');
    }
  }

  #blank(): void {
    const blank = this.#peek(BLANK);
    if (blank !== undefined) this.#at += blank.length;
  }

  #peek(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0];
  }

  #take(text: string): boolean {
    if (!this.text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new Unread();
  }
}
