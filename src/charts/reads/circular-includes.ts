import type { Command, Operand, Pipe, TemplateNode } from '../../go-template/index.js';

/** Functions that stop at the first argument that decides: what the others call isn't sure to run. */
const LAZY: ReadonlySet<string> = new Set(['and', 'or']);

const addCommand = ([head, ...args]: Command, into: Set<string>): void => {
  const [name] = args;
  if (head.kind === 'function' && head.name === 'include' && name?.kind === 'constant') into.add(String(name.value));
  const isLazy = head.kind === 'function' && LAZY.has(head.name);
  for (const operand of isLazy ? args.slice(0, 1) : [head, ...args]) addOperand(operand, into);
};

const addOperand = (operand: Operand, into: Set<string>): void => {
  if (operand.kind === 'pipe') addPipe(operand.pipe, into);
  else if (operand.kind === 'chain') addOperand(operand.of, into);
};

const addPipe = (pipe: Pipe, into: Set<string>): void => {
  for (const command of pipe.commands) addCommand(command, into);
};

/** The templates that a template calls each time that it runs. */
const callsOf = (nodes: readonly TemplateNode[]): ReadonlySet<string> => {
  const calls = new Set<string>();
  for (const node of nodes) {
    if ('pipe' in node && node.pipe !== undefined) addPipe(node.pipe, calls);
    if (node.kind === 'template') calls.add(node.name);
  }
  return calls;
};

/**
 * The templates that call each other without an end, whatever the values are, so that Helm fails.
 *
 * @param files those that Helm renders
 * @returns each circle once, in the order in which its templates call each other
 */
export const circularIncludes = (
  templates: ReadonlyMap<string, readonly TemplateNode[]>,
  files: readonly string[],
): readonly (readonly string[])[] => {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  for (const start of [...files].sort()) {
    const path: string[] = [];
    const pending: { readonly name: string; readonly depth: number }[] = [{ name: start, depth: 0 }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      path.length = next.depth;
      const { name } = next;
      const at = path.indexOf(name);
      if (at >= 0) {
        const circle = path.slice(at);
        if (!circles.some((one) => circle.every((other) => one.includes(other)))) circles.push(circle);
        continue;
      }
      const body = templates.get(name);
      if (body === undefined || done.has(name)) continue;
      path.push(name);
      done.add(name);
      for (const call of callsOf(body)) pending.push({ name: call, depth: path.length });
    }
  }
  return circles;
};
