import type { Atom, Dict, DictState, Value } from './value.js';

/** How deep maps are compared by what they hold; deeper ones are equal if they are the same. */
const COMPARED_DEPTH = 4;
/** A longer text, such as a file, is told apart by a number. */
const LONGEST_KEY = 100;

/** Texts that are equal for values that no template could tell apart, by which calls with the same values are known. */
export const openCallKeys = (): ((value: Value) => string) => {
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
        if (depth >= COMPARED_DEPTH) return `d${numberOf(atom.dict.state)}`;
        seen.set(atom.dict, seen.size);
        const { fields, rest, also } = atom.dict.state;
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
      case 'opaque':
        return '?';
    }
  };

  return (value) => keyOf(value, new Map(), 0);
};
