import { describe, expect, it } from 'vitest';
import type { ClusterGraph, GraphEdge, GraphNode } from '../../../src/diagram/cluster-graph.js';
import { type Box, type Drawing, layOut } from '../../../src/diagram/layout/lay-out.js';
import { addon, clusterOf } from '../../support/synthesize.js';
import { largeCluster } from '../large.js';
import { drawingOf, drawnOf, shopCluster } from '../shop.js';

const boxOf = ({ boxes }: Drawing, id: string): Box => boxes.find(({ node }) => node.id === id)!;

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Nodes and waits alone. */
const graphOf = (
  waits: Readonly<Record<string, { readonly level?: number; readonly on?: readonly string[] }>>,
): ClusterGraph => ({
  cluster: 'dev',
  flux: '2.9',
  levels: Math.max(0, ...Object.values(waits).map(({ level = 0 }) => level)),
  criticalPath: [],
  otherPaths: 0,
  stages: [],
  nodes: Object.entries(waits).map(([id, { level }]): GraphNode => {
    const rest = { requires: [], provides: [], releases: [], objects: [] };
    return {
      id,
      kind: 'addon',
      kustomization: `flux-system/${id}`,
      ...(level === undefined ? {} : { level }),
      ...rest,
    };
  }),
  edges: Object.entries(waits).flatMap(([to, { on = [] }]) =>
    on.map((from): GraphEdge => ({ from, to, critical: false, chosen: false, implied: false })),
  ),
  inputs: [],
  namespaces: [],
});

describe('a drawing', () => {
  it.each([
    ['small', shopCluster],
    ['large', () => largeCluster(300)],
  ])('of a %s cluster has a column for each level, and nothing over something else', (_, cluster) => {
    const { graph } = drawnOf(cluster());
    const drawing = drawingOf(graph);
    expect(drawing.boxes).toHaveLength(graph.nodes.length);
    const linked = new Set(graph.edges.flatMap(({ from, to }) => [from, to]));
    for (const { node, x } of drawing.boxes) {
      if (!linked.has(node.id)) continue;
      const column = drawing.columns.find(({ level }) => level === node.level)!;
      expect(x).toBeGreaterThanOrEqual(column.x);
      expect(x).toBeLessThan(column.x + column.width);
    }
    const wrong = drawing.boxes.flatMap((a, index) => drawing.boxes.slice(index + 1).filter((b) => overlap(a, b)));
    expect(wrong).toEqual([]);
    for (const { x, y, width, height } of drawing.boxes) {
      expect(x + width).toBeLessThanOrEqual(drawing.width);
      expect(y + height).toBeLessThanOrEqual(drawing.height);
    }
    const [first, ...others] = drawing.columns;
    others.reduce((before, column) => {
      expect(column.x).toBeGreaterThan(before.x + before.width);
      return column;
    }, first!);
  });

  it('is the same each time', () => {
    const { graph } = drawnOf(largeCluster(100));
    expect(drawingOf(graph)).toEqual(drawingOf(structuredClone(graph)));
  });

  it('has one arrow for those that wait for the same, with a frame around them', () => {
    const { graph } = drawnOf(
      clusterOf({ first: [addon('crds')], second: ['a', 'b', 'c'].map((name) => addon(name, { requires: ['crds'] })) }),
    );
    const { frames, lines, boxes } = drawingOf(graph);
    expect(lines.map(({ from, to }) => [from, to])).toEqual([['crds', 'a']]);
    expect(frames).toHaveLength(1);
    expect(boxes.map(({ node, block }) => [node.id, block])).toEqual([
      ['crds', 'crds'],
      ['a', 'a'],
      ['b', 'a'],
      ['c', 'a'],
    ]);
  });

  it('has below what waits for nothing and is waited for by nothing', () => {
    const drawing = drawingOf(graphOf({ alone: { level: 1 }, a: { level: 1 }, b: { level: 2, on: ['a'] } }));
    expect(drawing.alone).toBeGreaterThan(boxOf(drawing, 'b').y + boxOf(drawing, 'b').height);
    expect(boxOf(drawing, 'alone').y).toBeGreaterThan(drawing.alone!);
  });

  it('leads lines around the columns between, level within each', () => {
    const { lines, columns } = drawingOf(
      graphOf({ a: { level: 1 }, b: { level: 2, on: ['a'] }, c: { level: 3, on: ['b', 'a'] } }),
    );
    const long = lines.find(({ from, to }) => from === 'a' && to === 'c')!;
    // One curve for each space between two columns.
    expect(long.path.match(/C/g)).toHaveLength(2);
    expect(long.path).toContain(`H${columns[1]!.x + columns[1]!.width}C`);
  });

  it('puts circles into a column after the last, without the waits inside', () => {
    const { columns, lines } = drawingOf(graphOf({ a: { level: 1 }, x: { on: ['y', 'a'] }, y: { on: ['x'] } }));
    expect(columns.map(({ level }) => level)).toEqual([1, 2]);
    expect(lines.map(({ from, to }) => [from, to])).toEqual([['a', 'x']]);
  });

  it('leaves out the middle of long names', () => {
    const name = `a-very-long-name-${'x'.repeat(30)}-at-its-end`;
    expect(drawingOf(graphOf({ [name]: { level: 1 } })).boxes[0]!.label).toBe('a-very-long-name-xx…xxxxxxx-at-its-end');
  });

  it('of nothing is empty', () => {
    expect(drawingOf(graphOf({}))).toMatchObject({ boxes: [], lines: [], columns: [] });
  });

  it('is refused where it would be too long', () => {
    const chain = Array.from({ length: 1001 }, (_, index) => [
      `a${index}`,
      { level: index + 1, on: index === 0 ? [] : [`a${index - 1}`] },
    ]);
    expect(layOut(graphOf(Object.fromEntries(chain)))).toMatchObject({
      ok: false,
      problem: {
        code: 'FX018',
        message: 'cluster "dev" comes up in 1001 levels, and a drawing has 1000 at most',
        at: { cluster: 'dev' },
        fix: 'use --format mermaid or json',
      },
    });
    expect(drawingOf(graphOf(Object.fromEntries(chain.slice(0, 1000)))).boxes).toHaveLength(1000);
  });
});
