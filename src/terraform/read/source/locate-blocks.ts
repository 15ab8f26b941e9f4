import { joinPath } from '../../../json/json-path.js';

/** Where a block on the level of a file is, and everything in it. */
export interface LocatedBlock {
  /** `resource`. */
  readonly type: string;
  readonly labels: readonly string[];
  /** From 1. */
  readonly line: number;
  /** The lines of its attributes and inner blocks, by printed path: `metadata[0].name`. */
  readonly lines: ReadonlyMap<string, number>;
}

/** How deep a file may be nested: the parser's stack is limited, and it doesn't survive when that is full. */
export const DEEPEST = 200;

/** What is known of a file's places. */
export interface LocatedFile {
  readonly blocks: readonly LocatedBlock[];
  /** The lines of attributes on the level of the file, as tfvars files have them. */
  readonly lines: ReadonlyMap<string, number>;
  /** It is nested deeper than {@link DEEPEST}; what follows isn't located. */
  readonly isTooDeep: boolean;
}

/** What is open: the body of a block, an object, a list, or a parenthesis. */
interface Frame {
  readonly is: 'body' | 'object' | 'list' | 'paren';
  /** Undefined within what has no path, such as the arguments of a function. */
  readonly path: string | undefined;
  readonly lines: Map<string, number>;
  /** How many blocks of a type, or items of a list, came before. */
  readonly counts: Map<string, number>;
}

const WORD = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const HEREDOC = /<<-?([\p{L}_][\p{L}\p{N}_-]*)[^\n]*\n?/uy;

/**
 * Finds the lines of blocks and attributes. The parser of HCL says only what is in them. What isn't HCL is passed over;
 * nothing throws.
 */
export const locateBlocks = (text: string): LocatedFile => new Locator(text).locate();

class Locator {
  #at = 0;
  #line = 1;
  /** Where the line was counted. */
  #counted = 0;
  #depth = 0;
  readonly #blocks: LocatedBlock[] = [];
  readonly #frames: Frame[] = [{ is: 'body', path: '', lines: new Map(), counts: new Map() }];

  constructor(readonly text: string) {}

  locate(): LocatedFile {
    const { lines } = this.#frames[0]!;
    while (this.#at < this.text.length && this.#depth <= DEEPEST) {
      const frame = this.#frames.at(-1)!;
      if (frame.is === 'body' || frame.is === 'object') this.#item(frame);
      else this.#inside(frame);
    }
    return { blocks: this.#blocks, lines, isTooDeep: this.#depth > DEEPEST };
  }

  /** What begins an item of a body or an object, or ends it. */
  #item(frame: Frame): void {
    this.#skipBlank(true);
    const first = this.text[this.#at];
    if (first === undefined) return;
    if (first === '}') {
      this.#close();
      return;
    }
    const start = this.#at;
    const line = this.#lineAt(start);
    const key = this.#name();
    if (key === undefined) {
      // A computed key, or what isn't HCL.
      if (first === '(') this.#open('paren', undefined);
      else this.#at++;
      if (first !== '(' && !/[\s,]/.test(first)) this.#value(frame, undefined);
      return;
    }
    this.#skipBlank(false);
    const next = this.text[this.#at];
    if ((next === '=' && this.text[this.#at + 1] !== '=') || (next === ':' && frame.is === 'object')) {
      this.#at++;
      const path = frame.path === undefined ? undefined : joinPath(frame.path, key);
      if (path !== undefined) frame.lines.set(path, line);
      this.#value(frame, path);
    } else if (frame.is === 'body') this.#block(frame, key, line);
    else this.#value(frame, undefined);
  }

  #block(frame: Frame, type: string, line: number): void {
    const labels: string[] = [];
    for (;;) {
      this.#skipBlank(false);
      const label = this.#name();
      if (label === undefined) break;
      labels.push(label);
    }
    if (this.text[this.#at] !== '{') return;
    if (this.#frames.length === 1) {
      const lines = new Map<string, number>();
      this.#blocks.push({ type, labels, line, lines });
      this.#open('body', '', lines);
      return;
    }
    const key = [type, ...labels].join(' ');
    const index = frame.counts.get(key) ?? 0;
    frame.counts.set(key, index + 1);
    const path =
      frame.path === undefined ? undefined : `${labels.reduce(joinPath, joinPath(frame.path, type))}[${index}]`;
    if (path !== undefined) frame.lines.set(path, line);
    this.#open('body', path, frame.lines);
  }

  /** What follows `=`, up to the end of the item or to a bracket that opens. */
  #value(frame: Frame, path: string | undefined): void {
    this.#skipBlank(false);
    const first = this.text[this.#at];
    if (first === '{') this.#open('object', path, frame.lines);
    else if (first === '[') this.#open('list', path, frame.lines);
    else this.#rest(frame);
  }

  /** The rest of an item, in which brackets have no path. */
  #rest(frame: Frame): void {
    while (this.#at < this.text.length) {
      this.#skipBlank(false);
      const next = this.text[this.#at];
      if (next === undefined || next === '\n' || next === '}' || (next === ',' && frame.is === 'object')) return;
      if (next === '{' || next === '[' || next === '(') {
        this.#open(next === '{' ? 'object' : next === '[' ? 'list' : 'paren', undefined);
        return;
      }
      this.#token();
    }
  }

  /** An item of a list, or anything in parentheses. */
  #inside(frame: Frame): void {
    this.#skipBlank(true);
    const next = this.text[this.#at];
    if (next === undefined) return;
    if (next === ']' || next === ')' || next === '}') {
      this.#close();
      return;
    }
    const index = frame.counts.get('') ?? 0;
    const path = frame.path === undefined || frame.is === 'paren' ? undefined : joinPath(frame.path, index);
    if (path !== undefined && !frame.lines.has(path)) frame.lines.set(path, this.#lineAt(this.#at));
    if (next === ',') {
      this.#at++;
      frame.counts.set('', index + 1);
    } else if (next === '{') this.#open('object', path, frame.lines);
    else if (next === '[') this.#open('list', path, frame.lines);
    else if (next === '(') this.#open('paren', undefined);
    else this.#token();
  }

  #open(is: Frame['is'], path: string | undefined, lines?: Map<string, number>): void {
    this.#at++;
    this.#frames.push({ is, path, lines: lines ?? new Map<string, number>(), counts: new Map() });
    this.#depth = Math.max(this.#depth, this.#frames.length);
  }

  #close(): void {
    this.#at++;
    if (this.#frames.length === 1) return;
    this.#frames.pop();
    const frame = this.#frames.at(-1)!;
    // `{ … }` may be followed by an operator or a step.
    if (frame.is === 'body' || frame.is === 'object') this.#rest(frame);
  }

  #name(): string | undefined {
    if (this.text[this.#at] === '"') {
      const start = this.#at;
      this.#skipQuoted();
      return this.text.slice(start + 1, this.#at - 1);
    }
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.text)?.[0];
    if (word !== undefined) this.#at += word.length;
    return word;
  }

  /** A text, a heredoc, a word, or one character. */
  #token(): void {
    if (this.text[this.#at] === '"') this.#skipQuoted();
    else if (this.text.startsWith('<<', this.#at)) this.#skipHeredoc();
    else if (this.#name() === undefined) this.#at++;
  }

  /** Blanks and comments, of more than one line on demand. */
  #skipBlank(withLines: boolean): void {
    for (;;) {
      const next = this.text[this.#at];
      if (next === ' ' || next === '\t' || next === '\r' || next === '\uFEFF' || (withLines && next === '\n'))
        this.#at++;
      else if (next === '#' || this.text.startsWith('//', this.#at)) this.#skipTo('\n', 0);
      else if (this.text.startsWith('/*', this.#at)) this.#skipTo('*/', 2);
      else return;
    }
  }

  #skipTo(end: string, length: number): void {
    const found = this.text.indexOf(end, this.#at + length);
    this.#at = found < 0 ? this.text.length : found + length;
  }

  /** A quoted text with what is interpolated, which may have quotes and braces of its own. */
  #skipQuoted(): void {
    this.#at++;
    const open: ('text' | 'code')[] = ['text'];
    while (this.#at < this.text.length && open.length > 0) {
      const next = this.text[this.#at]!;
      const isText = open.at(-1) === 'text';
      if (isText && next === '\\') this.#at += 2;
      else if (isText && (this.text.startsWith('$${', this.#at) || this.text.startsWith('%%{', this.#at)))
        this.#at += 3;
      else if (isText && (this.text.startsWith('${', this.#at) || this.text.startsWith('%{', this.#at))) {
        open.push('code');
        this.#at += 2;
      } else {
        if (next === '"') {
          if (isText) open.pop();
          else open.push('text');
        } else if (!isText && next === '{') open.push('code');
        else if (!isText && next === '}') open.pop();
        // A quoted text has one line; what follows one that isn't closed is read again.
        else if (next === '\n' && open.length === 1) return;
        this.#at++;
      }
    }
  }

  #skipHeredoc(): void {
    HEREDOC.lastIndex = this.#at;
    const found = HEREDOC.exec(this.text);
    if (found === null) {
      this.#at += 2;
      return;
    }
    this.#at += found[0].length;
    while (this.#at < this.text.length) {
      const end = this.text.indexOf('\n', this.#at);
      const line = this.text.slice(this.#at, end < 0 ? this.text.length : end);
      const isLast = line.trim() === found[1];
      // The line break after it ends the item.
      this.#at = end < 0 ? this.text.length : isLast ? end : end + 1;
      if (isLast) return;
    }
  }

  #lineAt(at: number): number {
    for (
      let next = this.text.indexOf('\n', this.#counted);
      next >= 0 && next < at;
      next = this.text.indexOf('\n', next + 1)
    ) {
      this.#line++;
      this.#counted = next + 1;
    }
    return this.#line;
  }
}
