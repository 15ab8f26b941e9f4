import { fieldsOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type Pods, podsIn } from './pods.js';
import type { StateIndex } from './state-index.js';

/** Finds pods by their labels, so that thousands of selectors don't look at thousands of pods each. */
export interface PodFinder {
  /** All pods of a namespace. */
  inNamespace(namespace: string | undefined): readonly Pods[];
  /** Those of them that a selector may select, in the same order; which of these it does select, `selects` says. */
  candidates(namespace: string | undefined, selector: unknown): readonly Pods[];
}

interface InNamespace {
  readonly pods: Pods[];
  /** By `key\0value`, positions in `pods`. */
  readonly byLabel: Map<string, number[]>;
  /** Pods with a var in a label. */
  readonly unsure: number[];
}

export const openPodFinder = (index: StateIndex): PodFinder => {
  const byNamespace = new Map<string | undefined, InNamespace>();
  for (const pods of podsIn(index)) {
    const { namespace } = pods.object;
    const there = byNamespace.get(namespace) ?? { pods: [], byLabel: new Map<string, number[]>(), unsure: [] };
    byNamespace.set(namespace, there);
    const at = there.pods.push(pods) - 1;
    if (Object.values(pods.labels).some(isVar)) there.unsure.push(at);
    for (const [key, value] of Object.entries(pods.labels)) {
      const label = `${key}\0${String(value)}`;
      const own = there.byLabel.get(label);
      if (own === undefined) there.byLabel.set(label, [at]);
      else own.push(at);
    }
  }
  return {
    inNamespace: (namespace) => byNamespace.get(namespace)?.pods ?? [],
    candidates: (namespace, selector) => {
      const there = byNamespace.get(namespace);
      if (there === undefined) return [];
      const lists = Object.entries(fieldsOf(fieldsOf(selector)['matchLabels']))
        .filter(([, value]) => !isVar(value))
        .map(([key, value]) => there.byLabel.get(`${key}\0${String(value)}`) ?? []);
      if (lists.length === 0) return there.pods;
      const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a));
      return [...new Set([...shortest, ...there.unsure])].sort((a, b) => a - b).map((at) => there.pods[at]!);
    },
  };
};

const isVar = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);
