import { type Diagnostic, nameSome } from '../diagnostics/index.js';
import { unsuppliedVar } from './diagnostics.js';

/** `nothing supplies ${HOST} to Kustomization "apps"` */
const MISSING = /^nothing supplies (\S+) to Kustomization "[^"]+"/;

/** A cluster, and the names of the vars that it supplies to any of its Kustomizations. */
interface NamedCluster {
  readonly cluster: { readonly name: string };
  readonly supplied: ReadonlySet<string>;
}

/** Names the clusters that lack a var where other clusters of the repository don't: those may well have a value for it. */
export const nameClusters = (
  found: readonly Diagnostic[],
  clusters: readonly NamedCluster[],
): readonly Diagnostic[] => {
  const lacking = new Map<string, Set<string>>();
  const keyOf = ({ at, message }: Diagnostic): string => `${at.file} ${message}`;
  for (const one of found) {
    if (one.code !== unsuppliedVar.code || one.at.cluster === undefined) continue;
    const there = lacking.get(keyOf(one)) ?? new Set();
    lacking.set(keyOf(one), there.add(one.at.cluster));
  }
  return found.map((one) => {
    const names = one.code === unsuppliedVar.code ? lacking.get(keyOf(one)) : undefined;
    const [start, written] = MISSING.exec(one.message) ?? [];
    if (names === undefined || start === undefined || names.size === clusters.length) return one;
    const having = clusters
      .filter(({ cluster, supplied }) => !names.has(cluster.name) && supplied.has(written!.slice(2, -1)))
      .map(({ cluster }) => cluster.name);
    return {
      ...one,
      message: `${start} of ${clusterWords([...names])}${one.message.slice(start.length)}`,
      notes:
        having.length === 0
          ? one.notes
          : [...one.notes, `${clusterWords(having)} ${having.length === 1 ? 'supplies' : 'supply'} it`],
    };
  });
};

const clusterWords = (names: readonly string[]): string =>
  `${names.length === 1 ? 'cluster' : 'clusters'} ${nameSome(
    [...names].sort().map((one) => `"${one}"`),
    5,
  )}`;
