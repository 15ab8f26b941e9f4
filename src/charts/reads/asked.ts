import type { ValuesNode } from './abstract-value.js';
import type { Value } from './value.js';

/** Which values are known to be true where templates asked for them. */
export interface Asked {
  /** Runs what is only run where these are true. */
  readonly under: <T>(values: readonly Value[], run: () => T) => T;
  /** Runs a template, which others may call where nothing is known. */
  readonly afresh: <T>(run: () => T) => T;
}

const nodesOf = (value: Value): readonly ValuesNode[] => {
  const [only] = value;
  return value.length === 1 && only?.kind === 'values' ? [only.node] : [];
};

export const openAsked = (): Asked => {
  let now: readonly ValuesNode[] = [];
  const add = (nodes: readonly ValuesNode[], by: number): void => {
    for (const node of nodes) node.askedBranches += by;
  };
  return {
    under(values, run) {
      const nodes = values.flatMap(nodesOf);
      if (nodes.length === 0) return run();
      const before = now;
      now = [...now, ...nodes];
      add(nodes, 1);
      try {
        return run();
      } finally {
        add(nodes, -1);
        now = before;
      }
    },
    afresh(run) {
      const before = now;
      now = [];
      add(before, -1);
      try {
        return run();
      } finally {
        add(before, 1);
        now = before;
      }
    },
  };
};
