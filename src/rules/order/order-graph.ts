import { findOperators } from '../context/operators.js';
import type { RuleState, StateObject } from '../context/rule-state.js';
import { isEntry, type StateIndex, specOf } from '../context/state-index.js';
import type { FoundReference, Target } from '../references/index.js';
import type { CheckContext } from '../rule.js';
import type { Edge } from './find-cycles.js';
import type { OtherKustomization } from './other-kustomization.js';
import { mayBindWithoutClass } from './without-class.js';

/** Why one thing comes after another one, as a user reads it. */
export interface Hop {
  readonly text: string;
  /** The object that says so; absent where a Kustomization of others does. */
  readonly object?: StateObject;
  /** The Kustomization of others that says so, and the title of what it waits for. */
  readonly other?: OtherKustomization & { readonly waitsOn: string; readonly isDependency: boolean };
  /** The field that says so. */
  readonly path?: string;
  /** The reference that says so; absent where it follows from the units. */
  readonly reference?: FoundReference;
  /** Of a reference: the object that must be there, or the one for which an operator makes it. */
  readonly maker?: StateObject;
  /** The unit whose Kustomization it depends on, directly or through others. */
  readonly dependsOn?: string;
}

/** Flux applies a Kustomization's objects in stages, and begins the next one when the one before is ready. */
export type Stage = 0 | 1 | 2;

/** What happens to an object: it begins its work, it is ready, its operator has done its work for others. */
export type Happening = 'start' | 'ready' | 'done';

/** A reference for which Flux or Kubernetes certainly waits, and what it names. */
export interface Wait {
  readonly reference: FoundReference;
  readonly target: Target;
  /** The object itself, or the one for which an operator makes it. */
  readonly maker: StateObject;
  /** The release that runs that operator, where the tree has it. */
  readonly operator: StateObject | undefined;
}

/** The edges of the order so far, and what the parts that add to them share. */
export interface OrderGraph {
  readonly state: RuleState;
  readonly index: StateIndex;
  readonly edges: Edge<Hop>[];
  /** By object. */
  readonly waits: ReadonlyMap<StateObject, readonly Wait[]>;
  /** By unit that may be part of a circle: its own Kustomization, unless that is suspended. */
  readonly kustomizations: ReadonlyMap<string, StateObject>;
  /** Kustomizations that others write. */
  readonly others: readonly OtherKustomization[];
  /** The ResourceSet of each object that one makes. */
  readonly setOf: SetOf;
}

type SetOf = ReadonlyMap<StateObject, StateObject>;

const setsOf = ({ units }: RuleState): SetOf =>
  new Map(
    units.flatMap(({ objects }) =>
      objects.flatMap((one) => (one.madeBy === undefined ? [] : [[one, one.madeBy.set] as const])),
    ),
  );

const FIRST: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'Namespace', 'ClusterRole']);

export const stageOf = ({ kind }: StateObject): Stage => (FIRST.has(kind) ? 0 : kind.endsWith('Class') ? 1 : 2);

/** The node of something that happens to an object. */
export const nodeOf = ({ group, kind, namespace, name }: StateObject, what: Happening): string =>
  `${group}/${kind}/${namespace ?? ''}/${name} ${what}`;

/** The node of one stage of a unit's Kustomization; undefined where that is suspended. */
export const stageNode = ({ kustomizations }: OrderGraph, unit: string, stage: Stage): string | undefined => {
  const own = kustomizations.get(unit);
  return own === undefined ? undefined : `${nodeOf(own, 'start')} ${stage}`;
};

export const addEdge = ({ edges }: OrderGraph, from: string, to: string, hop?: Hop): void => {
  if (from === to && hop === undefined) return;
  edges.push({ from, to, hop });
};

/** What does nothing, or needs no pods, is ready whatever is missing. */
export const isAtRest = (object: StateObject): boolean => {
  const { suspend, replicas } = specOf(object);
  return suspend === true || replicas === 0;
};

const isBlocking = ({ row, object, isOptional, isWaitedForByExpression }: FoundReference): boolean =>
  row.blocks !== undefined && !isOptional && !isWaitedForByExpression && !isAtRest(object);

/** Most trees have no circle by the look of their units, and no edges are made of those. */
export const openOrderGraph = (
  { state, index, references }: CheckContext,
  others: readonly OtherKustomization[],
): OrderGraph => {
  const setOf = setsOf(state);
  const operators = findOperators(index);
  const all = new Map<StateObject, Wait[]>([...setOf].flat().map((object) => [object, []]));
  for (const reference of references.all) {
    if (!isBlocking(reference)) continue;
    const target = references.targets.find(reference);
    const there = all.get(reference.object) ?? [];
    all.set(reference.object, there);
    const maker = target?.maker;
    if (target === undefined || maker === undefined || mayBindWithoutClass(reference, target, index)) continue;
    there.push({
      reference,
      target,
      maker,
      operator: target.object === undefined ? operators.get(maker.group) : undefined,
    });
  }
  const relevant = new Set([...relevantUnits(all, index), ...besideOthers(index, others)]);
  const waits = new Map([...all].filter(([{ unit }]) => relevant.has(unit)));
  const kustomizations = new Map<string, StateObject>();
  for (const name of relevant) {
    const own = index.unitOf.get(name)?.entry.find(({ kind }) => kind === 'Kustomization');
    if (own !== undefined && specOf(own)['suspend'] !== true) kustomizations.set(name, own);
  }
  return { state, index, edges: [], waits, kustomizations, others, setOf };
};

/** The units that wait for Kustomizations of others, or for which those wait, and those to which a root adds a wait. */
const besideOthers = ({ unitOf }: StateIndex, others: readonly OtherKustomization[]): readonly string[] => {
  if (others.length === 0) return [];
  const keys = new Set(
    others.flatMap(({ key, dependsOn, waitsFor, parents }) => [key, ...dependsOn, ...waitsFor, ...parents]),
  );
  return [...unitOf.values()]
    .filter(({ key, dependsOn }) => keys.has(key) || dependsOn.some((name) => !unitOf.has(name)))
    .map(({ name }) => name);
};

/**
 * The units that may be part of a circle: those in which an object waits for one that waits itself, and, where one of
 * the references goes against the order of the units, all that name objects of others, or are named.
 */
const relevantUnits = (waits: ReadonlyMap<StateObject, readonly Wait[]>, index: StateIndex): ReadonlySet<string> => {
  const inside = new Set<string>();
  const across = new Set<string>();
  let goesBack = false;
  for (const [object, own] of waits) {
    for (const { reference, maker, operator } of own) {
      if (maker.unit === object.unit && (waits.has(maker) || isEntry(index, maker))) inside.add(object.unit);
      // A Kustomization applies nothing before it starts, so what it starts with can't come from itself.
      if (maker.unit === object.unit && isEntry(index, object) && reference.row.blocks === 'start')
        inside.add(object.unit);
      const others = operator === undefined ? [maker.unit] : [maker.unit, operator.unit];
      for (const other of others) {
        if (other === object.unit && operator !== undefined) inside.add(object.unit);
        if (other === object.unit) continue;
        across.add(object.unit).add(other);
        goesBack ||= !index.waitsFor(object.unit, other);
      }
    }
  }
  return goesBack ? new Set([...inside, ...across]) : inside;
};
