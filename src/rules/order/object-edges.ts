import type { StateObject } from '../context/rule-state.js';
import { isEntry } from '../context/state-index.js';
import { nameOf } from '../references/describe.js';
import type { FoundReference } from '../references/index.js';
import { addEdge, type Hop, nodeOf, type OrderGraph, stageNode, stageOf, type Wait } from './order-graph.js';

/** Adds what objects wait for: the Kustomization that applies them, and what they name. */
export const addObjectEdges = (graph: OrderGraph): void => {
  for (const [object, waits] of graph.waits) {
    addApplied(graph, nodeOf(object, 'start'), object);
    addEdge(graph, nodeOf(object, 'ready'), nodeOf(object, 'start'));
    for (const wait of waits) addWait(graph, object, wait);
  }
};

const addWait = (graph: OrderGraph, object: StateObject, wait: Wait): void => {
  const { reference, target, maker } = wait;
  const { row, path } = reference;
  const from = nodeOf(object, row.blocks === 'start' ? 'start' : 'ready');
  const hop: Hop = { text: wordsOf(reference), object, path, reference, maker };
  if (target.object === undefined) {
    addMade(graph, from, hop, wait);
  } else if (reference.awaitsReady && (graph.waits.has(maker) || isOwnKustomization(graph, maker))) {
    addEdge(graph, from, nodeOf(maker, 'ready'), hop);
  } else if (!isEntry(graph.index, maker)) {
    const there = `${nodeOf(maker, 'start')} applied`;
    addEdge(graph, from, there, hop);
    addApplied(graph, there, maker);
  }
};

/** An operator's output exists once the operator runs and has seen a ready object that asks for it. */
const addMade = (graph: OrderGraph, from: string, hop: Hop, { reference, target, maker, operator }: Wait): void => {
  const done = nodeOf(maker, 'done');
  const made = `${done} ${target.name}`;
  addEdge(graph, from, made, hop);
  addEdge(graph, made, done, { text: `${maker.title} makes ${nameOf(reference)}`, object: maker });
  if (graph.waits.has(maker)) addEdge(graph, done, nodeOf(maker, 'ready'));
  else addApplied(graph, done, maker);
  if (operator === undefined) return;
  const text = `${maker.title} needs the operator that ${operator.title} runs`;
  addEdge(graph, done, nodeOf(operator, 'start'), { text, object: maker });
  if (!graph.waits.has(operator)) addApplied(graph, nodeOf(operator, 'start'), operator);
};

const isOwnKustomization = ({ kustomizations }: OrderGraph, object: StateObject): boolean =>
  kustomizations.get(object.unit) === object;

const addApplied = (graph: OrderGraph, from: string, object: StateObject): void => {
  const set = graph.setOf.get(object);
  if (set !== undefined) {
    addEdge(graph, from, nodeOf(set, 'start'), { text: `${set.title} makes ${object.title}`, object: set });
    return;
  }
  const own = graph.kustomizations.get(object.unit);
  const stage = stageNode(graph, object.unit, stageOf(object));
  if (own === undefined || stage === undefined || isEntry(graph.index, object)) return;
  addEdge(graph, from, stage, { text: `${own.title} applies ${object.title}`, object: own });
};

/** What the reader does with the object that it names. */
const wordsOf = (reference: FoundReference): string => {
  const { object, row, kind, name, namespace } = reference;
  const verb =
    row.at === 'spec.dependsOn[]' ? 'depends on' : row.isOfOwnFolder === true ? 'checks the health of' : 'needs';
  return `${object.title} ${verb} ${namespace === object.namespace ? `${kind}/${name}` : nameOf(reference)}`;
};
