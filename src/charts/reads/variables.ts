import type { Branch, Command, Operand, Pipe, TemplateNode } from '../../go-template/index.js';
import { constantOf, isCall, type Templates } from './failures.js';

type Nodes = readonly TemplateNode[];

/** A variable of a template, in the block where it is declared. */
export interface Variable {
  readonly block: Nodes;
  /** Undefined where a loop or a branch gives it. */
  readonly declared: Pipe | undefined;
  readonly assigned: { readonly pipe: Pipe; readonly block: Nodes }[];
  /** Where it is read, but for assignments to itself that add to it. */
  readonly uses: Set<Operand>;
}

/** What the code of a chart does that doesn't only run where it fails. */
export interface LiveCode {
  readonly variableOf: ReadonlyMap<Operand, Variable>;
  readonly variables: readonly Variable[];
  /** Calls of a template, by its name; those of `template` too, which print. */
  readonly calls: ReadonlyMap<string, ReadonlySet<Command | TemplateNode>>;
  readonly branches: readonly { readonly branch: Branch; readonly block: Nodes }[];
}

/** Functions by which a list or text takes what it had. */
const ADDING: ReadonlySet<string> = new Set(['append', 'concat', 'join', 'list', 'prepend', 'print', 'printf']);

const adds = (pipe: Pipe, operand: Operand): boolean => {
  const [command] = pipe.commands;
  const [head, ...operands] = command ?? [];
  return pipe.commands.length === 1 && head?.kind === 'function' && ADDING.has(head.name) && operands.includes(operand);
};

/**
 * Finds what the code of a chart declares, and where it reads that.
 *
 * @param failing the side of a branch that always fails, which is left out
 */
export const liveCode = (
  templates: Templates,
  failing: (branch: Branch) => 'body' | 'otherwise' | undefined,
): LiveCode => {
  const variableOf = new Map<Operand, Variable>();
  const variables: Variable[] = [];
  const calls = new Map<string, Set<Command | TemplateNode>>();
  const branches: { readonly branch: Branch; readonly block: Nodes }[] = [];
  type Scope = Map<string, Variable>;

  const noteCall = (name: string, call: Command | TemplateNode): void => {
    calls.set(name, (calls.get(name) ?? new Set()).add(call));
  };

  const visitOperand = (operand: Operand, scope: Scope, changed: Variable | undefined, pipe: Pipe): void => {
    if (operand.kind === 'pipe') visitPipe(operand.pipe, scope, changed);
    else if (operand.kind === 'chain') visitOperand(operand.of, scope, changed, pipe);
    else if (operand.kind === 'variable') {
      const variable = scope.get(operand.name);
      if (variable === undefined) return;
      variableOf.set(operand, variable);
      if (variable !== changed || !adds(pipe, operand)) variable.uses.add(operand);
    }
  };

  const visitPipe = (pipe: Pipe, scope: Scope, changed?: Variable): void => {
    for (const command of pipe.commands) {
      const name = isCall(command, 'include') ? constantOf(command[1]) : undefined;
      if (name !== undefined) noteCall(name, command);
      for (const operand of command) visitOperand(operand, scope, changed, pipe);
    }
  };

  const declare = (name: string, declared: Pipe | undefined, block: Nodes, scope: Scope): void => {
    const variable: Variable = { block, declared, assigned: [], uses: new Set() };
    variables.push(variable);
    scope.set(name, variable);
  };

  const visitAction = (pipe: Pipe, block: Nodes, scope: Scope): void => {
    const [name, ...others] = pipe.variables;
    const changed = name === undefined || pipe.declares || others.length > 0 ? undefined : scope.get(name);
    visitPipe(pipe, scope, changed);
    if (changed !== undefined) changed.assigned.push({ pipe, block });
    else if (name !== undefined && pipe.declares) declare(name, pipe, block, scope);
  };

  const visitList = (nodes: Nodes, scope: Scope): void => {
    for (const node of nodes) {
      if (node.kind === 'action') visitAction(node.pipe, nodes, scope);
      else if (node.kind === 'template') {
        noteCall(node.name, node);
        if (node.pipe !== undefined) visitPipe(node.pipe, scope);
      } else if (node.kind === 'if' || node.kind === 'with' || node.kind === 'range') {
        branches.push({ branch: node, block: nodes });
        visitPipe(node.pipe, scope);
        const inner = new Map(scope);
        for (const name of node.pipe.variables) {
          if (node.pipe.declares) declare(name, undefined, node.body, inner);
          else scope.get(name)?.assigned.push({ pipe: node.pipe, block: node.body });
        }
        const side = failing(node);
        if (side !== 'body') visitList(node.body, new Map(inner));
        if (side !== 'otherwise') visitList(node.otherwise, new Map(inner));
      }
    }
  };

  for (const nodes of templates.values()) visitList(nodes, new Map());
  return { variableOf, variables, calls, branches };
};
