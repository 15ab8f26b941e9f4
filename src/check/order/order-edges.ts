import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../compile/compiled-cluster.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { type ClusterIndex, isBuiltInGroup, isFluxGroup, specOf } from '../cluster-index.js';
import { findCrdProviders, hasCrd } from '../crd-providers.js';
import { findOperators } from '../operators.js';
import { nameOf } from '../references/describe.js';
import type { FoundReference, References } from '../references/index.js';
import type { Edge } from './find-cycles.js';

/** Why one thing comes after another one, as a user reads it. */
export interface Hop {
  readonly text: string;
  /** The object that says so. */
  readonly object: CompiledObject;
  /** The field that says so. */
  readonly path?: string;
  /** The reference that says so; absent where it follows from the addons. */
  readonly reference?: FoundReference;
  /** Of a reference: the object that must be there, or the one for which an operator makes it. */
  readonly maker?: CompiledObject;
}

/** Flux applies a Kustomization's objects in stages, and begins the next one when the one before is ready. */
type Stage = 0 | 1 | 2;

const FIRST: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'Namespace', 'ClusterRole']);

const stageOf = ({ kind }: CompiledObject): Stage => (FIRST.has(kind) ? 0 : kind.endsWith('Class') ? 1 : 2);

/** What may happen to an object: Flux applies it, it begins its work, it is ready, its operator has done its work. */
const event = ({ group, kind, namespace, name }: CompiledObject, what: 'start' | 'ready' | 'done'): string =>
  `${group}/${kind}/${namespace ?? ''}/${name} ${what}`;

/**
 * The order that Flux follows in a cluster, as edges of one graph: Kustomizations with their stages, `wait` and health
 * checks, releases, sources, ConfigMaps and Secrets with whoever makes them, namespaces, CRDs and operators. Only what
 * certainly waits is in it.
 */
export const orderEdges = (
  cluster: CompiledCluster,
  index: ClusterIndex,
  references: References,
): readonly Edge<Hop>[] => {
  const edges: Edge<Hop>[] = [];
  const add = (from: string, to: string, hop?: Hop) => {
    if (from !== to) edges.push({ from, to, hop });
    else if (hop !== undefined)
      edges.push({ from, to: `${to} again`, hop }, { from: `${to} again`, to, hop: undefined });
  };
  const blocking = new Map<CompiledObject, FoundReference[]>();
  for (const reference of references.all) {
    if (!isBlocking(reference)) continue;
    const there = blocking.get(reference.object);
    if (there === undefined) blocking.set(reference.object, [reference]);
    else there.push(reference);
  }
  const kustomizations = new Map<string, CompiledObject>();
  for (const { built, entry } of cluster.addons) {
    const own = entry.find(({ kind }) => kind === 'Kustomization');
    if (own !== undefined && specOf(own)['suspend'] !== true) kustomizations.set(built.name, own);
  }
  const stageNode = (addon: string, stage: Stage): string | undefined => {
    const own = kustomizations.get(addon);
    return own === undefined ? undefined : `${event(own, 'start')} ${stage}`;
  };
  /** Entries are applied by the root, which waits for nothing. */
  const isEntry = ({ owner, addon }: CompiledObject): boolean => owner !== addon;
  const appliedNode = (object: CompiledObject): string | undefined =>
    isEntry(object) ? undefined : stageNode(object.addon, stageOf(object));

  const isOwnKustomization = (object: CompiledObject): boolean => kustomizations.get(object.addon) === object;

  const operators = findOperators(index);
  for (const [object, all] of blocking) {
    const start = event(object, 'start');
    const ready = event(object, 'ready');
    const applied = appliedNode(object);
    if (applied !== undefined) add(start, applied, appliedBy(object, kustomizations.get(object.addon)!));
    add(ready, start);
    add(event(object, 'done'), ready);
    for (const reference of all) {
      const from = reference.row.blocks === 'start' ? start : ready;
      const target = references.targets.find(reference);
      const maker = target?.maker;
      if (target === undefined || maker === undefined) continue;
      const hop: Hop = { text: wordsOf(reference), object, path: reference.path, reference, maker };
      if (target.object === undefined) {
        // Whoever reads it waits until its operator has made it.
        const made = `${event(maker, 'done')} ${target.name}`;
        add(from, made, hop);
        add(made, event(maker, 'done'), { text: `${maker.title} makes ${nameOf(reference)}`, object: maker });
        if (!blocking.has(maker)) {
          const place = appliedNode(maker);
          if (place !== undefined) {
            add(event(maker, 'done'), place, appliedBy(maker, kustomizations.get(maker.addon)!));
          }
        }
        const operator = operators.get(maker.group);
        if (operator !== undefined) {
          add(event(maker, 'done'), event(operator, 'start'), {
            text: `${maker.title} needs the operator that ${operator.title} runs`,
            object: maker,
          });
          const place = appliedNode(operator);
          if (!blocking.has(operator) && place !== undefined) {
            add(event(operator, 'start'), place, appliedBy(operator, kustomizations.get(operator.addon)!));
          }
        }
      } else if (reference.row.awaitsReady === true && (blocking.has(maker) || isOwnKustomization(maker))) {
        add(from, event(maker, 'ready'), hop);
      } else {
        const place = appliedNode(maker);
        if (place === undefined) continue;
        const there = `${event(maker, 'start')} applied`;
        add(from, there, hop);
        add(there, place, appliedBy(maker, kustomizations.get(maker.addon)!));
      }
    }
  }

  const creators = new Map(cluster.built.namespaces.map(({ name, addon }) => [name, addon]));
  const providers = findCrdProviders(cluster);
  for (const addon of cluster.addons) {
    const own = kustomizations.get(addon.built.name);
    if (own === undefined) continue;
    const start = event(own, 'start');
    const ready = event(own, 'ready');
    const stages = ([0, 1, 2] as const).map((stage) => `${start} ${stage}`);
    add(stages[0]!, start);
    add(stages[1]!, stages[0]!);
    add(stages[2]!, stages[1]!);
    add(ready, stages[2]!);
    if (!blocking.has(own)) add(ready, start);
    const { wait, kubeConfig } = specOf(own);
    if (kubeConfig !== undefined) continue;
    if (wait === true) {
      const judged = kindsWithExpressions(own);
      for (const object of addon.objects) {
        if (!blocking.has(object) || judged.has(`${object.group}/${object.kind}`) || isAtRest(object)) continue;
        add(ready, event(object, 'ready'), {
          text: `${own.title} waits until ${object.title} is ready`,
          object: own,
          path: 'spec.wait',
        });
      }
    }
    const told = new Set<string>();
    for (const object of addon.objects) {
      const stage = stageOf(object);
      const needs = [namespaceNeed(object, creators, stageNode), crdNeed(object, addon, providers, stageNode)];
      for (const need of needs) {
        if (need === undefined || need.to === undefined || told.has(`${stage} ${need.to}`)) continue;
        told.add(`${stage} ${need.to}`);
        add(stages[stage]!, need.to, { text: need.text, object });
      }
    }
  }
  return edges;
};

/** Whether Flux or Kubernetes certainly waits for what a reference names. */
const isBlocking = ({ row, object, isOptional, isWaitedForByExpression }: FoundReference): boolean =>
  row.blocks !== undefined && !isOptional && !isWaitedForByExpression && !isAtRest(object);

/** What does nothing, or needs no pods, is ready whatever is missing. */
const isAtRest = (object: CompiledObject): boolean => {
  const { suspend, replicas } = specOf(object);
  return suspend === true || replicas === 0;
};

/** The kinds whose readiness the user has put into expressions. */
const kindsWithExpressions = (kustomization: CompiledObject): ReadonlySet<string> => {
  const all = valueAt(kustomization.json, ['spec', 'healthCheckExprs']);
  const kinds = new Set<string>();
  for (const one of Array.isArray(all) ? all : []) {
    if (!isObject(one)) continue;
    const [group, version] = String(one['apiVersion']).split('/');
    kinds.add(`${version === undefined ? '' : group}/${String(one['kind'])}`);
  }
  return kinds;
};

interface Need {
  readonly to: string | undefined;
  readonly text: string;
}

type StageNode = (addon: string, stage: Stage) => string | undefined;

const namespaceNeed = (
  { title, namespace, addon }: CompiledObject,
  creators: ReadonlyMap<string, string | undefined>,
  stageNode: StageNode,
): Need | undefined => {
  const creator = namespace === undefined ? undefined : creators.get(namespace);
  if (creator === undefined || creator === addon) return undefined;
  return {
    to: stageNode(creator, 0),
    text: `${title} is in namespace "${namespace}", which addon "${creator}" creates`,
  };
};

const crdNeed = (
  { title, group }: CompiledObject,
  addon: CompiledAddon,
  providers: ReadonlyMap<string, CompiledAddon>,
  stageNode: StageNode,
): Need | undefined => {
  if (isBuiltInGroup(group) || isFluxGroup(group)) return undefined;
  const provider = providers.get(group);
  if (provider === undefined || provider === addon) return undefined;
  const { name } = provider.built;
  return {
    to: stageNode(name, hasCrd(provider, group) ? 0 : 2),
    text: `${title} needs the CRDs of "${group}", which addon "${name}" brings`,
  };
};

const appliedBy = (object: CompiledObject, kustomization: CompiledObject): Hop => ({
  text: `${kustomization.title} applies ${object.title}`,
  object: kustomization,
});

/** What the reader does with what it names. */
const wordsOf = (reference: FoundReference): string => {
  const { object, row } = reference;
  const verb =
    row.at === 'spec.dependsOn[]' ? 'depends on' : row.isOfOwnFolder === true ? 'checks the health of' : 'needs';
  const isNear = reference.namespace === object.namespace;
  return `${object.title} ${verb} ${isNear ? `${reference.kind}/${reference.name}` : nameOf(reference)}`;
};
