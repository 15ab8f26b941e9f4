import { ANY, type CharSet, LAST_CODE_POINT, type Regex, UnreadRegex } from './regex.js';

interface State {
  moves: { readonly set: CharSet; readonly to: number }[];
  readonly free: number[];
  readonly atStart: number[];
  readonly atEnd: number[];
}

/** A set of states, by its number in its automaton; each set has one. */
type StateSet = number;

/** No state: nothing that follows can match. */
const NONE: StateSet = 0;

interface KnownSet {
  readonly states: readonly number[];
  /** Code points at which what the set does changes, in ascending order; the first is 0. */
  readonly borders: readonly number[];
  /** The set behind each interval between borders, as far as somebody went there. */
  readonly next: (StateSet | undefined)[];
  accepts: boolean | undefined;
}

/**
 * The texts in which a regex matches, as a nondeterministic automaton that reads the whole text. Its sets of states are
 * numbered as they are reached, and what they do is kept, so that many searches walk over the same few.
 */
export class Automaton {
  readonly #states: State[] = [];
  readonly #start: number;
  readonly #accept: number;
  /** The states from which a match can still come once something was read: behind a missed `^` there is none. */
  readonly #hopeful: ReadonlySet<number>;
  readonly #sets: KnownSet[] = [];
  readonly #numbers = new Map<string, StateSet>();
  /** Sets by the states that a step led to, before those that follow freely. */
  readonly #behind = new Map<string, StateSet>();

  constructor(regex: Regex) {
    this.#numberOf([]);
    this.#start = this.#add();
    // It may match anywhere: anything may stand in front of it, and behind it.
    this.#states[this.#start]!.moves.push({ set: ANY, to: this.#start });
    const inner = this.#add();
    this.#states[this.#start]!.free.push(inner);
    this.#accept = this.#compile(regex, inner);
    this.#states[this.#accept]!.moves.push({ set: ANY, to: this.#accept });
    this.#hopeful = this.#leadingTo(this.#accept);
    for (const state of this.#states) state.moves = state.moves.filter(({ to }) => this.#hopeful.has(to));
  }

  /** The states before the first character. */
  first(): StateSet {
    return this.#numberOf(this.#closure([this.#start], true, false));
  }

  /** Whether the text may end here. `isEmpty`: nothing of it was read. */
  accepts(set: StateSet, isEmpty: boolean): boolean {
    const known = this.#sets[set]!;
    if (isEmpty) return this.#closure(known.states, true, true).includes(this.#accept);
    known.accepts ??= this.#closure(known.states, false, true).includes(this.#accept);
    return known.accepts;
  }

  /** The set behind an interval between the borders of another. */
  step(set: StateSet, interval: number): StateSet {
    const { states, borders, next } = this.#sets[set]!;
    const known = next[interval];
    if (known !== undefined) return known;
    const code = borders[interval]!;
    const reached: number[] = [];
    for (const state of states) {
      for (const { set: taken, to } of this.#states[state]!.moves) if (contains(taken, code)) reached.push(to);
    }
    const key = reached.join();
    const found = this.#behind.get(key) ?? this.#numberOf(this.#closure(reached, false, false));
    this.#behind.set(key, found);
    next[interval] = found;
    return found;
  }

  /** Where what a set of states does changes from one code point to the next. */
  borders(set: StateSet): readonly number[] {
    return this.#sets[set]!.borders;
  }

  #numberOf(states: readonly number[]): StateSet {
    const key = states.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const borders = [0];
    for (const state of states) {
      for (const { set } of this.#states[state]!.moves) {
        for (let i = 0; i < set.length; i++) borders.push(set[i]![0], set[i]![1] + 1);
      }
    }
    const number = this.#sets.length;
    this.#sets.push({ states, borders: ascending(borders), next: [], accepts: undefined });
    this.#numbers.set(key, number);
    return number;
  }

  #closure(states: readonly number[], isStart: boolean, isEnd: boolean): readonly number[] {
    const reached = new Set(states);
    // What is added while it is walked over is walked over too.
    for (const state of reached) {
      const { free, atStart, atEnd } = this.#states[state]!;
      for (const next of free) if (isStart || this.#hopeful.has(next)) reached.add(next);
      if (isStart) for (const next of atStart) reached.add(next);
      if (isEnd) for (const next of atEnd) reached.add(next);
    }
    return ascending([...reached]);
  }

  #leadingTo(end: number): ReadonlySet<number> {
    const before = this.#states.map((): number[] => []);
    for (const [from, { moves, free, atEnd }] of this.#states.entries()) {
      for (const to of [...moves.map((move) => move.to), ...free, ...atEnd]) before[to]!.push(from);
    }
    const found = new Set([end]);
    for (const state of found) for (const one of before[state]!) found.add(one);
    return found;
  }

  #add(): number {
    if (this.#states.length >= MOST_STATES) throw new UnreadRegex('too many states');
    this.#states.push({ moves: [], free: [], atStart: [], atEnd: [] });
    return this.#states.length - 1;
  }

  /** Adds a regex behind a state; gives the state behind it. */
  #compile(regex: Regex, from: number): number {
    switch (regex.kind) {
      case 'set': {
        const to = this.#add();
        this.#states[from]!.moves.push({ set: regex.set, to });
        return to;
      }
      case 'start':
      case 'end': {
        const to = this.#add();
        this.#states[from]![regex.kind === 'start' ? 'atStart' : 'atEnd'].push(to);
        return to;
      }
      case 'sequence':
        return regex.parts.reduce((at, part) => this.#compile(part, at), from);
      case 'choice': {
        const to = this.#add();
        for (const part of regex.parts) {
          const begin = this.#add();
          this.#states[from]!.free.push(begin);
          this.#states[this.#compile(part, begin)]!.free.push(to);
        }
        return to;
      }
      case 'repeat':
        return this.#repeat(regex.part, regex.min, regex.max, from);
    }
  }

  #repeat(part: Regex, min: number, max: number, from: number): number {
    let at = from;
    const required = Math.min(min, LONGEST);
    for (let i = 0; i < required; i++) at = this.#compile(part, at);
    if (max > LONGEST) {
      const loop = this.#add();
      this.#states[at]!.free.push(loop);
      this.#states[this.#compile(part, loop)]!.free.push(loop);
      return loop;
    }
    const to = this.#add();
    this.#states[at]!.free.push(to);
    for (let i = required; i < max; i++) {
      at = this.#compile(part, at);
      this.#states[at]!.free.push(to);
    }
    return to;
  }
}

/** More repetitions than this count as any number: that takes more texts for possible, never fewer. */
const LONGEST = 24;
/** Repetitions in repetitions multiply; the patterns of people have some hundred. */
const MOST_STATES = 10_000;
/** Pairs of states that are looked at before nothing counts as proven. */
const MOST = 20_000;

const contains = (set: CharSet, code: number): boolean => {
  for (let i = 0; i < set.length; i++) if (code >= set[i]![0] && code <= set[i]![1]) return true;
  return false;
};

/** Sorted, each once. */
const ascending = (numbers: readonly number[]): readonly number[] =>
  numbers.toSorted((a, b) => a - b).filter((one, index, all) => one !== all[index - 1]);

/** Characters that make a readable example, the best first. */
const NICE = [...'0a1A-._e"\' :\\'].map((character) => character.codePointAt(0)!);

/** Whether there is a text in which all match: an example, `'unknown'` where the search was given up, or undefined. */
export const findCommon = (automata: readonly Automaton[]): { readonly text: string } | 'unknown' | undefined => {
  interface Step {
    /** One set of states for each automaton. */
    readonly sets: readonly StateSet[];
    readonly text: string;
  }
  const initial: Step = { sets: automata.map((one) => one.first()), text: '' };
  const seen = new Set([initial.sets.join()]);
  const queue = [initial];
  for (let at = 0; at < queue.length; at++) {
    const { sets, text } = queue[at]!;
    if (automata.every((one, index) => one.accepts(sets[index]!, text === ''))) return { text };
    if (seen.size > MOST) return 'unknown';
    for (const { code, after } of waysOn(automata, sets)) {
      const key = after.join();
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push({ sets: after, text: text + String.fromCodePoint(code) });
    }
  }
  return undefined;
};

interface WayOn {
  readonly code: number;
  readonly rank: number;
  readonly after: readonly StateSet[];
}

/** Where the automata can go together: for each interval between their borders, by one of its code points. */
const waysOn = (automata: readonly Automaton[], sets: readonly StateSet[]): readonly WayOn[] => {
  const borders = automata.map((one, index) => one.borders(sets[index]!));
  const intervals = borders.map(() => 0);
  const ways: WayOn[] = [];
  for (let from = 0; from <= LAST_CODE_POINT; ) {
    const after: StateSet[] = [];
    let end = LAST_CODE_POINT + 1;
    for (let index = 0; index < automata.length; index++) {
      const all = borders[index]!;
      let interval = intervals[index]!;
      while (interval + 1 < all.length && all[interval + 1]! <= from) interval++;
      intervals[index] = interval;
      const until = all[interval + 1] ?? LAST_CODE_POINT + 1;
      const next = automata[index]!.step(sets[index]!, interval);
      if (next === NONE) {
        // Where one cannot go, what the others do is all one.
        end = until;
        break;
      }
      end = Math.min(end, until);
      after.push(next);
    }
    if (after.length === automata.length) ways.push({ ...nicest(from, end - 1), after });
    from = end;
  }
  return ways.sort((a, b) => a.rank - b.rank || a.code - b.code);
};

/** The nicest code point of an interval. */
const nicest = (from: number, to: number): { readonly code: number; readonly rank: number } => {
  const rank = NICE.findIndex((code) => code >= from && code <= to);
  if (rank >= 0) return { code: NICE[rank]!, rank };
  return { code: from, rank: NICE.length + (from >= 0x20 && from < 0x7f ? 0 : 1) };
};
