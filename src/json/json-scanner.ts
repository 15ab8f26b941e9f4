/** Where a text stops being JSON. Nothing of the text is in it, which may be a secret. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';

  /** @param at in bytes; the length of the text where it is cut off */
  constructor(readonly at: number) {
    super(`no JSON at byte ${at}`);
  }
}

/** What was to be kept of a JSON text is more than the budget. */
export class JsonBudgetError extends Error {
  override readonly name = 'JsonBudgetError';
}

/** What may become values: a short value in the text can take a hundred times its length in memory. */
export interface JsonBudget {
  readonly bytes: number;
  readonly values: number;
}

interface ScannerMark {
  readonly at: number;
  readonly left: JsonBudget;
}

const Byte = {
  Quote: 0x22,
  Comma: 0x2c,
  Minus: 0x2d,
  Colon: 0x3a,
  OpenList: 0x5b,
  Backslash: 0x5c,
  CloseList: 0x5d,
  OpenObject: 0x7b,
  CloseObject: 0x7d,
} as const;

const LITERALS = new Map(['true', 'false', 'null'].map((text) => [text.charCodeAt(0), text]));

/**
 * Walks over JSON in UTF-8, and makes values of those parts alone that are asked for. All of it is checked, also what
 * is skipped; that costs no memory.
 */
export class JsonScanner {
  #at = 0;
  #left: JsonBudget;
  /** How many values were walked over. */
  #values = 0;

  constructor(
    readonly bytes: Buffer,
    budget: JsonBudget,
  ) {
    this.#left = budget;
  }

  /** Lets a walk begin again here, as if it had not been made. */
  mark(): ScannerMark {
    return { at: this.#at, left: this.#left };
  }

  rewind({ at, left }: ScannerMark): void {
    this.#at = at;
    this.#left = left;
  }

  /** What stands next: `{`, `[`, or the first byte of something else. */
  peek(): string {
    return String.fromCharCode(this.#next() ?? 0);
  }

  /** @throws JsonFault where anything but blanks follows */
  end(): void {
    if (this.#next() !== undefined) this.#fail();
  }

  /** @throws JsonFault, or JsonBudgetError */
  parse(): unknown {
    this.#next();
    const start = this.#at;
    const before = this.#values;
    this.skip();
    this.spend(this.#values - before, this.#at - start);
    return JSON.parse(this.bytes.toString('utf8', start, this.#at)) as unknown;
  }

  /** @throws JsonBudgetError where nothing is left */
  spend(values: number, bytes = 0): void {
    this.#left = { bytes: this.#left.bytes - bytes, values: this.#left.values - values };
    if (this.#left.bytes < 0 || this.#left.values < 0) throw new JsonBudgetError();
  }

  /** Walks over the members of an object; `read` must walk over the value. */
  members(read: (key: string) => void): void {
    this.#expect(Byte.OpenObject);
    if (this.#next() === Byte.CloseObject) {
      this.#at++;
      return;
    }
    for (;;) {
      this.#next();
      const start = this.#at;
      this.#skipText();
      const key = JSON.parse(this.bytes.toString('utf8', start, this.#at)) as string;
      this.#expect(Byte.Colon);
      read(key);
      if (this.#next() === Byte.Comma) this.#at++;
      else {
        this.#expect(Byte.CloseObject);
        return;
      }
    }
  }

  /** Walks over the items of a list; `read` must walk over each. */
  items(read: () => void): void {
    this.#expect(Byte.OpenList);
    if (this.#next() === Byte.CloseList) {
      this.#at++;
      return;
    }
    for (;;) {
      read();
      if (this.#next() === Byte.Comma) this.#at++;
      else {
        this.#expect(Byte.CloseList);
        return;
      }
    }
  }

  /** Walks over a value, however deep it is nested. */
  skip(): void {
    const open: number[] = [];
    for (;;) {
      const first = this.#next();
      this.#values++;
      if (first === Byte.OpenObject || first === Byte.OpenList) {
        this.#at++;
        const close = first + 2;
        if (this.#next() === close) this.#at++;
        else {
          open.push(close);
          if (close === Byte.CloseObject) this.#skipKey();
          continue;
        }
      } else this.#skipScalar(first);
      // What follows a value.
      for (;;) {
        const close = open.at(-1);
        if (close === undefined) return;
        const next = this.#next();
        if (next === Byte.Comma) {
          this.#at++;
          if (close === Byte.CloseObject) this.#skipKey();
          break;
        }
        this.#expect(close);
        open.pop();
      }
    }
  }

  #fail(): never {
    throw new JsonFault(this.#at);
  }

  #expect(byte: number): void {
    if (this.#next() !== byte) this.#fail();
    this.#at++;
  }

  /** The next byte that is not a blank. */
  #next(): number | undefined {
    const { bytes } = this;
    let byte = bytes[this.#at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.#at];
    return byte;
  }

  #skipKey(): void {
    this.#next();
    this.#skipText();
    this.#expect(Byte.Colon);
  }

  #skipText(): void {
    const { bytes } = this;
    if (bytes[this.#at] !== Byte.Quote) this.#fail();
    let at = this.#at + 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === Byte.Quote) break;
      if (byte === Byte.Backslash) at += this.#escapeLength(at);
      else if (byte === undefined || byte < 0x20) {
        this.#at = at;
        this.#fail();
      } else at++;
    }
    this.#at = at + 1;
  }

  #escapeLength(at: number): number {
    const escaped = String.fromCharCode(this.bytes[at + 1] ?? 0);
    const length = escaped === 'u' ? 6 : 2;
    const isGood =
      escaped === 'u' ? HEX.test(this.bytes.toString('latin1', at + 2, at + 6)) : ESCAPED.includes(escaped);
    if (isGood) return length;
    this.#at = Math.min(at + length, this.bytes.length);
    return this.#fail();
  }

  #skipScalar(first: number | undefined): void {
    if (first === Byte.Quote) {
      this.#skipText();
      return;
    }
    const literal = LITERALS.get(first ?? 0);
    if (literal !== undefined) {
      for (const one of literal) {
        if (this.bytes[this.#at] !== one.charCodeAt(0)) this.#fail();
        this.#at++;
      }
    } else if (first === Byte.Minus || isDigit(first)) this.#skipNumber();
    else this.#fail();
  }

  #skipNumber(): void {
    if (this.bytes[this.#at] === Byte.Minus) this.#at++;
    if (this.bytes[this.#at] === 0x30) this.#at++;
    else this.#skipDigits();
    if (this.bytes[this.#at] === 0x2e) {
      this.#at++;
      this.#skipDigits();
    }
    if (this.bytes[this.#at] === 0x65 || this.bytes[this.#at] === 0x45) {
      this.#at++;
      if (this.bytes[this.#at] === 0x2b || this.bytes[this.#at] === Byte.Minus) this.#at++;
      this.#skipDigits();
    }
  }

  #skipDigits(): void {
    if (!isDigit(this.bytes[this.#at])) this.#fail();
    while (isDigit(this.bytes[this.#at])) this.#at++;
  }
}

const HEX = /^[\da-fA-F]{4}$/;
const ESCAPED = '"\\/bfnrt';

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
