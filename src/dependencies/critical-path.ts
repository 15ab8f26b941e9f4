import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { externalKey } from '../declared/external-kustomization.js';
import { addonsOf, findExternal } from './find-external.js';
import type { AddonDependencies } from './plan-dependencies.js';

/** What the addons of a cluster wait for, and its external Kustomizations. */
export interface Waiting {
  readonly cluster: Pick<AnyFluxCluster, 'externals' | 'stages'>;
  readonly addons: readonly (Pick<AddonDependencies, 'chosen' | 'externals'> & {
    readonly name: string;
    readonly dependsOn: readonly string[];
  })[];
}

/** The longest chain of Kustomizations that wait for each other. */
export interface CriticalPath {
  /** How many Kustomizations have to be ready one after the other; those in circles aren't counted. */
  readonly levels: number;
  /** A chain that needs all levels, what is waited for first: the first by name. An external one is `namespace/name`. */
  readonly path: readonly string[];
  /** How many more addons such a chain ends in. */
  readonly others: number;
  /** How many of the path's waits a stage's `dependsOn` alone declares. */
  readonly chosen: number;
}

/** In which order Kustomizations become ready. Those in circles have no place in it. */
export interface WaitOrder {
  /** What each addon and external Kustomization waits for, by name; an external one is `namespace/name`. */
  readonly waits: ReadonlyMap<string, readonly string[]>;
  /** 1 for what waits for nothing, else one more than the highest level of what it waits for. */
  readonly levels: ReadonlyMap<string, number>;
  /** Of a level above 1: one of the level below that it waits for, the first by name. */
  readonly before: ReadonlyMap<string, string>;
}

/** Puts all Kustomizations of a cluster in order. */
export const orderWaits = (built: Waiting): WaitOrder => {
  const waits = waitsOf(built);
  const levels = new Map<string, number>();
  const before = new Map<string, string>();
  // Kahn's order: chains of thousands must not exhaust the call stack, and circles are left out.
  const open = new Map([...waits].map(([name, all]) => [name, all.length]));
  const dependents = new Map<string, string[]>();
  for (const [name, all] of waits) {
    for (const one of all) {
      const there = dependents.get(one);
      if (there === undefined) dependents.set(one, [name]);
      else there.push(name);
    }
  }
  let ready = [...open].flatMap(([name, count]) => (count === 0 ? [name] : [])).sort();
  for (const name of ready) levels.set(name, 1);
  while (ready.length > 0) {
    const next: string[] = [];
    for (const name of ready) {
      for (const other of dependents.get(name) ?? []) {
        const level = levels.get(name)! + 1;
        if (level > (levels.get(other) ?? 0)) {
          levels.set(other, level);
          before.set(other, name);
        }
        const left = open.get(other)! - 1;
        open.set(other, left);
        if (left === 0) next.push(other);
      }
    }
    ready = next.sort();
  }
  for (const [name, left] of open) if (left > 0) levels.delete(name);
  return { waits, levels, before };
};

/** What decides how soon a cluster is up: each level waits until Flux looks again. */
export const findCriticalPath = (built: Waiting, { levels, before } = orderWaits(built)): CriticalPath => {
  const most = [...levels.values()].reduce((max, level) => Math.max(max, level), 0);
  const ends = [...levels].flatMap(([name, level]) => (level === most ? [name] : [])).sort();
  const path: string[] = [];
  for (let at = ends[0]; at !== undefined; at = before.get(at)) path.unshift(at);
  const choices = new Map(built.addons.map(({ name, chosen }) => [name, chosen]));
  const chosen = path.filter((name, index) => index > 0 && choices.get(name)?.includes(path[index - 1]!) === true);
  return { levels: most, path, others: Math.max(0, ends.length - 1), chosen: chosen.length };
};

/** What each addon and external Kustomization waits for, by its name. */
const waitsOf = ({ cluster, addons }: Waiting): ReadonlyMap<string, readonly string[]> =>
  new Map<string, readonly string[]>([
    ...addons.map(({ name, dependsOn, externals }) => [name, [...dependsOn, ...externals.map(externalKey)]] as const),
    ...cluster.externals.map(
      (one) =>
        [
          externalKey(one),
          one.dependsOn.flatMap((dependency) => {
            const other = findExternal(cluster, dependency);
            return other === undefined ? addonsOf(cluster, dependency) : [externalKey(other)];
          }),
        ] as const,
    ),
  ]);
