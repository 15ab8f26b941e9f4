import { ANY, type CharSet, LAST_CODE_POINT, type Regex } from './regex.js';

interface State {
  readonly moves: { readonly set: CharSet; readonly to: number }[];
  readonly free: number[];
  readonly atStart: number[];
  readonly atEnd: number[];
}

/** The texts in which a regex matches, as a nondeterministic automaton that reads the whole text. */
export class Automaton {
  private readonly states: State[] = [];
  private readonly start: number;
  private readonly accept: number;
  private readonly closures = new Map<string, readonly number[]>();

  constructor(regex: Regex) {
    this.start = this.add();
    // It may match anywhere: anything may stand in front of it, and behind it.
    this.states[this.start]!.moves.push({ set: ANY, to: this.start });
    const inner = this.add();
    this.states[this.start]!.free.push(inner);
    this.accept = this.compile(regex, inner);
    this.states[this.accept]!.moves.push({ set: ANY, to: this.accept });
  }

  /** The states before the first character. */
  first(): readonly number[] {
    return this.closure([this.start], true, false);
  }

  /** Whether the text may end here. `isEmpty`: nothing of it was read. */
  accepts(states: readonly number[], isEmpty: boolean): boolean {
    return this.closure(states, isEmpty, true).includes(this.accept);
  }

  step(states: readonly number[], code: number): readonly number[] {
    const next = new Set<number>();
    for (const state of states) {
      for (const { set, to } of this.states[state]!.moves) if (contains(set, code)) next.add(to);
    }
    return this.closure([...next], false, false);
  }

  /** Where what a state does changes from one code point to the next. */
  borders(states: readonly number[], into: Set<number>): void {
    for (const state of states) {
      for (const { set } of this.states[state]!.moves) {
        for (const [from, to] of set) {
          into.add(from);
          into.add(to + 1);
        }
      }
    }
  }

  private closure(states: readonly number[], isStart: boolean, isEnd: boolean): readonly number[] {
    const key = `${isStart} ${isEnd} ${states.join(' ')}`;
    const known = this.closures.get(key);
    if (known !== undefined) return known;
    const reached = new Set(states);
    const open = [...states];
    while (open.length > 0) {
      const { free, atStart, atEnd } = this.states[open.pop()!]!;
      for (const next of [...free, ...(isStart ? atStart : []), ...(isEnd ? atEnd : [])]) {
        if (!reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
      }
    }
    const result = [...reached].sort((a, b) => a - b);
    this.closures.set(key, result);
    return result;
  }

  private add(): number {
    this.states.push({ moves: [], free: [], atStart: [], atEnd: [] });
    return this.states.length - 1;
  }

  /** Adds a regex behind a state; gives the state behind it. */
  private compile(regex: Regex, from: number): number {
    switch (regex.kind) {
      case 'set': {
        const to = this.add();
        this.states[from]!.moves.push({ set: regex.set, to });
        return to;
      }
      case 'start':
      case 'end': {
        const to = this.add();
        this.states[from]![regex.kind === 'start' ? 'atStart' : 'atEnd'].push(to);
        return to;
      }
      case 'sequence':
        return regex.parts.reduce((at, part) => this.compile(part, at), from);
      case 'choice': {
        const to = this.add();
        for (const part of regex.parts) {
          const begin = this.add();
          this.states[from]!.free.push(begin);
          this.states[this.compile(part, begin)]!.free.push(to);
        }
        return to;
      }
      case 'repeat':
        return this.repeat(regex.part, regex.min, regex.max, from);
    }
  }

  private repeat(part: Regex, min: number, max: number, from: number): number {
    let at = from;
    const required = Math.min(min, LONGEST);
    for (let i = 0; i < required; i++) at = this.compile(part, at);
    if (max > LONGEST) {
      const loop = this.add();
      this.states[at]!.free.push(loop);
      this.states[this.compile(part, loop)]!.free.push(loop);
      return loop;
    }
    const to = this.add();
    this.states[at]!.free.push(to);
    for (let i = required; i < max; i++) {
      at = this.compile(part, at);
      this.states[at]!.free.push(to);
    }
    return to;
  }
}

/** More repetitions than this count as any number: that takes more texts for possible, never fewer. */
const LONGEST = 24;
/** Pairs of states that are looked at before nothing counts as proven. */
const MOST = 20_000;

const contains = (set: CharSet, code: number): boolean => set.some(([from, to]) => code >= from && code <= to);

/** Characters that make a readable example, the best first. */
const NICE = [...'0a1A-._e"\' :\\'].map((character) => character.codePointAt(0)!);

/** Whether there is a text in which all match: an example, `'unknown'` where the search was given up, or undefined. */
export const findCommon = (automata: readonly Automaton[]): { readonly text: string } | 'unknown' | undefined => {
  interface Step {
    readonly states: readonly (readonly number[])[];
    readonly text: string;
  }
  const keyOf = (states: Step['states']) => states.map((one) => one.join(' ')).join('|');
  const initial: Step = { states: automata.map((one) => one.first()), text: '' };
  const seen = new Set([keyOf(initial.states)]);
  const queue = [initial];
  for (let next = 0; next < queue.length; next++) {
    const { states, text } = queue[next]!;
    if (automata.every((one, index) => one.accepts(states[index]!, text === ''))) return { text };
    if (seen.size > MOST) return 'unknown';
    const borders = new Set<number>([0]);
    for (const [index, one] of automata.entries()) one.borders(states[index]!, borders);
    const codes = [...borders].filter((code) => code <= LAST_CODE_POINT).sort((a, b) => a - b);
    for (const code of representatives(codes)) {
      const after = automata.map((one, index) => one.step(states[index]!, code));
      if (after.some((one) => one.length === 0)) continue;
      const key = keyOf(after);
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ states: after, text: text + String.fromCodePoint(code) });
    }
  }
  return undefined;
};

/** One code point of each interval between borders, the nicest that it has; nice ones come first. */
const representatives = (borders: readonly number[]): readonly number[] => {
  const chosen = borders.map((from, index) => {
    const to = (borders[index + 1] ?? LAST_CODE_POINT + 1) - 1;
    return NICE.find((code) => code >= from && code <= to) ?? from;
  });
  const rank = (code: number) =>
    NICE.includes(code) ? NICE.indexOf(code) : NICE.length + (code >= 0x20 && code < 0x7f ? 0 : 1);
  return chosen.sort((a, b) => rank(a) - rank(b) || a - b);
};
