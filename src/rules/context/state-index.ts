import { externalKey } from '../../declared/external-kustomization.js';
import { addonsOf, findExternal } from '../../dependencies/find-external.js';
import { specOf as specOfManifest } from '../../json/manifest-fields.js';
import type { RuleState, StateObject, Unit } from './rule-state.js';

/** Lookups that several rules share, computed once per cluster. */
export interface StateIndex {
  /** By name. */
  readonly unitOf: ReadonlyMap<string, Unit>;
  /** Every object of the units, by `group/Kind`. */
  readonly byKind: ReadonlyMap<string, readonly StateObject[]>;
  /** The entries of the units (Kustomizations, sources and Namespaces), by `group/Kind`. */
  readonly entriesByKind: ReadonlyMap<string, readonly StateObject[]>;
  /** Whether a unit waits for another one, directly or through other units or external Kustomizations. */
  waitsFor(unit: string, other: string): boolean;
  /** Whether Flux applies a unit after another one, since it waits for that unit or that unit applies it. */
  comesAfter(unit: string, other: string): boolean;
  /** What a unit or an external Kustomization (by `namespace/name`) depends on, in the same form. */
  dependenciesOf(name: string): readonly string[];
}

export const indexState = (state: RuleState): StateIndex => {
  const dependencies = dependenciesIn(state);
  const unitOf = new Map(state.units.map((unit) => [unit.name, unit]));
  const waitsFor = waitingFor(dependencies);
  return {
    unitOf,
    byKind: sortByKind(state.units.map(({ objects }) => objects)),
    entriesByKind: sortByKind(state.units.map(({ entry }) => entry)),
    waitsFor,
    comesAfter: (unit, other) => {
      for (let at: string | undefined = unit; at !== undefined; at = unitOf.get(at)?.parent) {
        if (waitsFor(at, other) || unitOf.get(at)?.parent === other) return true;
      }
      return false;
    },
    dependenciesOf: (name) => [...(dependencies.get(name) ?? [])],
  };
};

const sortByKind = (lists: readonly (readonly StateObject[])[]): ReadonlyMap<string, readonly StateObject[]> => {
  const byKind = new Map<string, StateObject[]>();
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

/** Every object of a kind (`group/Kind`), from the units and their entries. */
export const objectsOfKind = ({ byKind, entriesByKind }: StateIndex, key: string): readonly StateObject[] => [
  ...(byKind.get(key) ?? []),
  ...(entriesByKind.get(key) ?? []),
];

const dependenciesIn = ({ units, elsewhere }: RuleState): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, ReadonlySet<string>>(units.map(({ name, dependsOn }) => [name, new Set(dependsOn)]));
  for (const external of elsewhere.externals) {
    const waits = external.dependsOn.flatMap((one) => {
      const other = findExternal(elsewhere, one);
      return other === undefined ? addonsOf(elsewhere, one) : [externalKey(other)];
    });
    all.set(externalKey(external), new Set(waits));
  }
  return all;
};

/**
 * Most queries are about a direct dependency. For the others, this finds everything that waits for a unit once, so that
 * a chain of thousands costs no more than its length.
 */
const waitingFor = (edges: ReadonlyMap<string, ReadonlySet<string>>): StateIndex['waitsFor'] => {
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
  return (unit, other) => edges.get(unit)?.has(other) === true || allBehind(other).has(unit);
};

/** The `spec` of an object; empty if it has none. */
export const specOf = ({ json }: Pick<StateObject, 'json'>): Readonly<Record<string, unknown>> => specOfManifest(json);

/** Whether an object belongs to a unit's entry, as opposed to what the unit applies. */
export const isEntry = ({ unitOf }: Pick<StateIndex, 'unitOf'>, object: StateObject): boolean =>
  unitOf.get(object.unit)?.entry.includes(object) === true;

const FLUX_GROUP = /\.toolkit\.fluxcd\.io$/;

/** Whether an API group is one of Flux's own, whose CRDs come with Flux. */
export const isFluxGroup = (group: string): boolean => FLUX_GROUP.test(group);
