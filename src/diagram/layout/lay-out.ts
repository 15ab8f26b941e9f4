import { Graph, layout } from '@dagrejs/dagre';
import { diagnose, failure, type Result, success } from '../../diagnostics/index.js';
import type { ClusterGraph, GraphNode } from '../cluster-graph.js';
import { type IndexedGraph, indexGraph, shorten, subtitle } from '../describe-graph.js';
import { tooManyLevels } from '../diagnostics.js';
import { type Block, type BlockEdge, findBlocks } from './find-blocks.js';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A Kustomization, with the text that fits into its box. */
export interface Box extends Place {
  readonly node: GraphNode;
  readonly label: string;
  /** The id of the block that it is in. */
  readonly block: string;
}

export interface Line extends BlockEdge {
  /** The path of an SVG. */
  readonly path: string;
}

interface Column {
  readonly level: number;
  readonly x: number;
  readonly width: number;
}

/** Where everything is in a drawing, in pixels from its top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** From left to right, the lowest level first. */
  readonly columns: readonly Column[];
  /** Frames around the boxes of a block, where it has several. */
  readonly frames: readonly Place[];
  /** Column by column, each from its top. */
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** Where those begin that wait for nothing and that nothing waits for. Absent where there are none. */
  readonly alone?: number;
}

/** What is used of dagre's graph. Its own types import files without their endings, so Node's resolution finds none. */
interface Engine {
  setGraph(label: object): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(id: string, label: { readonly width: number; readonly height: number; readonly rank: number }): void;
  setEdge(from: string, to: string): void;
  /** The middle of a node that is laid out. */
  node(id: string): Place;
  edge(from: string, to: string): { readonly points?: readonly { readonly x: number; readonly y: number }[] };
}

/** Of names, which are in a font of one width. */
export const FONT_SIZE = 13;
const CHARACTER = FONT_SIZE * 0.61;
/** About what is needed on average at 11 pixels, in fonts that differ from system to system. */
const SMALL_CHARACTER = 6.2;
const LEAST_WIDTH = 95;
const PADDING = 12;
const BOX_HEIGHT = 42;
const GAP = 6;
/** Between columns: room for curves. */
const SPACE = 56;
const MARGIN = 20;
/** Above the boxes: the names of the columns. */
const HEAD = 28;
const TOP = MARGIN + HEAD;
/** dagre calls itself for each, and longer chains exhaust the call stack. */
const MOST_LEVELS = 1000;

/**
 * Lays a graph out from left to right: a column is a level, so a wait always leads to the right. What waits for nothing
 * and is waited for by nothing stands below.
 */
export const layOut = (graph: ClusterGraph): Result<Drawing> => {
  if (graph.levels > MOST_LEVELS) {
    return failure(
      diagnose(tooManyLevels, {
        message: `cluster "${graph.cluster}" comes up in ${graph.levels} levels, and a drawing has ${MOST_LEVELS} at most`,
        at: { cluster: graph.cluster },
        fix: 'use --format mermaid or json',
      }),
    );
  }
  const { blocks, edges } = findBlocks(graph);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const isAlone = (block: Block): boolean => block.level === 1 && !linked.has(block.id);
  const cellWidth = cellWidths(indexGraph(graph));
  const inColumns = placeColumns(
    blocks.filter((block) => !isAlone(block)),
    edges,
    cellWidth,
  );
  const alone = blocks.filter(isAlone).flatMap(({ members }) => members);
  return success(alone.length === 0 ? inColumns : withRows(inColumns, alone, cellWidth(alone)));
};

const placeColumns = (blocks: readonly Block[], edges: readonly BlockEdge[], cellWidth: CellWidth): Drawing => {
  const cells = new Map<number, number>();
  for (const block of blocks) cells.set(block.level, Math.max(cells.get(block.level) ?? 0, cellWidth(block.members)));
  const laidOut: Engine = new Graph();
  // Ranks are given, not sought; every second one is for labels of edges, and an edge without one in between fails.
  laidOut.setGraph({ rankdir: 'LR', ranker: 'none', rankalign: 'top', ranksep: SPACE, nodesep: 14, edgesep: 8 });
  laidOut.setDefaultEdgeLabel(() => ({}));
  const grids = new Map(blocks.map((block) => [block.id, gridOf(block, cells.get(block.level)!)]));
  for (const { id, level } of blocks) {
    const { width, height } = grids.get(id)!;
    laidOut.setNode(id, { width, height, rank: 2 * level });
  }
  for (const { from, to } of edges) laidOut.setEdge(from, to);
  layout(laidOut);
  const places = new Map(
    blocks.map(({ id }) => {
      const { x, y, width, height } = laidOut.node(id);
      const left = Math.round(x - width / 2) + MARGIN;
      return [id, { x: left, y: Math.round(y - height / 2) + TOP, width, height }] as const;
    }),
  );
  const columns = [...cells.keys()]
    .sort((a, b) => a - b)
    .map((level): Column => {
      const own = blocks.flatMap((block) => (block.level === level ? [places.get(block.id)!] : []));
      return { level, x: Math.min(...own.map(({ x }) => x)), width: Math.max(...own.map(({ width }) => width)) };
    });
  const levelOf = new Map(blocks.map(({ id, level }) => [id, level]));
  const all = [...places.values()];
  return {
    width: Math.max(0, ...all.map(({ x, width }) => x + width)) + MARGIN,
    height: Math.max(0, ...all.map(({ y, height }) => y + height)) + MARGIN,
    columns,
    frames: blocks.flatMap(({ id, members }) => (members.length > 1 ? [places.get(id)!] : [])),
    boxes: [...blocks]
      .sort((a, b) => a.level - b.level || places.get(a.id)!.y - places.get(b.id)!.y)
      .flatMap((block) => {
        const { rows, cell } = grids.get(block.id)!;
        const { x, y } = places.get(block.id)!;
        return block.members.map((node, index) => ({
          node,
          label: shorten(node.id),
          block: block.id,
          x: x + inset(block) + Math.floor(index / rows) * (cell + GAP),
          y: y + inset(block) + (index % rows) * (BOX_HEIGHT + GAP),
          width: cell,
          height: BOX_HEIGHT,
        }));
      }),
    lines: edges.map((edge) => {
      const first = columns.findIndex(({ level }) => level === levelOf.get(edge.from));
      // One point for each column on the way.
      const inner = (laidOut.edge(edge.from, edge.to).points ?? []).slice(1, -1).filter((_, index) => index % 2 === 1);
      const heights = inner.map(({ y }) => Math.round(y) + TOP);
      return { ...edge, path: curve(places.get(edge.from)!, heights, places.get(edge.to)!, columns.slice(first)) };
    }),
  };
};

/** Adds nodes below a drawing, in rows that are as wide as it is. */
const withRows = (above: Drawing, nodes: readonly GraphNode[], cell: number): Drawing => {
  const fit = Math.floor((above.width - 2 * MARGIN + GAP) / (cell + GAP));
  const columns = Math.min(nodes.length, Math.max(fit, 4));
  const head = above.boxes.length === 0 ? MARGIN : above.height;
  const boxes = nodes.map((node, index) => ({
    node,
    label: shorten(node.id),
    block: node.id,
    x: MARGIN + (index % columns) * (cell + GAP),
    y: head + HEAD + Math.floor(index / columns) * (BOX_HEIGHT + GAP),
    width: cell,
    height: BOX_HEIGHT,
  }));
  return {
    ...above,
    width: Math.max(above.width, MARGIN + columns * (cell + GAP) - GAP + MARGIN),
    height: boxes.at(-1)!.y + BOX_HEIGHT + MARGIN,
    boxes: [...above.boxes, ...boxes],
    alone: head,
  };
};

/** How wide the boxes of some nodes are: all alike, for the longest of their texts. */
type CellWidth = (nodes: readonly GraphNode[]) => number;
const cellWidths = (graph: IndexedGraph): CellWidth => {
  const widthOf = (node: GraphNode): number =>
    Math.max(shorten(node.id).length * CHARACTER, subtitle(node, graph).length * SMALL_CHARACTER);
  return (nodes) => Math.round(Math.max(LEAST_WIDTH, ...nodes.map(widthOf))) + 2 * PADDING;
};

const inset = ({ members }: Block): number => (members.length > 1 ? GAP : 0);

/** Boxes of one block stand below each other; many stand in several columns, twice as high as wide. */
const gridOf = (block: Block, cell: number) => {
  const count = block.members.length;
  const most = Math.max(6, Math.ceil(Math.sqrt((2 * count * cell) / BOX_HEIGHT)));
  const columns = Math.ceil(count / most);
  const rows = Math.ceil(count / columns);
  const around = 2 * inset(block) - GAP;
  return { rows, cell, width: columns * (cell + GAP) + around, height: rows * (BOX_HEIGHT + GAP) + around };
};

/** From the middle of one side to that of another: level within columns, where boxes are above and below it, curved between. */
const curve = (from: Place, inner: readonly number[], to: Place, columns: readonly Column[]): string => {
  let y = middleOf(from);
  let path = `M${from.x + from.width} ${y}`;
  for (const [index, next] of [...inner, middleOf(to)].entries()) {
    const [start, end] = [columns[index]!.x + columns[index]!.width, columns[index + 1]!.x];
    const half = Math.round((start + end) / 2);
    path += `H${start}C${half} ${y} ${half} ${next} ${end} ${next}`;
    y = next;
  }
  return path;
};

const middleOf = ({ y, height }: Place): number => Math.round(y + height / 2);
