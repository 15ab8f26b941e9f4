import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { findCrdProviders, hasCrd } from '../context/crd-providers.js';
import { titleOfUnit } from '../context/place-in.js';
import type { StateObject, Unit } from '../context/rule-state.js';
import { isFluxGroup, specOf } from '../context/state-index.js';
import { addEdge, isAtRest, nodeOf, type OrderGraph, stageNode, stageOf } from './order-graph.js';

/** Adds what the units' Kustomizations wait for: their stages, the objects that they apply, other units. */
export const addUnitEdges = (graph: OrderGraph): void => {
  const namespaces = new Map(graph.state.namespaces.map(({ name, unit }) => [name, unit]));
  const providers = findCrdProviders(graph.state);
  for (const unit of graph.state.units) {
    const own = graph.kustomizations.get(unit.name);
    if (own === undefined) continue;
    addStages(graph, own);
    const { wait, kubeConfig } = specOf(own);
    // Its objects go to another cluster.
    if (kubeConfig !== undefined) continue;
    if (wait === true) addWait(graph, unit, own);
    for (const object of unit.objects) {
      if (graph.setOf.has(object)) continue;
      if (graph.state.scopeOf(object.group, object.kind) !== 'Cluster')
        addNamespace(graph, object, namespaces.get(object.namespace ?? ''));
      addCrd(graph, object, providers.get(object.group));
    }
  }
  // Without declarations, the Kustomizations' own references add these edges.
  if (graph.state.declared !== undefined) addDependencies(graph);
};

const addStages = (graph: OrderGraph, own: StateObject): void => {
  const start = nodeOf(own, 'start');
  addEdge(graph, `${start} 0`, start);
  addEdge(graph, `${start} 1`, `${start} 0`);
  addEdge(graph, `${start} 2`, `${start} 1`);
  addEdge(graph, nodeOf(own, 'ready'), `${start} 2`);
};

const addWait = (graph: OrderGraph, { objects }: Unit, own: StateObject): void => {
  const judged = kindsWithExpressions(own);
  for (const object of objects) {
    if (
      graph.setOf.has(object) ||
      !graph.waits.has(object) ||
      judged.has(`${object.group}/${object.kind}`) ||
      isAtRest(object)
    )
      continue;
    addEdge(graph, nodeOf(own, 'ready'), nodeOf(object, 'ready'), {
      text: `${own.title} waits until ${object.title} is ready`,
      object: own,
      path: 'spec.wait',
    });
  }
};

/** The kinds whose readiness the user defines with expressions. */
const kindsWithExpressions = (kustomization: StateObject): ReadonlySet<string> => {
  const all = valueAt(kustomization.json, ['spec', 'healthCheckExprs']);
  const kinds = new Set<string>();
  for (const one of Array.isArray(all) ? all : []) {
    if (!isObject(one)) continue;
    const [group, version] = String(one['apiVersion']).split('/');
    kinds.add(`${version === undefined ? '' : group}/${String(one['kind'])}`);
  }
  return kinds;
};

/** If the unit depends on the creator anyway, the edge adds nothing. */
const isImplied = ({ index }: OrderGraph, { unit }: StateObject, other: string): boolean =>
  unit === other || index.waitsFor(unit, other);

const addNamespace = (graph: OrderGraph, object: StateObject, creator: string | undefined): void => {
  if (creator === undefined || isImplied(graph, object, creator)) return;
  const to = stageNode(graph, creator, 0);
  if (to === undefined) return;
  addEdge(graph, stageNode(graph, object.unit, stageOf(object))!, to, {
    text: `${object.title} is in namespace "${object.namespace}", which ${titleOfUnit(graph.index.unitOf.get(creator)!)} creates`,
    object,
  });
};

const addCrd = (graph: OrderGraph, object: StateObject, provider: Unit | undefined): void => {
  if (provider === undefined || isBuiltInGroup(object.group) || isFluxGroup(object.group)) return;
  const { name } = provider;
  if (isImplied(graph, object, name)) return;
  const to = stageNode(graph, name, hasCrd(provider, object.group) ? 0 : 2);
  if (to === undefined) return;
  addEdge(graph, stageNode(graph, object.unit, stageOf(object))!, to, {
    text: `${object.title} needs the CRDs of "${object.group}", which ${titleOfUnit(provider)} installs`,
    object,
  });
};

/**
 * `dependsOn` alone never forms a circle: a circle also needs a reference from one unit to another. So one edge between
 * two units with such references is enough, whatever is between them.
 */
const addDependencies = (graph: OrderGraph): void => {
  const { kustomizations, index } = graph;
  for (const [addon, own] of kustomizations) {
    for (const [other, kustomization] of kustomizations) {
      if (addon === other || !index.waitsFor(addon, other)) continue;
      addEdge(graph, nodeOf(own, 'start'), nodeOf(kustomization, 'ready'), {
        text: `${own.title} depends on ${kustomization.title}`,
        object: own,
        dependsOn: other,
      });
    }
  }
};
