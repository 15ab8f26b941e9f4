import { specOf } from '../context/state-index.js';
import { addEdge, isAtRest, nodeOf, type OrderGraph } from './order-graph.js';

/** Adds what ResourceSets wait for: with `wait`, everything that they generate. */
export const addSetEdges = (graph: OrderGraph): void => {
  for (const [object, set] of graph.setOf) {
    if (specOf(set)['wait'] !== true || !graph.waits.has(object) || isAtRest(object)) continue;
    addEdge(graph, nodeOf(set, 'ready'), nodeOf(object, 'ready'), {
      text: `${set.title} waits until ${object.title} is ready`,
      object: set,
      path: 'spec.wait',
    });
  }
};
