import type { EffectRow } from './form/effect.js';
import { isInGroup } from './form/in-group.js';
import { projects } from './registry.js';

interface Kind {
  readonly group: string;
  readonly kind: string;
}

/** A row with one of its kinds. */
interface OfKind extends Kind {
  readonly row: EffectRow;
}

const all: readonly OfKind[] = projects.flatMap(({ effects = [] }) =>
  effects.flatMap((row) =>
    [row.on].flat().map((on) => {
      const [group = '*', kind = '*'] = on.split('/');
      return { row, group, kind };
    }),
  ),
);

const settings: ReadonlySet<string> = new Set(projects.flatMap(({ holdsSettings = [] }) => holdsSettings));

/** Whether the objects of a group are only settings, although patterns match the group. */
export const holdsSettings = (group: string): boolean => settings.has(group);

/** In one pass: to look through all rows for each kind took every command 10 ms. */
const groupByKind = (): ReadonlyMap<string, readonly EffectRow[]> => {
  const found = new Map<string, EffectRow[]>();
  for (const { group, kind, row } of all) {
    const key = `${group}/${kind}`;
    const rows = found.get(key);
    if (rows === undefined) found.set(key, [row]);
    else rows.push(row);
  }
  return found;
};
const exact = groupByKind();
const patterns = all.filter(({ group, kind }) => group.startsWith('*') || kind === '*');

/** The rows about a kind: first those that name it, then those about a whole group. */
export const effectsOn = ({ group, kind }: Kind): readonly EffectRow[] => [
  ...(exact.get(`${group}/${kind}`) ?? []),
  ...patterns.flatMap(({ row, ...one }) =>
    (one.group === '*' || isInGroup(one.group, group)) &&
    (one.kind === '*' || one.kind === kind) &&
    !(row.except ?? []).some((pattern) => matches(pattern, kind)) &&
    // Patterns for many groups don't apply to groups that only hold settings.
    (row.at !== undefined || !holdsSettings(group))
      ? row
      : [],
  ),
];

const matches = (pattern: string, kind: string): boolean =>
  pattern.startsWith('*')
    ? kind.endsWith(pattern.slice(1))
    : pattern.endsWith('*')
      ? kind.startsWith(pattern.slice(0, -1))
      : kind === pattern;
