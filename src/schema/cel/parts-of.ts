/** A part of an expression, as the CEL library parses it. */
interface Node {
  readonly op: string;
  readonly args: unknown;
}

/** The parts of a part, in the order in which they are written. */
export const partsOf = <N extends Node>({ op, args }: N): readonly N[] => (op === 'value' ? [] : nodesIn<N>(args));

/** A part of an expression and all below it. */
export const eachNode = function* <N extends Node>(node: N): Generator<N> {
  yield node;
  for (const one of partsOf(node)) yield* eachNode(one);
};

const nodesIn = <N extends Node>(args: unknown): readonly N[] =>
  Array.isArray(args)
    ? args.flatMap((one) => nodesIn<N>(one))
    : typeof args === 'object' && args !== null && 'op' in args
      ? [args as N]
      : [];
