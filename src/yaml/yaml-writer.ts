import { needsEscape, type ScalarStyle } from './scalar-style.js';
import { isBreak } from './yaml-cursor.js';

const BEST_WIDTH = 80;

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x00, '0'],
  [0x07, 'a'],
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0b, 'v'],
  [0x0c, 'f'],
  [0x0d, 'r'],
  [0x1b, 'e'],
  [0x22, '"'],
  [0x5c, '\\'],
  [0x85, 'N'],
  [0xa0, '_'],
  [0x2028, 'L'],
  [0x2029, 'P'],
]);

/** Writes YAML's signs and scalars with libyaml's rules for blanks, indentation and folding. */
export class YamlWriter {
  #out = '';
  #column = 0;
  /** True if a blank, or nothing, is what the line ends with. */
  #endsInSpace = true;
  /** True if the line holds nothing but blanks and `-`, `?` and `:` so far. */
  #isIndentation = true;

  get text(): string {
    return this.#out;
  }

  /** True where a collection may go on on the same line, as after `- `. */
  get mayContinueLine(): boolean {
    return this.#isIndentation;
  }

  /** Goes to a new line, unless this one has nothing on it yet, and indents it. */
  indent(indent: number): void {
    if (!this.#isIndentation || this.#column > indent || (this.#column === indent && !this.#endsInSpace))
      this.#breakLine();
    if (this.#column < indent) this.#put(' '.repeat(indent - this.#column));
    this.#endsInSpace = true;
    this.#isIndentation = true;
  }

  /** Writes `-`, `?` or a complex key's `:`. */
  blockIndicator(indicator: string): void {
    this.#separate();
    this.#put(indicator);
    this.#endsInSpace = false;
  }

  /** Writes the `:` after a key. */
  colon(): void {
    this.#put(':');
    this.#endContent();
  }

  /** Writes ASCII that is never folded: a number, `null`, `[]`. */
  token(text: string): void {
    this.#separate();
    this.#put(text);
    this.#endContent();
  }

  /** @param indent of the lines that follow the first, unless `mayFold` is false, as in a key */
  scalar(value: string, style: ScalarStyle, indent: number, mayFold: boolean): void {
    switch (style) {
      case 'plain':
        this.#separate();
        this.#foldable(value, indent, mayFold, false);
        break;
      case 'single':
        this.#separate();
        this.#put("'");
        this.#foldable(value, indent, mayFold, true);
        this.#put("'");
        break;
      case 'double':
        this.#separate();
        this.#doubleQuoted(value, indent, mayFold);
        break;
      case 'literal':
        this.#literal(value, indent);
        return;
    }
    this.#endContent();
  }

  // Each unit is a character here: what lies beyond U+FFFF is always written between double quotes.
  #foldable(value: string, indent: number, mayFold: boolean, isQuoted: boolean): void {
    const text = isQuoted ? value.replaceAll("'", "''") : value;
    if (!/[\u2028\u2029]/.test(text) && (!mayFold || this.#column + text.length <= BEST_WIDTH)) {
      this.#out += text;
      this.#column += text.length;
      return;
    }
    let afterSpace = false;
    let afterBreak = false;
    let written = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x20) {
        const isInside = !isQuoted || (at > 0 && at < text.length - 1);
        if (mayFold && !afterSpace && this.#column > BEST_WIDTH && isInside && text.charCodeAt(at + 1) !== 0x20) {
          this.#out += text.slice(written, at);
          written = at + 1;
          this.#isIndentation = false;
          this.indent(indent);
        } else {
          this.#column++;
        }
        afterSpace = true;
      } else if (isBreak(code)) {
        this.#column = 0;
        this.#isIndentation = true;
        afterBreak = true;
      } else {
        if (afterBreak) {
          this.#out += text.slice(written, at);
          written = at;
          this.indent(indent);
        }
        this.#column++;
        this.#isIndentation = false;
        afterSpace = false;
        afterBreak = false;
      }
    }
    this.#out += text.slice(written);
  }

  #doubleQuoted(value: string, indent: number, mayFold: boolean): void {
    this.#put('"');
    this.#isIndentation = false;
    // As upstream, which looks for the mark at the start of the value, wherever it is.
    const escapesAll = value.startsWith('\ufeff');
    let afterSpace = false;
    // Where the run starts that goes out as it is.
    let start = 0;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      const isSpace = code === 0x20 && !escapesAll;
      if (isSpace && mayFold && !afterSpace && this.#column > BEST_WIDTH && at > 0 && at < value.length - 1) {
        this.#out += value.slice(start, at);
        start = at + 1;
        this.#isIndentation = false;
        this.indent(indent);
        if (value[at + 1] === ' ') this.#put('\\');
      } else if (escapesAll || needsEscape(code)) {
        this.#out += value.slice(start, at);
        const codePoint = value.codePointAt(at)!;
        if (codePoint > 0xffff) at++;
        start = at + 1;
        this.#put(printEscape(codePoint));
      } else {
        this.#column++;
      }
      afterSpace = isSpace;
    }
    this.#out += value.slice(start);
    this.#put('"');
  }

  #literal(value: string, indent: number): void {
    this.#separate();
    this.#put('|');
    if (value[0] === ' ' || isBreak(value.charCodeAt(0))) this.#put('2');
    if (!isBreak(value.charCodeAt(value.length - 1))) this.#put('-');
    else if (value.length === 1 || isBreak(value.charCodeAt(value.length - 2))) this.#put('+');
    this.#breakLine();
    this.#isIndentation = true;
    this.#endsInSpace = true;
    const padding = ' '.repeat(indent);
    for (const line of value.match(/[^\n\u2028\u2029]*[\n\u2028\u2029]|[^\n\u2028\u2029]+$/g)!) {
      const isEnded = isBreak(line.charCodeAt(line.length - 1));
      this.#out += line.length === 1 && isEnded ? line : padding + line;
      this.#column = isEnded ? 0 : indent + 1;
      this.#isIndentation = isEnded;
    }
  }

  #separate(): void {
    if (!this.#endsInSpace) this.#put(' ');
  }

  #endContent(): void {
    this.#endsInSpace = false;
    this.#isIndentation = false;
  }

  #breakLine(): void {
    this.#out += '\n';
    this.#column = 0;
  }

  /** ASCII only. */
  #put(text: string): void {
    this.#out += text;
    this.#column += text.length;
  }
}

const printEscape = (code: number): string => {
  const short = SHORT_ESCAPES.get(code);
  if (short !== undefined) return `\\${short}`;
  const [letter, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${letter}${code
    .toString(16)
    .toUpperCase()
    .padStart(digits as number, '0')}`;
};
