import type { ClusterGraph, GraphEdge, GraphNode } from '../cluster-graph.js';

/** Kustomizations of one level that wait for the same and that the same wait for: one place in the drawing. */
export interface Block {
  readonly id: string;
  /** Those in circles are in the one after the last. */
  readonly level: number;
  readonly members: readonly GraphNode[];
}

/** Waits between two blocks. */
export interface BlockEdge {
  readonly from: string;
  readonly to: string;
  readonly critical: boolean;
  /** Only the `dependsOn` of a stage declares them. */
  readonly chosen: boolean;
}

/** Draws together what would have the same arrows: without that, the arrows of large clusters hide everything. */
export const findBlocks = ({
  nodes,
  edges,
  levels,
}: ClusterGraph): { readonly blocks: readonly Block[]; readonly edges: readonly BlockEdge[] } => {
  const levelOf = new Map(nodes.map(({ id, level = levels + 1 }) => [id, level]));
  const shown = edges.filter(({ implied, from, to }) => !implied && levelOf.get(from)! < levelOf.get(to)!);
  const waits = new Map<string, string[]>(nodes.map(({ id }) => [id, [String(levelOf.get(id))]]));
  for (const { from, to } of shown) {
    waits.get(to)!.push(`< ${from}`);
    waits.get(from)!.push(`> ${to}`);
  }
  const blockOf = new Map<string, string>();
  const blocks = new Map<string, { readonly id: string; readonly level: number; readonly members: GraphNode[] }>();
  for (const node of nodes) {
    const key = waits.get(node.id)!.sort().join();
    const there = blocks.get(key);
    if (there === undefined) blocks.set(key, { id: node.id, level: levelOf.get(node.id)!, members: [node] });
    else there.members.push(node);
    blockOf.set(node.id, there?.id ?? node.id);
  }
  return { blocks: [...blocks.values()], edges: betweenBlocks(shown, blockOf) };
};

const betweenBlocks = (edges: readonly GraphEdge[], blockOf: ReadonlyMap<string, string>): readonly BlockEdge[] => {
  const found = new Map<string, BlockEdge>();
  for (const edge of edges) {
    const [from, to] = [blockOf.get(edge.from)!, blockOf.get(edge.to)!];
    const key = `${from} ${to}`;
    const there = found.get(key);
    found.set(key, {
      from,
      to,
      critical: edge.critical || there?.critical === true,
      chosen: edge.chosen && there?.chosen !== false,
    });
  }
  return [...found.values()];
};
