import { clouds } from '../contract/index.js';
import type { ClusterGraph, GraphCarrier, GraphEdge, GraphInput, GraphNode, GraphReader } from './cluster-graph.js';

/** A graph, and what belongs to each node of it, by id and in the order of the graph. */
export interface IndexedGraph extends ClusterGraph {
  /** What it reads of Terraform, and its fields that do. */
  readonly readBy: ReadonlyMap<string, ReadonlyMap<GraphInput, readonly GraphReader[]>>;
  /** What it waits for. */
  readonly before: ReadonlyMap<string, readonly GraphEdge[]>;
  /** What waits for it. */
  readonly after: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly critical: ReadonlySet<string>;
}

export const indexGraph = (graph: ClusterGraph): IndexedGraph => {
  const byNode = <T>(empty: () => T): Map<string, T> => new Map(graph.nodes.map(({ id }) => [id, empty()]));
  const readBy = byNode(() => new Map<GraphInput, GraphReader[]>());
  const [before, after] = [byNode((): GraphEdge[] => []), byNode((): GraphEdge[] => [])];
  for (const input of graph.inputs) {
    for (const reader of input.readBy) {
      const all = readBy.get(reader.addon);
      const there = all?.get(input);
      if (there === undefined) all?.set(input, [reader]);
      else there.push(reader);
    }
  }
  for (const edge of graph.edges) {
    before.get(edge.to)?.push(edge);
    after.get(edge.from)?.push(edge);
  }
  return { ...graph, readBy, before, after, critical: new Set(graph.criticalPath) };
};

/** `TF_WEB_HOST`; `karpenter: settings.clusterName`; `headlamp: clientID`. */
export const inputTitle = ({ of, name }: GraphInput): string => (of === undefined ? name : `${of}: ${name}`);

/** `ConfigMap flux-system/cluster-vars-terraform, key TF_WEB_HOST`. */
export const carrierTitle = (carrier: GraphCarrier): string =>
  carrier.kind === 'RemoteSecret'
    ? `remote secret whose name is in ${carrier.nameIn}`
    : `${carrier.kind} ${carrier.namespace}/${carrier.name}, key ${carrier.key}`;

/** `HTTPRoute/web spec.hostnames[0]`. */
export const readerTitle = ({ addon, object = addon, path }: GraphReader): string =>
  path === undefined ? object : `${object} ${path}`;

/** How many Kustomizations nodes stand for. */
export const countNodes = (nodes: readonly GraphNode[]): number =>
  nodes.reduce((sum, { tenants }) => sum + (tenants?.length ?? 1), 0);

/** `Cluster dev: 16 Kustomizations in 4 levels`. */
export const summary = ({ cluster, nodes, levels }: ClusterGraph): string =>
  `Cluster ${cluster}: ${count(countNodes(nodes), 'Kustomization')} in ${count(levels, 'level')}`;

/** What stands below a name: `apps · 4 inputs`. */
export const subtitle = ({ id, stage = 'external' }: GraphNode, { readBy }: IndexedGraph): string => {
  const inputs = readBy.get(id)!.size;
  return inputs === 0 ? shorten(stage) : `${shorten(stage)} · ${count(inputs, 'input')}`;
};

const MOST_CHARACTERS = 38;

/** A name as a box has it: without its middle, where it is too long. */
export const shorten = (name: string): string => {
  const half = MOST_CHARACTERS / 2;
  return name.length <= MOST_CHARACTERS ? name : `${name.slice(0, half)}…${name.slice(1 - half)}`;
};

export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Who supplies inputs and creates namespaces, in words. */
export const suppliers = {
  terraform: 'Terraform',
  ...clouds,
  kubernetes: 'Kubernetes',
  flux: "the contract's Terraform module, or Flux's bootstrap",
  external: 'others, before Flux runs',
  addon: 'an addon',
} as const;
