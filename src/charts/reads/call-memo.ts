import type { Atom, Dict, DictState, Value } from './value.js';

/** How deep maps are compared by what they hold; deeper ones are equal if they are the same. */
const COMPARED_DEPTH = 4;
/** A longer text, such as a file, is told apart by a number. */
const LONGEST_KEY = 100;
/** Of one template: sets of keys that its calls read of their dots. */
const MOST_READINGS = 16;

/** Texts that are equal for values that no template could tell apart. */
export const openKeys = (): ((value: Value) => string) => {
  const numbers = new Map<string | DictState, number>();

  const numberOf = (one: string | DictState): number => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return number;
  };

  const keyOf = (value: Value, seen: Map<Dict, number>, depth: number): string =>
    value.length === 1
      ? atomKey(value[0]!, seen, depth)
      : `(${value.map((atom) => atomKey(atom, seen, depth)).join('|')})`;

  const atomKey = (atom: Atom, seen: Map<Dict, number>, depth: number): string => {
    switch (atom.kind) {
      case 'constant':
        return typeof atom.value === 'string' && atom.value.length > LONGEST_KEY
          ? `t${numberOf(atom.value)}`
          : JSON.stringify(atom.value);
      case 'values':
        return `#${atom.node.id}`;
      case 'dict': {
        const index = seen.get(atom.dict);
        if (index !== undefined) return `@${index}`;
        if (depth >= COMPARED_DEPTH || atom.dict.isContext) return `d${numberOf(atom.dict.unnoted)}`;
        seen.set(atom.dict, seen.size);
        const { fields, rest, also } = atom.dict.unnoted;
        const parts = [...fields].map(([key, field]) => `${JSON.stringify(key)}:${keyOf(field, seen, depth + 1)}`);
        return `{${parts.sort().join()};${keyOf(rest, seen, depth + 1)};${keyOf(also, seen, depth + 1)}}`;
      }
      case 'list': {
        const { items, rest } = atom.list;
        return `[${items.map((item) => keyOf(item, seen, depth)).join()};${keyOf(rest, seen, depth)}]`;
      }
      case 'yaml':
        return `y${keyOf(atom.of, seen, depth)}`;
      case 'files':
        return `f${atom.files.size}`;
      case 'asked':
        return `${atom.answer}${keyOf(atom.of, seen, depth)}`;
      case 'opaque':
        return atom.isChosen !== true ? '?' : atom.key === undefined ? '!' : `!${atom.key.node.id}`;
    }
  };

  return (value) => keyOf(value, new Map(), 0);
};

/** The calls of one template that read the same keys of their dots. */
interface Reading {
  /** Undefined where they read the whole dot. */
  readonly keys: readonly string[] | undefined;
  readonly results: Map<string, Value>;
}

/** What calls gave: one with another dot gives the same if all that it reads of the dot is the same. */
export interface CallMemo {
  readonly find: (name: string, dot: Value) => Value | undefined;
  /** Runs a call, and keeps its result if it is pure. */
  readonly run: (name: string, dot: Value, call: () => { readonly result: Value; readonly isPure: boolean }) => Value;
  readonly forget: () => void;
  /** How long the texts were by which calls were looked up: a measure of the work. */
  readonly work: () => number;
}

export const openCallMemo = (): CallMemo => {
  const keyOf = openKeys();
  const readings = new Map<string, Reading[]>();
  let work = 0;

  /** The map whose fields a dot gives, if it is one. */
  const dictOf = (dot: Value): Dict | undefined => {
    const [only] = dot;
    return dot.length === 1 && only?.kind === 'dict' ? only.dict : undefined;
  };

  const textOf = (dot: Value, state: DictState | undefined, keys: readonly string[] | undefined): string => {
    let text: string;
    if (state === undefined || keys === undefined) text = keyOf(dot);
    else {
      const { fields, rest, also } = state;
      const parts = keys.map((key) => (fields.has(key) ? keyOf(fields.get(key)!) : '-'));
      text = `${parts.join()};${keyOf(rest)};${keyOf(also)}`;
    }
    work += text.length;
    return text;
  };

  return {
    find(name, dot) {
      const dict = dictOf(dot);
      for (const { keys, results } of readings.get(name) ?? []) {
        const known = results.get(textOf(dot, dict?.unnoted, keys));
        if (known === undefined) continue;
        // What the call read, the one around it reads too.
        if (keys === undefined) dict?.noteAll();
        else for (const key of keys) dict?.note(key);
        return known;
      }
      return undefined;
    },
    run(name, dot, call) {
      const dict = dictOf(dot);
      const before = dict?.unnoted;
      const whole = dict === undefined ? undefined : textOf(dot, before, undefined);
      const reader = dict?.startReading();
      const { result, isPure } = call();
      if (reader !== undefined) dict?.stopReading(reader);
      if (!isPure) return result;
      const all = readings.get(name) ?? [];
      readings.set(name, all);
      const isWhole = reader === undefined || reader.isWhole || all.length >= MOST_READINGS;
      const keys = isWhole ? undefined : [...reader.keys].sort();
      const there = all.find((one) => one.keys?.join() === keys?.join() && (one.keys === undefined) === isWhole);
      const reading: Reading = there ?? { keys, results: new Map() };
      if (there === undefined) all.push(reading);
      reading.results.set(isWhole && whole !== undefined ? whole : textOf(dot, before, keys), result);
      return result;
    },
    forget: () => readings.clear(),
    work: () => work,
  };
};
