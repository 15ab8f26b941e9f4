/** Ranges of code points, sorted and apart: `[[48, 57]]` is the digits. */
export type CharSet = readonly (readonly [number, number])[];

export type Regex =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Regex[] }
  | { readonly kind: 'repeat'; readonly part: Regex; readonly min: number; readonly max: number }
  | { readonly kind: 'start' | 'end' };

export const LAST_CODE_POINT = 0x10ffff;
export const ANY: CharSet = [[0, LAST_CODE_POINT]];

/** The same set, with its ranges sorted and merged. */
const normal = (ranges: readonly (readonly [number, number])[]): CharSet => {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
};

const negated = (set: CharSet): CharSet => {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_CODE_POINT) rest.push([next, LAST_CODE_POINT]);
  return rest;
};

const DIGITS: CharSet = [[0x30, 0x39]];
const WORD = normal([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
/** What `.` leaves out in JavaScript. */
const LINE_ENDS = normal([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);
const CLASSES: Readonly<Record<string, CharSet>> = { d: DIGITS, D: negated(DIGITS), w: WORD, W: negated(WORD) };
const ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Thrown for what is not read here: nothing can then be proven of the pattern. */
export class UnreadRegex extends Error {}

/**
 * Reads the common part of RE2 and JavaScript that infra inputs may use: classes, groups, choices, repetitions, ^ and $.
 *
 * @throws UnreadRegex for anything else
 */
export const parseRegex = (source: string): Regex => {
  const reader = new RegexReader([...source]);
  const regex = reader.choice();
  if (!reader.isDone()) throw new UnreadRegex(source);
  return regex;
};

const single = (code: number): Regex => ({ kind: 'set', set: [[code, code]] });

class RegexReader {
  #position = 0;
  readonly #source: readonly string[];

  constructor(source: readonly string[]) {
    this.#source = source;
  }

  isDone(): boolean {
    return this.#position >= this.#source.length;
  }

  choice(): Regex {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  #sequence(): Regex {
    const parts: Regex[] = [];
    while (!this.isDone() && this.#peek() !== '|' && this.#peek() !== ')') parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Regex {
    let part = this.#atom();
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return part;
      // Lazy or greedy, the language is the same.
      this.#take('?');
      part = { kind: 'repeat', part, min: bounds[0], max: bounds[1] };
    }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(this.#source.slice(this.#position, this.#position + 12).join(''));
    if (found === null) return undefined;
    this.#position += found[0].length;
    const min = Number(found[1]);
    return [min, found[2] === '' ? min : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])];
  }

  #atom(): Regex {
    const character = this.#next();
    switch (character) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '.':
        return { kind: 'set', set: negated(LINE_ENDS) };
      case '[':
        return { kind: 'set', set: this.#charClass() };
      case '(': {
        if (this.#take('?') && !this.#take(':')) throw new UnreadRegex('group');
        const inner = this.choice();
        if (!this.#take(')')) throw new UnreadRegex('group');
        return inner;
      }
      case '\\':
        return { kind: 'set', set: this.#escape() };
      case '*':
      case '+':
      case '?':
        throw new UnreadRegex(character);
      default:
        return single(character.codePointAt(0)!);
    }
  }

  #charClass(): CharSet {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const from = this.#member();
      const code = from.length === 1 && from[0]![0] === from[0]![1] ? from[0]![0] : undefined;
      if (code !== undefined && this.#peek() === '-' && this.#source[this.#position + 1] !== ']') {
        this.#position++;
        ranges.push([code, this.#member()[0]![0]]);
      } else ranges.push(...from);
    }
    return isNegated ? negated(normal(ranges)) : normal(ranges);
  }

  #member(): CharSet {
    const character = this.#next();
    if (character === '\\') return this.#escape();
    const code = character.codePointAt(0)!;
    return [[code, code]];
  }

  #escape(): CharSet {
    const character = this.#next();
    const known = CLASSES[character];
    if (known !== undefined) return known;
    if (character === 'x') {
      const code = Number.parseInt(this.#next() + this.#next(), 16);
      return [[code, code]];
    }
    const control = ESCAPES[character];
    if (control === undefined && /[A-Za-z0-9]/.test(character)) throw new UnreadRegex(`\\${character}`);
    const code = control ?? character.codePointAt(0)!;
    return [[code, code]];
  }

  #peek(): string | undefined {
    return this.#source[this.#position];
  }

  #next(): string {
    const character = this.#source[this.#position++];
    if (character === undefined) throw new UnreadRegex('end');
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#position++;
    return true;
  }
}
