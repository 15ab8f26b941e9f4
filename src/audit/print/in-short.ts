import { nameSome } from '../../diagnostics/index.js';
import type { AuditedCluster } from '../audit-cluster.js';
import type { AuditResult } from '../run-audit.js';

/** `2 clusters, 43 Kustomizations, 383 objects`. */
export const countsOf = ({ clusters }: Pick<AuditResult, 'clusters'>): string => {
  const sum = (count: (one: AuditedCluster) => number) => clusters.reduce((all, one) => all + count(one), 0);
  return [
    plural(clusters.length, 'cluster'),
    plural(
      sum(({ kustomizations }) => kustomizations),
      'Kustomization',
    ),
    plural(
      sum(({ objects }) => objects),
      'object',
    ),
  ].join(', ');
};

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What each cause of what isn't seen means, as the end of a sentence about a number of them. */
const CAUSES: Readonly<Record<string, string>> = {
  elsewhere: 'in other repositories or clusters',
  remote: 'fetched from the network',
  encrypted: 'encrypted',
  var: 'with a path or name that has an unknown var',
  generated: 'made by controllers in the cluster',
  missing: 'whose path does not exist',
  unbuilt: 'that kustomize fails to build',
  'no-kubectl': 'that need kubectl, which is not installed',
};

/** `11 in other repositories or clusters, 1 fetched from the network`; empty if all is seen. */
export const notSeenText = ({ notSeen }: Pick<AuditedCluster, 'notSeen'>): string => {
  const counts = new Map<string, number>();
  for (const { cause: own, problem } of notSeen) {
    const cause = problem === undefined ? own : 'missing';
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => `${count} ${CAUSES[cause] ?? cause}`).join(', ');
};

/** What no finding is reported of, because a part isn't seen; empty if all is judged. */
export const uncheckedText = ({ clusters }: Pick<AuditResult, 'clusters'>): string => {
  const partial = clusters.filter(({ isPartial }) => isPartial).map(({ name }) => name);
  return partial.length === 0
    ? ''
    : `Not checked in ${nameSome(partial, 5)}, because the parts that are not seen may make them: most objects that others refer to by name (FX307, FX630), and keys that nothing reads (FX847).`;
};
