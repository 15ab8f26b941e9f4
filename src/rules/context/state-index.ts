import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../compile/external-kustomization.js';
import { addonsOf, findExternal } from '../../compile/find-external.js';
import { specOf as specOfManifest } from '../../json/manifest-fields.js';

/** What several rules ask of a cluster, found once. */
export interface ClusterIndex {
  readonly addonOf: ReadonlyMap<string, CompiledAddon>;
  /** Every object of every addon's folder, by `group/Kind`. */
  readonly byKind: ReadonlyMap<string, readonly CompiledObject[]>;
  /** The same for what the root's Kustomization applies: the addons' own Kustomizations, sources and Namespaces. */
  readonly entriesByKind: ReadonlyMap<string, readonly CompiledObject[]>;
  /** Whether an addon waits for another one, directly or through others: external Kustomizations, too. */
  waitsFor(addon: string, other: string): boolean;
  /** What an addon, or an external Kustomization by `namespace/name`, depends on: both, in the same form. */
  dependenciesOf(name: string): readonly string[];
}

export const indexCluster = (cluster: CompiledCluster): ClusterIndex => {
  const dependencies = dependenciesIn(cluster);
  return {
    addonOf: new Map(cluster.addons.map((addon) => [addon.built.name, addon])),
    byKind: sortByKind(cluster.addons.map(({ objects }) => objects)),
    entriesByKind: sortByKind(cluster.addons.map(({ entry }) => entry)),
    waitsFor: waitingFor(dependencies),
    dependenciesOf: (name) => [...(dependencies.get(name) ?? [])],
  };
};

const sortByKind = (lists: readonly (readonly CompiledObject[])[]): ReadonlyMap<string, readonly CompiledObject[]> => {
  const byKind = new Map<string, CompiledObject[]>();
  for (const objects of lists) {
    for (const object of objects) {
      const key = `${object.group}/${object.kind}`;
      const all = byKind.get(key);
      if (all === undefined) byKind.set(key, [object]);
      else all.push(object);
    }
  }
  return byKind;
};

/** Every object of a kind (`group/Kind`): of the addons' folders, and of what the root's Kustomization applies. */
export const objectsOfKind = ({ byKind, entriesByKind }: ClusterIndex, key: string): readonly CompiledObject[] => [
  ...(byKind.get(key) ?? []),
  ...(entriesByKind.get(key) ?? []),
];

const dependenciesIn = ({ addons, cluster }: CompiledCluster): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, ReadonlySet<string>>(
    addons.map(({ built }) => [built.name, new Set([...built.dependsOn, ...built.externals.map(externalKey)])]),
  );
  for (const external of cluster.externals) {
    const waits = external.dependsOn.flatMap((one) => {
      const other = findExternal(cluster, one);
      return other === undefined ? addonsOf(cluster, one) : [externalKey(other)];
    });
    all.set(externalKey(external), new Set(waits));
  }
  return all;
};

/**
 * Most who ask depend on the other directly. For the others, all that waits for it is found once: so a chain of
 * thousands costs no more than its length.
 */
const waitingFor = (edges: ReadonlyMap<string, ReadonlySet<string>>): ClusterIndex['waitsFor'] => {
  let readers: Map<string, string[]> | undefined;
  const readersOf = (name: string): readonly string[] => {
    if (readers === undefined) {
      readers = new Map();
      for (const [reader, all] of edges) {
        for (const one of all) {
          const there = readers.get(one);
          if (there === undefined) readers.set(one, [reader]);
          else there.push(reader);
        }
      }
    }
    return readers.get(name) ?? [];
  };
  const found = new Map<string, ReadonlySet<string>>();
  const allBehind = (name: string): ReadonlySet<string> => {
    const cached = found.get(name);
    if (cached !== undefined) return cached;
    const all = new Set<string>();
    const open = [name];
    while (open.length > 0) {
      for (const next of readersOf(open.pop()!)) {
        if (all.has(next)) continue;
        all.add(next);
        open.push(next);
      }
    }
    found.set(name, all);
    return all;
  };
  return (addon, other) => edges.get(addon)?.has(other) === true || allBehind(other).has(addon);
};

/** `spec` of an object, where it has one. */
export const specOf = ({ json }: Pick<CompiledObject, 'json'>): Readonly<Record<string, unknown>> =>
  specOfManifest(json);

const FLUX_GROUP = /\.toolkit\.fluxcd\.io$/;

/** Whether a kind is one of Flux's own: its CRDs come with Flux. */
export const isFluxGroup = (group: string): boolean => FLUX_GROUP.test(group);
