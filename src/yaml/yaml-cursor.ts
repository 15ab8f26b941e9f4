import { YamlError } from './yaml-error.js';

// The cursor pads its text with NULs, the longest look-ahead being that of `--- `.
const PADDING = '\0\0\0\0\0\0\0\0\0';

/** A place in a YAML text, for the scanner and its parts. */
export class YamlCursor {
  readonly text: string;
  /** In UTF-16 units; the text ends at the first NUL. */
  position = 0;
  /** From 0. */
  line = 0;
  #lineStart = 0;

  /** @param text without control characters and lone surrogates */
  constructor(text: string) {
    this.text = text + PADDING;
  }

  /** In characters from the start of the line, from 0. */
  get column(): number {
    return this.position - this.#lineStart;
  }

  /** The UTF-16 unit here, or some units on; 0 at the end. */
  code(offset = 0): number {
    return this.text.charCodeAt(this.position + offset);
  }

  /** Moves on by some units of ASCII. */
  skip(units = 1): void {
    this.position += units;
  }

  /** Moves to a later place on the same line, over any characters. */
  moveTo(position: number): void {
    for (let i = this.position; i < position; i++) {
      // The second half of a surrogate pair is not a column of its own.
      if ((this.text.charCodeAt(i) & 0xfc00) === 0xdc00) this.#lineStart++;
    }
    this.position = position;
  }

  skipComment(): void {
    let at = this.position;
    while (!isBreakOrEnd(this.text.charCodeAt(at))) at++;
    this.position = at;
  }

  /** Moves past a line break, if there is one, and tells what it means as content. */
  readBreak(): string {
    const code = this.code();
    if (!isBreak(code)) return '';
    this.position += code === 0x0d && this.code(1) === 0x0a ? 2 : 1;
    this.line++;
    this.#lineStart = this.position;
    return code === 0x2028 || code === 0x2029 ? String.fromCharCode(code) : '\n';
  }

  /** The end of the text counts as the start of a new line. */
  startLine(): void {
    if (this.column === 0) return;
    this.line++;
    this.#lineStart = this.position;
  }

  /** Whether `---` or `...` stands alone at the start of the line. */
  atDocumentIndicator(): boolean {
    if (this.column !== 0) return false;
    const code = this.code();
    if (code !== 0x2d && code !== 0x2e) return false;
    return this.code(1) === code && this.code(2) === code && isBlankOrEnd(this.code(3));
  }

  /** A problem of the scanner at this place; go-yaml counts lines from 1, but keeps still about the first. */
  fail(problem: string): never {
    throw new YamlError(`yaml: ${this.line > 0 ? `line ${this.line + 1}: ` : ''}${problem}`, {
      problem,
      line: this.line + 1,
      column: this.column + 1,
    });
  }
}

/** Space or tab. */
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** One of YAML 1.1's five line breaks. */
export const isBreak = (code: number): boolean =>
  code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;

export const isBreakOrEnd = (code: number): boolean => isBreak(code) || code === 0;

export const isBlankOrEnd = (code: number): boolean => isBlank(code) || isBreak(code) || code === 0;

/** What names of anchors, tag handles and directives consist of: ASCII letters and digits, `_` and `-`. */
export const isNameCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || isDigit(code) || code === 0x5f || code === 0x2d;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
