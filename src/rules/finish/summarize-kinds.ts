import type { Diagnostic } from '../../diagnostics/index.js';
import { compareText } from '../../json/compare-text.js';

/** Merges diagnostics of single objects with the same severity and message into one that counts the objects by kind. */
export const summarizeKinds = (problems: readonly Diagnostic[]): readonly Diagnostic[] => {
  const groups = new Map<string, Group>();
  for (const { severity, message, at, fix, objectKind = '', notes, ...rest } of problems) {
    const key = `${severity}\0${message}`;
    const { cluster } = at;
    const group = groups.get(key) ?? {
      whole: { ...rest, severity, message, at: cluster === undefined ? {} : { cluster }, fix },
      counts: new Map<string, number>(),
      notes: new Map<string, readonly string[]>(),
    };
    groups.set(key, group);
    group.counts.set(objectKind, (group.counts.get(objectKind) ?? 0) + 1);
    group.notes.set(objectKind, notes);
  }
  return [...groups.values()].map(({ whole, counts, notes }) => {
    const kinds = [...counts].sort(([a], [b]) => compareText(a, b));
    return {
      ...whole,
      message: `${countOf(kinds)} ${whole.message}: ${listOf(kinds)}`,
      notes: kinds.flatMap(([name]) => notes.get(name) ?? []),
    };
  });
};

interface Group {
  readonly whole: Omit<Diagnostic, 'notes'>;
  readonly counts: Map<string, number>;
  readonly notes: Map<string, readonly string[]>;
}

const countOf = (kinds: readonly (readonly [string, number])[]): string => {
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return `${total} ${total === 1 ? 'object is' : 'objects are'}`;
};

const listOf = (kinds: readonly (readonly [string, number])[]): string =>
  kinds.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ');
