import type { Branch, Command, Operand, Pipe, TemplateNode } from '../../go-template/index.js';

/** What a template says before it ends the rendering by `fail`; no text where only its run knows it. */
export interface Failure {
  readonly text: string | undefined;
}

/** A value of which a template does no more than to fail where it is set. */
export interface Guard extends Failure {
  /** It fails for each value, not only for those that a template takes for true. */
  readonly isPresence: boolean;
  /** It fails whatever else is set. */
  readonly isSure: boolean;
}

export const isSameGuard = (a: Guard, b: Guard): boolean =>
  a.text === b.text && a.isPresence === b.isPresence && a.isSure === b.isSure;

type Templates = ReadonlyMap<string, readonly TemplateNode[]>;

/** Of templates that include each other. */
const DEEPEST = 8;

const isCall = ([head]: Command, name: string): boolean => head.kind === 'function' && head.name === name;

const constantOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'constant' && typeof operand.value === 'string' ? operand.value : undefined;

/** The text of an operand: a constant, or what `printf` fills in. */
const textOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'pipe' && operand.pipe.commands.length === 1
    ? textOfCommand(operand.pipe.commands[0]!)
    : constantOf(operand);

const textOfCommand = (command: Command): string | undefined => {
  const [head, first] = command;
  if (isCall(command, 'printf')) return constantOf(first)?.replace(/%[+#-]?\d*[a-z]/g, '…');
  return command.length === 1 ? textOf(head) : undefined;
};

const failureOfPipe = ({ commands }: Pipe, templates: Templates, depth: number): Failure | undefined => {
  for (const [i, command] of commands.entries()) {
    if (isCall(command, 'fail')) {
      return { text: command.length > 1 ? textOf(command[1]) : i === 1 ? textOfCommand(commands[0]!) : undefined };
    }
    const name = isCall(command, 'include') ? constantOf(command[1]) : undefined;
    const found = name === undefined ? undefined : failureOf(templates.get(name) ?? [], templates, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** How a list of nodes fails whenever it is run; undefined where it may not fail. */
export const failureOf = (nodes: readonly TemplateNode[], templates: Templates, depth = 0): Failure | undefined => {
  if (depth > DEEPEST) return undefined;
  for (const node of nodes) {
    let found: Failure | undefined;
    if (node.kind === 'break' || node.kind === 'continue') return undefined;
    if (node.kind === 'action') found = failureOfPipe(node.pipe, templates, depth);
    else if (node.kind === 'template') found = failureOf(templates.get(node.name) ?? [], templates, depth + 1);
    else if (node.kind === 'if' || node.kind === 'with') {
      const yes = failureOf(node.body, templates, depth + 1);
      found = yes && failureOf(node.otherwise, templates, depth + 1) && yes;
    }
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What a condition reads to fail: a path, or a call that looks up a key (`hasKey`, `index`, `get`, `dig`). */
type Leaf = Operand | Command;

/** The guards of conditions, by what they read. */
export type Guards = ReadonlyMap<Leaf, Omit<Guard, 'isSure'> & { readonly isAlone: boolean }>;

/** The map and the keys that a call looks up, where they are known. */
export const lookupOf = (command: Command): { readonly map: Operand; readonly keys: readonly string[] } | undefined => {
  const [head, ...operands] = command;
  if (head.kind !== 'function') return undefined;
  const found = (map: Operand | undefined, names: readonly Operand[]) => {
    const keys = names.map(constantOf);
    if (map === undefined || keys.length === 0 || keys.includes(undefined)) return undefined;
    return { map, keys: keys as readonly string[] };
  };
  switch (head.name) {
    case 'hasKey':
    case 'get':
      return operands.length === 2 ? found(operands[0], operands.slice(1)) : undefined;
    case 'index':
      return found(operands[0], operands.slice(1));
    case 'dig':
      // With a fallback that counts as false.
      return constantOf(operands.at(-2)) === '' ? found(operands.at(-1), operands.slice(0, -2)) : undefined;
    default:
      return undefined;
  }
};

/**
 * Which reads of a condition make it hold, and so a template fail, when the value is set.
 *
 * @param condition of a branch of which one side always fails
 * @param holds whether the side fails where the condition holds, or where it doesn't
 */
const guardsOf = (condition: Pipe, holds: boolean, { text }: Failure): Guards => {
  const found = new Map<Leaf, Omit<Guard, 'isSure'> & { readonly isAlone: boolean }>();
  const add = (leaf: Leaf, isPresence: boolean, isAlone: boolean) => found.set(leaf, { text, isPresence, isAlone });

  const ofOperand = (operand: Operand, wanted: boolean, isAlone: boolean): void => {
    if (operand.kind === 'pipe') ofPipe(operand.pipe, wanted, isAlone);
    else if ((operand.kind === 'field' || operand.kind === 'variable' || operand.kind === 'chain') && wanted) {
      if (operand.names.length > 0) add(operand, false, isAlone);
    }
  };

  const ofPipe = ({ commands }: Pipe, wanted: boolean, isAlone: boolean): void => {
    const [command] = commands;
    if (command === undefined || commands.length > 1) return;
    const [head, ...operands] = command;
    if (head.kind !== 'function') {
      if (operands.length === 0) ofOperand(head, wanted, isAlone);
    } else if (head.name === 'not' || head.name === 'empty') {
      if (operands.length === 1) ofOperand(operands[0]!, !wanted, isAlone);
    } else if (head.name === 'and' || head.name === 'or') {
      const isEnough = (head.name === 'or') === wanted || operands.length === 1;
      for (const operand of operands) ofOperand(operand, wanted, isAlone && isEnough);
    } else if (head.name === 'kindIs') {
      // Of no kind is what isn't there.
      const [kind, value] = operands;
      if (constantOf(kind) === 'invalid' && !wanted && value !== undefined && 'names' in value) {
        if (value.names.length > 0) add(value, true, isAlone);
      }
    } else if (wanted && lookupOf(command) !== undefined) add(command, head.name === 'hasKey', isAlone);
  };

  ofPipe(condition, holds, true);
  return found;
};

/** A branch of which one side always fails. */
export interface GuardedBranch {
  /** The side that doesn't fail. */
  readonly left: 'body' | 'otherwise';
  readonly guards: Guards;
}

/** Finds the branches of which one side always fails; each is looked at once. */
export const openGuards = (templates: Templates): ((branch: Branch) => GuardedBranch | undefined) => {
  const known = new Map<Branch, GuardedBranch | undefined>();
  const find = (branch: Branch): GuardedBranch | undefined => {
    if (branch.kind === 'range') return undefined;
    const yes = failureOf(branch.body, templates);
    const no = failureOf(branch.otherwise, templates);
    if ((yes === undefined) === (no === undefined)) return undefined;
    if (yes !== undefined) return { left: 'otherwise', guards: guardsOf(branch.pipe, true, yes) };
    // What `with` hands on is read.
    return { left: 'body', guards: branch.kind === 'with' ? new Map() : guardsOf(branch.pipe, false, no!) };
  };
  return (branch) => {
    if (!known.has(branch)) known.set(branch, find(branch));
    return known.get(branch);
  };
};
