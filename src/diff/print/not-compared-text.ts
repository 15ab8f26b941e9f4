import type { NotCompared } from '../not-compared.js';
import { namesOf } from './group-clusters.js';

/** `addon web in dev, prod (FX107); cluster test (FX701)`; empty where all was compared. */
export const notComparedText = (all: readonly NotCompared[]): string => {
  const groups = new Map<string, { readonly first: NotCompared; readonly clusters: string[] }>();
  for (const one of all) {
    const key = JSON.stringify([one.addon ?? '', one.codes]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: one, clusters: [one.cluster] });
    else group.clusters.push(one.cluster);
  }
  return [...groups.values()]
    .map(({ first: { addon, codes }, clusters }) => {
      const names = namesOf(clusters);
      const what =
        addon === undefined ? `${clusters.length === 1 ? 'cluster ' : ''}${names}` : `addon ${addon} in ${names}`;
      return `${what}${codes.length === 0 ? '' : ` (${codes.join(', ')})`}`;
    })
    .join('; ');
};
