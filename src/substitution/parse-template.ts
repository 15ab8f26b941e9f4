import { SubstitutionError } from './substitution-error.js';
import type { Expression, Template, TemplateNode } from './template.js';

const BAD_SUBSTITUTION = 'bad substitution';
const BAD_NAME = 'unable to parse variable name';
const BAD_ARGUMENT = 'unable to parse substitution within function';
const NO_CLOSING_BRACE = 'missing closing brace';

// What follows when the argument now being read is complete.
type Next = 'default' | 'offset' | 'pattern' | 'close';

interface OpenExpression {
  readonly name: string;
  readonly operator: string;
  readonly args: TemplateNode[];
  next: Next;
}

/**
 * Reads a text as Flux's substitution does (fluxcd/pkg/envsubst v1.7): only `${…}` is an expression, and
 * `$$` is a literal `$` everywhere outside of one. Linear in the length of the text, at any depth of nesting.
 *
 * @throws SubstitutionError in Flux's words, such as `missing closing brace`
 */
export const parseTemplate = (text: string): Template => {
  if (!text.includes('$')) return { nodes: text === '' ? [] : [text] };
  return new TemplateParser(text).parse();
};

class TemplateParser {
  #position = 0;
  /** Upstream takes a NUL for the end of its input; so nothing after one exists. */
  readonly #end: number;
  readonly #name = /[\p{L}\p{Nd}_]+/uy;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    const nul = text.indexOf('\0');
    this.#end = nul < 0 ? text.length : nul;
  }

  parse(): Template {
    const nodes: TemplateNode[] = [];
    while (this.#position < this.#end) {
      const literal = this.#readLiteral();
      if (literal !== '') nodes.push(literal);
      if (this.#position < this.#end) nodes.push(this.#readExpression());
    }
    return { nodes };
  }

  /** Up to the next `${`, or the end. */
  #readLiteral(): string {
    const text = this.#text;
    const end = this.#end;
    const pieces: string[] = [];
    let start = this.#position;
    let at = text.indexOf('$', start);
    while (at >= 0 && at < end) {
      const following = at + 1 < end ? text[at + 1] : '';
      if (following === '{') break;
      if (following === '$') {
        pieces.push(text.slice(start, at + 1));
        start = at + 2;
        at = text.indexOf('$', start);
      } else {
        at = text.indexOf('$', at + 1);
      }
    }
    this.#position = at < 0 || at >= end ? end : at;
    const rest = text.slice(start, this.#position);
    return pieces.length === 0 ? rest : pieces.join('') + rest;
  }

  #readExpression(): Expression {
    const open: OpenExpression[] = [];
    let done = this.#openExpression(open);
    for (;;) {
      if (done !== undefined) {
        const parent = open.at(-1);
        if (parent === undefined) return done;
        parent.args.push(done);
        done = undefined;
      } else {
        const current = open.at(-1)!;
        if (this.#startsExpression()) {
          done = this.#openExpression(open);
          continue;
        }
        // A default may be empty; every other argument needs at least one character.
        if (current.next !== 'default' || this.#peek() !== '}') current.args.push(this.#readArgument(current));
      }
      done = this.#advance(open);
    }
  }

  /** Reads `${name<operator>`; an expression without arguments is complete, another one is left open. */
  #openExpression(open: OpenExpression[]): Expression | undefined {
    this.#position += 2;
    if (this.#peek() === '#') {
      this.#position++;
      const name = this.#readName(BAD_SUBSTITUTION);
      this.#close(BAD_SUBSTITUTION);
      return { name, operator: '#', args: [] };
    }
    const name = this.#readName(BAD_NAME);
    switch (this.#peek()) {
      case ':':
        return this.#openColon(open, name);
      case '=':
        return this.#openWith(open, name, '=', 'default');
      case ',':
      case '^': {
        const operator = this.#takeOperator(/[,^]{1,2}/y);
        this.#close(BAD_SUBSTITUTION);
        return { name, operator, args: [] };
      }
      case '/':
        return this.#push(open, name, this.#takeOperator(/\/[/#%]?/y), 'pattern');
      case '#':
        return this.#push(open, name, this.#takeOperator(/#{1,2}/y), 'close');
      case '%':
        return this.#push(open, name, this.#takeOperator(/%{1,2}/y), 'close');
      default:
        this.#close(NO_CLOSING_BRACE);
        return { name, operator: '', args: [] };
    }
  }

  #openColon(open: OpenExpression[], name: string): undefined {
    const following = this.#text.charCodeAt(this.#position + 1);
    // Upstream steps back by the width of the character that it peeked at, so one that takes several
    // bytes, or none (the end of the input), leaves it beside the colon.
    if (Number.isNaN(following) || following > 0x7f) throw new SubstitutionError(BAD_SUBSTITUTION);
    const operator = this.#takeOperator(/:[-=?+]?/y);
    return this.#push(open, name, operator, operator === ':' ? 'offset' : 'default');
  }

  #openWith(open: OpenExpression[], name: string, operator: string, next: Next): undefined {
    this.#position += operator.length;
    return this.#push(open, name, operator, next);
  }

  #push(open: OpenExpression[], name: string, operator: string, next: Next): undefined {
    open.push({ name, operator, args: [], next });
    return undefined;
  }

  /** After an argument: either more of the same expression is to come, or it is complete. */
  #advance(open: OpenExpression[]): Expression | undefined {
    const current = open.at(-1)!;
    switch (current.next) {
      case 'default':
        if (this.#peek() !== '}') return undefined;
        break;
      case 'offset':
        if (this.#peek() !== '}') {
          this.#skipRun(':');
          current.next = 'close';
          return undefined;
        }
        break;
      case 'pattern':
        this.#skipRun('/');
        if (this.#peek() !== '}') {
          current.next = 'close';
          return undefined;
        }
        break;
      case 'close':
        break;
    }
    this.#close(BAD_SUBSTITUTION);
    open.pop();
    const { name, operator, args } = current;
    return { name, operator, args };
  }

  #readArgument(current: OpenExpression): string {
    if (current.operator.startsWith('/')) return this.#readEscapedArgument(current.next === 'pattern' ? '/' : '}');
    const stop = current.next === 'offset' ? /\$\{|[:}]/g : /\$\{|\}/g;
    stop.lastIndex = this.#position;
    const found = stop.exec(this.#text);
    const until = Math.min(found === null ? this.#end : found.index, this.#end);
    if (until === this.#position) throw new SubstitutionError(BAD_ARGUMENT);
    const argument = this.#text.slice(this.#position, until);
    this.#position = until;
    return argument;
  }

  /** The arguments of `/` know `\/`, `\\` and `$$`; those of the other operators know no escape at all. */
  #readEscapedArgument(stop: '/' | '}'): string {
    const text = this.#text;
    const end = this.#end;
    const pieces: string[] = [];
    let start = this.#position;
    let at = start;
    while (at < end && text[at] !== stop) {
      const pair = at + 1 < end ? text.slice(at, at + 2) : '';
      if (pair === '${') break;
      if (pair === '$$' || pair === '\\/' || pair === '\\\\') {
        pieces.push(text.slice(start, at));
        start = at + 1;
        at++;
      }
      at++;
    }
    if (at === this.#position) throw new SubstitutionError(BAD_ARGUMENT);
    this.#position = at;
    return pieces.join('') + text.slice(start, at);
  }

  #readName(error: string): string {
    this.#name.lastIndex = this.#position;
    const name = this.#name.exec(this.#text)?.[0];
    if (name === undefined) throw new SubstitutionError(error);
    this.#position += name.length;
    return name;
  }

  #takeOperator(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const operator = pattern.exec(this.#text)![0];
    this.#position += operator.length;
    return operator;
  }

  #skipRun(character: string): void {
    if (this.#peek() !== character) throw new SubstitutionError(BAD_SUBSTITUTION);
    while (this.#peek() === character) this.#position++;
  }

  #close(error: string): void {
    if (this.#peek() !== '}') throw new SubstitutionError(error);
    this.#position++;
  }

  #peek(): string {
    return this.#position < this.#end ? this.#text[this.#position]! : '';
  }

  #startsExpression(): boolean {
    return this.#peek() === '$' && this.#position + 1 < this.#end && this.#text[this.#position + 1] === '{';
  }
}
