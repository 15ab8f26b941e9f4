import { parseOwnerKey } from '../../declared/owner-key.js';
import { sourceOf } from '../context/place-in.js';
import type { StateObject } from '../context/rule-state.js';
import { type StateIndex, specOf } from '../context/state-index.js';
import type { Cycle } from './find-cycles.js';
import type { Hop } from './order-graph.js';
import { titleOfKey } from './other-kustomization.js';

/** A circle as the user reads it: one line for each hop, with the field and line of code that cause it. */
export const printHops = (cycle: Cycle<Hop>, index: StateIndex): readonly string[] =>
  cycle
    .flatMap(({ hop }) => (hop === undefined ? [] : hop.dependsOn === undefined ? [hop] : expand(hop, index)))
    .map((hop, at) => `${at + 1}. ${hop.text}${where(hop, index)}`);

const where = ({ object, path, other }: Hop, { unitOf }: StateIndex): string => {
  const source =
    object === undefined
      ? (other?.place.file ?? other?.place.source)
      : (sourceOf(object, path) ?? unitOf.get(object.unit)?.declared?.built.instance.place());
  const parts = [...(path === undefined ? [] : [path]), ...(source === undefined ? [] : [source])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/** The shortest chain of direct dependencies behind an indirect one. */
const expand = ({ object, dependsOn }: Hop, index: StateIndex): readonly Hop[] => {
  if (object === undefined) return [];
  const by = new Map<string, string | undefined>([[object.unit, undefined]]);
  for (const name of by.keys()) {
    if (name === dependsOn) break;
    for (const next of index.dependenciesOf(name)) if (!by.has(next)) by.set(next, name);
  }
  const hops: Hop[] = [];
  for (let to = dependsOn!, from = by.get(to); from !== undefined; to = from, from = by.get(to)) {
    const text = `${titleOf(index, from)} depends on ${titleOf(index, to)}`;
    const own = kustomizationOf(index, from);
    const all = own === undefined ? [] : (specOf(own)['dependsOn'] as readonly { readonly name?: unknown }[]);
    const at = (all ?? []).findIndex(({ name }) => name === parseOwnerKey(to).name);
    hops.unshift(own === undefined ? { text } : { text, object: own, path: `spec.dependsOn[${at}]` });
  }
  return hops;
};

/** The title of a unit's Kustomization, or of an external one. */
const titleOf = (index: StateIndex, name: string): string => kustomizationOf(index, name)?.title ?? titleOfKey(name);

const kustomizationOf = ({ unitOf }: StateIndex, unit: string): StateObject | undefined =>
  unitOf.get(unit)?.entry.find(({ kind }) => kind === 'Kustomization');
