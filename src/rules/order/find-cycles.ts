/** One event that can't happen before another. */
export interface Edge<H> {
  readonly from: string;
  readonly to: string;
  /** Why; undefined if the reader doesn't need to know. */
  readonly hop: H | undefined;
}

/**
 * The edges of one cycle, in order: each starts where the previous one ends, and the first starts where the last ends.
 */
export type Cycle<H> = readonly Edge<H>[];

/** The shortest cycle through each edge that `isHead` selects, without edges that an earlier cycle contains. */
export const findCycles = <H>(edges: readonly Edge<H>[], isHead: (edge: Edge<H>) => boolean): readonly Cycle<H>[] => {
  const heads = edges.filter(isHead);
  if (heads.length === 0) return [];
  const next = new Map<string, Edge<H>[]>();
  for (const edge of edges) {
    const there = next.get(edge.from);
    if (there === undefined) next.set(edge.from, [edge]);
    else there.push(edge);
  }
  const componentOf = components(next);
  const shown = new Set<Edge<H>>();
  const found: Cycle<H>[] = [];
  for (const head of heads) {
    if (shown.has(head) || componentOf.get(head.from) !== componentOf.get(head.to)) continue;
    const cycle = [head, ...pathBetween(head.to, head.from, next, componentOf)];
    for (const edge of cycle) shown.add(edge);
    found.push(cycle);
  }
  return found;
};

/**
 * Gives nodes that can reach each other the same number (Tarjan). The stack is explicit, since chains may have
 * thousands of nodes.
 */
const components = <H>(next: ReadonlyMap<string, readonly Edge<H>[]>): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const found = new Map<string, number>();
  const open: string[] = [];
  let components = 0;
  const enter = (node: string) => {
    lowest.set(node, numbers.size);
    numbers.set(node, numbers.size);
    open.push(node);
  };
  const lower = (node: string, to: number) => {
    if (to < lowest.get(node)!) lowest.set(node, to);
  };
  for (const start of next.keys()) {
    if (numbers.has(start)) continue;
    const stack: { readonly node: string; at: number }[] = [{ node: start, at: 0 }];
    enter(start);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const edge = next.get(top.node)?.[top.at++];
      if (edge === undefined) {
        stack.pop();
        const parent = stack.at(-1);
        if (parent !== undefined) lower(parent.node, lowest.get(top.node)!);
        if (lowest.get(top.node) !== numbers.get(top.node)) continue;
        for (let node = open.pop()!; ; node = open.pop()!) {
          found.set(node, components);
          if (node === top.node) break;
        }
        components++;
      } else if (!numbers.has(edge.to)) {
        enter(edge.to);
        stack.push({ node: edge.to, at: 0 });
      } else if (!found.has(edge.to)) lower(top.node, numbers.get(edge.to)!);
    }
  }
  return found;
};

/** The shortest path from one node to another in the same component. */
const pathBetween = <H>(
  from: string,
  to: string,
  next: ReadonlyMap<string, readonly Edge<H>[]>,
  componentOf: ReadonlyMap<string, number>,
): Cycle<H> => {
  const component = componentOf.get(from);
  const by = new Map<string, Edge<H> | undefined>([[from, undefined]]);
  for (const node of by.keys()) {
    if (node === to) break;
    for (const edge of next.get(node) ?? []) {
      if (!by.has(edge.to) && componentOf.get(edge.to) === component) by.set(edge.to, edge);
    }
  }
  const path: Edge<H>[] = [];
  for (let edge = by.get(to); edge !== undefined; edge = by.get(edge.from)) path.unshift(edge);
  return path;
};
