import type { CelNode } from './cel-ast.js';
import { partsOf } from './parts-of.js';

const LOOPS: ReadonlySet<string> = new Set(
  'all exists exists_one existsOne filter transformList transformMap transformMapEntry'.split(' '),
);
const OF_ONE: ReadonlySet<string> = new Set('map optMap optFlatMap sortBy bind'.split(' '));

/** How many of the arguments of a macro are names that it declares. */
const countOf = (name: string, { length }: readonly CelNode[]): number =>
  OF_ONE.has(name) || (LOOPS.has(name) && length === 2) ? 1 : LOOPS.has(name) ? 2 : 0;

/** The names in an expression that nothing in it declares. */
export const freeNames = (node: CelNode, bound: ReadonlySet<string> = new Set()): readonly string[] => {
  if (node.op === 'id') return bound.has(node.args) ? [] : [node.args];
  if (node.op !== 'rcall') return partsOf(node).flatMap((part) => freeNames(part, bound));
  const [name, on, args] = node.args;
  const declared = args.slice(0, countOf(name, args)).flatMap((one) => (one.op === 'id' ? [one.args] : []));
  const inner = new Set([...bound, ...declared]);
  return [...freeNames(on, bound), ...args.slice(declared.length).flatMap((one) => freeNames(one, inner))];
};
