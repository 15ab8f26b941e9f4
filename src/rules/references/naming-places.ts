import type { NamingPlace } from '../../kinds/crd-kind.js';
import type { ReferenceRow } from '../../knowledge/form/reference.js';
import { referenceRows } from '../../knowledge/index.js';

/** The kinds that a row can name, as `group/Kind`; empty if it can name any kind. */
const kindsOf = ({ to }: ReferenceRow): readonly string[] => {
  if (typeof to === 'string') return [to];
  const { defaultGroup, defaultKind, only } = to;
  if (typeof defaultGroup !== 'string') return Object.entries(defaultGroup).map(([kind, group]) => `${group}/${kind}`);
  const kinds = only ?? (defaultKind === undefined || to.group !== undefined ? [] : [defaultKind]);
  return kinds.map((kind) => `${defaultGroup}/${kind}`);
};

/** For the classes that `npm run import` generates: by `group/Kind`, where its objects name others. */
export const namingPlaces = (): ReadonlyMap<string, readonly NamingPlace[]> => {
  const places = new Map<string, NamingPlace[]>();
  for (const row of referenceRows) {
    if (row.isOfSets === true) continue;
    for (const kind of row.from) {
      const known = places.get(kind) ?? [];
      places.set(kind, known);
      const there = known.findIndex(({ at }) => at === row.at);
      const place = { at: row.at, kinds: kindsOf(row), name: row.name ?? 'name' };
      if (there < 0) known.push(place);
      else known[there] = { ...place, kinds: [...new Set([...known[there]!.kinds, ...place.kinds])] };
    }
  }
  return places;
};
