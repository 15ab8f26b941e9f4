import type { EffectRow } from '../../src/knowledge/form/effect.js';
import { isInGroup } from '../../src/knowledge/form/in-group.js';
import { projects } from '../../src/knowledge/registry.js';

/** A row of a project for one of its kinds and one of its paths. */
export interface EffectPlace {
  /** `Strimzi: kafka.strimzi.io/KafkaTopic spec.partitions, asks for fewer partitions, …`; no other place has it. */
  readonly name: string;
  readonly row: EffectRow;
  readonly on: string;
  /** Absent: the removal of the object itself. */
  readonly at?: string;
}

const wordsOf = ({ says, destroys, risks }: EffectRow): string =>
  says ?? risks ?? (typeof destroys === 'string' ? destroys : 'what its spec says');

const nameOf = (project: string, row: EffectRow, on: string, at: string | undefined): string =>
  `${project}: ${[on, row.chart, at].filter((one) => one !== undefined).join(' ')}, ${wordsOf(row)}`;

/** Two rows may differ by nothing but their condition: these are numbered. */
const numbered = (places: readonly EffectPlace[]): readonly EffectPlace[] => {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const count = (seen.get(place.name) ?? 0) + 1;
    seen.set(place.name, count);
    return count === 1 ? place : { ...place, name: `${place.name} (${count})` };
  });
};

const all = numbered(
  projects.flatMap(({ name, effects = [] }) =>
    effects.flatMap((row) =>
      [row.on]
        .flat()
        .flatMap((on) =>
          row.at === undefined
            ? [{ name: nameOf(name, row, on, undefined), row, on }]
            : [row.at].flat().map((at) => ({ name: nameOf(name, row, on, at), row, on, at })),
        ),
    ),
  ),
);

/** What a changed field or value does. */
export const changePlaces = all.filter((place) => place.at !== undefined);

/** What the removal of an object does. */
export const removalPlaces = all.filter(({ at }) => at === undefined);

/** Whether a place is about the objects of a kind. */
export const isAbout = (
  { on }: Pick<EffectPlace, 'on'>,
  id: { readonly group: string; readonly kind: string },
): boolean => {
  const [group = '', kind = '*'] = on.split('/');
  return (group === '*' || isInGroup(group, id.group)) && (kind === '*' || kind === id.kind);
};
