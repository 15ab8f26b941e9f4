import type { CheckContext } from '../rule.js';
import type { Edge } from './find-cycles.js';
import { addObjectEdges } from './object-edges.js';
import { type Hop, openOrderGraph } from './order-graph.js';
import { addOtherEdges } from './other-edges.js';
import type { OtherKustomization } from './other-kustomization.js';
import { addSetEdges } from './set-edges.js';
import { addUnitEdges } from './unit-edges.js';

/**
 * The order that Flux follows in a cluster, as edges of one graph: Kustomizations with their stages, `wait` and health
 * checks, releases, sources, ConfigMaps and Secrets with their writers, namespaces, CRDs and operators. It only has
 * edges that are certain.
 */
export const orderEdges = (context: CheckContext, others: readonly OtherKustomization[]): readonly Edge<Hop>[] => {
  const graph = openOrderGraph(context, others);
  addObjectEdges(graph);
  addSetEdges(graph);
  addUnitEdges(graph);
  addOtherEdges(graph);
  return graph.edges;
};
