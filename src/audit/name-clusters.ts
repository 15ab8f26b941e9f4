import type { FluxVersion } from '../declared/declared-cluster.js';
import { type Diagnostic, nameSome, type Subject } from '../diagnostics/index.js';
import { unsuppliedVar } from './diagnostics.js';
import { unsuppliedMessage } from './unsupplied-message.js';

/** A cluster, and the names of the vars that it supplies to any of its Kustomizations. */
interface NamedCluster {
  readonly cluster: { readonly name: string };
  readonly viewed: { readonly flux: FluxVersion | undefined };
  readonly supplied: ReadonlySet<string>;
}

/** Names the clusters that lack a var where other clusters of the repository don't: those may well have a value for it. */
export const nameClusters = (
  found: readonly Diagnostic[],
  clusters: readonly NamedCluster[],
): readonly Diagnostic[] => {
  const fluxOf = new Map(clusters.map(({ cluster, viewed }) => [cluster.name, viewed.flux]));
  const lacking = new Map<string, Set<string>>();
  // What Flux does about it isn't the same in clusters with other versions of Flux.
  const keyOf = ({ at: { file, cluster = '' } }: Diagnostic, { name, owner }: Subject): string =>
    JSON.stringify([file, name, owner, fluxOf.get(cluster)]);
  for (const one of found) {
    const [subject, { cluster }] = [subjectOf(one), one.at];
    if (subject === undefined || cluster === undefined) continue;
    const there = lacking.get(keyOf(one, subject)) ?? new Set();
    lacking.set(keyOf(one, subject), there.add(cluster));
  }
  return found.map((one) => {
    const subject = subjectOf(one);
    const names = subject === undefined ? undefined : lacking.get(keyOf(one, subject));
    if (subject === undefined || names === undefined || names.size === clusters.length) return one;
    const having = clusters
      .filter(({ cluster, supplied }) => !names.has(cluster.name) && supplied.has(subject.name))
      .map(({ cluster }) => cluster.name);
    return {
      ...one,
      message: unsuppliedMessage(subject, {
        flux: fluxOf.get(one.at.cluster ?? ''),
        clusters: clusterWords([...names]),
      }),
      notes:
        having.length === 0
          ? one.notes
          : [...one.notes, `${clusterWords(having)} ${having.length === 1 ? 'supplies' : 'supply'} it`],
    };
  });
};

const subjectOf = ({ code, severity, ties }: Diagnostic): Subject | undefined =>
  code === unsuppliedVar.code && severity === 'error' ? ties?.subject : undefined;

const clusterWords = (names: readonly string[]): string =>
  `${names.length === 1 ? 'cluster' : 'clusters'} ${nameSome(
    [...names].sort().map((one) => `"${one}"`),
    5,
  )}`;
