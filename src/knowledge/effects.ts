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

const exact: ReadonlyMap<string, readonly EffectRow[]> = new Map(
  [...new Set(all.map(({ group, kind }) => `${group}/${kind}`))].map((key) => [
    key,
    all.flatMap(({ group, kind, row }) => (`${group}/${kind}` === key ? row : [])),
  ]),
);
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
