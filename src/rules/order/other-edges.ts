import type { CompiledObject } from '../../compile/compiled-cluster.js';
import { externalKey } from '../../compile/external-kustomization.js';
import { specOf } from '../context/state-index.js';
import { addEdge, type Happening, nodeOf, type OrderGraph } from './order-graph.js';
import { type OtherKustomization, titleOfKey } from './other-kustomization.js';

/** Adds what Kustomizations of others wait for, and the addons that wait for them. */
export const addOtherEdges = (graph: OrderGraph): void => {
  if (graph.others.length === 0) return;
  const nodes = new Map<string, (what: Happening) => string>();
  for (const own of graph.kustomizations.values()) nodes.set(keyOf(own), (what) => nodeOf(own, what));
  for (const { key } of graph.others) if (!nodes.has(key)) nodes.set(key, (what) => `other ${key} ${what}`);
  for (const [addon, own] of graph.kustomizations) addOwn(graph, nodes, addon, own);
  for (const other of graph.others) addOther(graph, nodes, other);
};

const DEPENDS = 'depends on %';

type Nodes = ReadonlyMap<string, (what: Happening) => string>;

const keyOf = ({ namespace = '', name }: CompiledObject): string => externalKey({ namespace, name });

const addOwn = (graph: OrderGraph, nodes: Nodes, addon: string, own: CompiledObject): void => {
  const all = specOf(own)['dependsOn'] as readonly { readonly name?: unknown; readonly namespace?: unknown }[];
  for (const external of graph.index.addonOf.get(addon)?.built.externals ?? []) {
    const to = nodes.get(externalKey(external));
    if (to === undefined) continue;
    const { name, namespace } = external;
    const at = all.findIndex((one) => one.name === name && (one.namespace ?? own.namespace) === namespace);
    addEdge(graph, nodeOf(own, 'start'), to('ready'), {
      text: `${own.title} depends on ${titleOfKey(externalKey(external))}`,
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
