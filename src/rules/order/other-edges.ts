import { externalKey } from '../../declared/external-kustomization.js';
import type { StateObject } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';
import { addEdge, type Happening, nodeOf, type OrderGraph } from './order-graph.js';
import { type OtherKustomization, titleOfKey } from './other-kustomization.js';

/** Adds what Kustomizations of others wait for, and the units that wait for them. */
export const addOtherEdges = (graph: OrderGraph): void => {
  if (graph.others.length === 0) return;
  const nodes = new Map<string, (what: Happening) => string>();
  for (const own of graph.kustomizations.values()) nodes.set(keyOf(own), (what) => nodeOf(own, what));
  for (const { key } of graph.others) if (!nodes.has(key)) nodes.set(key, (what) => `other ${key} ${what}`);
  for (const [unit, own] of graph.kustomizations) addOwn(graph, nodes, unit, own);
  for (const other of graph.others) addOther(graph, nodes, other);
};

const DEPENDS = 'depends on %';

type Nodes = ReadonlyMap<string, (what: Happening) => string>;

const keyOf = ({ namespace = '', name }: StateObject): string => externalKey({ namespace, name });

const addOwn = (graph: OrderGraph, nodes: Nodes, unit: string, own: StateObject): void => {
  const all = specOf(own)['dependsOn'] as readonly { readonly name?: unknown; readonly namespace?: unknown }[];
  const { unitOf } = graph.index;
  for (const key of unitOf.get(unit)?.dependsOn ?? []) {
    const to = unitOf.has(key) ? undefined : nodes.get(key);
    if (to === undefined) continue;
    const at = all.findIndex((one) => `${one.namespace ?? own.namespace}/${one.name}` === key);
    addEdge(graph, nodeOf(own, 'start'), to('ready'), {
      text: `${own.title} depends on ${titleOfKey(key)}`,
      object: own,
      path: `spec.dependsOn[${at}]`,
    });
  }
};

const addOther = (graph: OrderGraph, nodes: Nodes, other: OtherKustomization): void => {
  const node = nodes.get(other.key)!;
  addEdge(graph, node('ready'), node('start'));
  const add = (from: Happening, key: string, to: Happening, verb: string) => {
    const target = nodes.get(key);
    if (target === undefined) return;
    const title = titleOfKey(key);
    addEdge(graph, node(from), target(to), {
      text: `${titleOfKey(other.key)} ${verb.replace('%', title)}`,
      other: { ...other, waitsOn: title, isDependency: verb === DEPENDS },
    });
  };
  for (const key of other.dependsOn) add('start', key, 'ready', DEPENDS);
  for (const key of other.waitsFor) add('ready', key, 'ready', 'waits until % is ready');
  for (const key of other.parents) add('start', key, 'start', 'is applied by %');
};
