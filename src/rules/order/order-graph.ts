import { findOperators } from '../context/operators.js';
import type { RuleState, StateObject } from '../context/rule-state.js';
import { isEntry, type StateIndex, specOf } from '../context/state-index.js';
import type { FoundReference, Target } from '../references/index.js';
import type { CheckContext } from '../rule.js';
import type { Edge } from './find-cycles.js';
import type { OtherKustomization } from './other-kustomization.js';
import { mayBindWithoutClass } from './without-class.js';

/** Why one event comes after another, as the user reads it. */
export interface Hop {
  readonly text: string;
  /** The object that is the cause; absent if a Kustomization of others is. */
  readonly object?: StateObject;
  /** The Kustomization of others that is the cause, and the title of what it waits for. */
  readonly other?: OtherKustomization & { readonly waitsOn: string; readonly isDependency: boolean };
  /** The field that is the cause. */
  readonly path?: string;
  /** The reference that is the cause; absent if the edge follows from the units. */
  readonly reference?: FoundReference;
  /** For a reference: the object that must exist, or the one for which an operator creates it. */
  readonly maker?: StateObject;
  /** The unit whose Kustomization it depends on, directly or indirectly. */
  readonly dependsOn?: string;
}

/** Flux applies a Kustomization's objects in stages, and starts each stage when the one before it is ready. */
export type Stage = 0 | 1 | 2;

/** An event of an object: it starts, it becomes ready, or its operator has created what others need. */
export type Happening = 'start' | 'ready' | 'done';

/** A reference that Flux or Kubernetes is certain to wait for, and what it names. */
export interface Wait {
  readonly reference: FoundReference;
  readonly target: Target;
  /** The named object, or the one for which an operator creates it. */
  readonly maker: StateObject;
  /** The release that runs that operator, if the tree has it. */
  readonly operator: StateObject | undefined;
}

/** The edges found so far, and data that the functions that add edges share. */
export interface OrderGraph {
  readonly state: RuleState;
  readonly index: StateIndex;
  readonly edges: Edge<Hop>[];
  /** By object. */
  readonly waits: ReadonlyMap<StateObject, readonly Wait[]>;
  /** By unit that may be part of a circle: its own Kustomization, unless suspended. */
  readonly kustomizations: ReadonlyMap<string, StateObject>;
  /** Kustomizations that others write. */
  readonly others: readonly OtherKustomization[];
  /** The ResourceSet of each generated object. */
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

/** The node of an object's event. */
export const nodeOf = ({ group, kind, namespace, name }: StateObject, what: Happening): string =>
  `${group}/${kind}/${namespace ?? ''}/${name} ${what}`;

/** The node of one stage of a unit's Kustomization; undefined if that is suspended. */
export const stageNode = ({ kustomizations }: OrderGraph, unit: string, stage: Stage): string | undefined => {
  const own = kustomizations.get(unit);
  return own === undefined ? undefined : `${nodeOf(own, 'start')} ${stage}`;
};

export const addEdge = ({ edges }: OrderGraph, from: string, to: string, hop?: Hop): void => {
  if (from === to && hop === undefined) return;
  edges.push({ from, to, hop });
};

/** Whether an object is ready even if something is missing, since it does nothing or needs no pods. */
export const isAtRest = (object: StateObject): boolean => {
  const { suspend, replicas } = specOf(object);
  return suspend === true || replicas === 0;
};

const isBlocking = ({ row, object, isOptional, isWaitedForByExpression }: FoundReference): boolean =>
  row.blocks !== undefined && !isOptional && !isWaitedForByExpression && !isAtRest(object);

/** Only adds units that may be part of a circle. Most trees have none. */
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

/**
 * The units that wait for Kustomizations of others, units that those wait for, and units to which a root adds a
 * dependency.
 */
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
 * The units that may be part of a circle: units in which an object waits for one that waits itself, and, if a reference
 * goes against the order of the units, all units that reference other units or are referenced.
 */
const relevantUnits = (waits: ReadonlyMap<StateObject, readonly Wait[]>, index: StateIndex): ReadonlySet<string> => {
  const inside = new Set<string>();
  const across = new Set<string>();
  let goesBack = false;
  for (const [object, own] of waits) {
    for (const { reference, maker, operator } of own) {
      if (maker.unit === object.unit && (waits.has(maker) || isEntry(index, maker))) inside.add(object.unit);
      // A Kustomization applies nothing before it starts, so it can't supply what it needs to start.
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
