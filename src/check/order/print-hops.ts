import type { CompiledObject } from '../../compile/compiled-cluster.js';
import { Manifest } from '../../constructs/manifest.js';
import type { ClusterIndex } from '../cluster-index.js';
import { specOf } from '../cluster-index.js';
import type { Cycle } from './find-cycles.js';
import type { Hop } from './order-graph.js';

/** A circle as a user reads it: one line for each hop, with the field and the line of code that say so. */
export const printHops = (cycle: Cycle<Hop>, index: ClusterIndex): readonly string[] =>
  cycle
    .flatMap(({ hop }) => (hop === undefined ? [] : hop.dependsOn === undefined ? [hop] : expand(hop, index)))
    .map((hop, at) => `${at + 1}. ${hop.text}${where(hop, index)}`);

const where = ({ object, path }: Hop, { addonOf }: ClusterIndex): string => {
  const source = Manifest.placeOf(object.construct) ?? addonOf.get(object.addon)?.built.instance.place();
  const parts = [...(path === undefined ? [] : [path]), ...(source === undefined ? [] : [source])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** A dependency through others, as its steps: the fewest. */
const expand = ({ object, dependsOn }: Hop, { addonOf }: ClusterIndex): readonly Hop[] => {
  const by = new Map<string, string | undefined>([[object.addon, undefined]]);
  for (const name of by.keys()) {
    if (name === dependsOn) break;
    for (const next of addonOf.get(name)?.built.dependsOn ?? []) if (!by.has(next)) by.set(next, name);
  }
  const hops: Hop[] = [];
  for (let to = dependsOn!, from = by.get(to); from !== undefined; to = from, from = by.get(to)) {
    const own = kustomizationOf(addonOf, from);
    const other = kustomizationOf(addonOf, to);
    if (own === undefined || other === undefined) continue;
    const all = specOf(own)['dependsOn'] as readonly { readonly name?: unknown }[] | undefined;
    const at = (all ?? []).findIndex(({ name }) => name === to);
    hops.unshift({ text: `${own.title} depends on ${other.title}`, object: own, path: `spec.dependsOn[${at}]` });
  }
  return hops;
};

const kustomizationOf = (addonOf: ClusterIndex['addonOf'], addon: string): CompiledObject | undefined =>
  addonOf.get(addon)?.entry.find(({ kind }) => kind === 'Kustomization');
