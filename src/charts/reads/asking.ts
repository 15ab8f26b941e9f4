import type { Command, Operand, Pipe, TemplateNode } from '../../go-template/index.js';
import { constantOf } from './failures.js';
import type { Guard } from './guard.js';
import { lookupOf } from './lookups.js';
import type { Variable } from './variables.js';

/** What lets a template fail. */
export interface Ask {
  /** Whether it fails where this holds, or where it doesn't. */
  readonly wanted: boolean;
  /** Whether it fails whatever else holds. */
  readonly isAlone: boolean;
  readonly text: string | undefined;
  /** The block in which it is asked. */
  readonly block: readonly TemplateNode[];
}

/** What a condition reads to fail: a path, or a call that looks up a key (`hasKey`, `index`, `get`, `dig`). */
export type Leaf = Operand | Command;

/** Follows conditions that let templates fail to what they read. */
export interface Asking {
  readonly ask: (pipe: Pipe, ask: Ask) => void;
  /** Whether the use of a variable, or the call of a template, does no more than to let one fail. */
  readonly isAsked: (use: Operand | Command | TemplateNode) => boolean;
  readonly variables: () => readonly (readonly [Variable, readonly Ask[]])[];
  readonly templates: () => readonly (readonly [string, readonly Ask[]])[];
  readonly guardOf: (leaf: Leaf) => Guard | undefined;
}

/** Which operand of a function is empty where its result is, and the other way round. */
const SAME: Readonly<Record<string, number>> = {
  compact: 0,
  join: -1,
  len: 0,
  trim: 0,
  trimAll: -1,
  trimPrefix: -1,
  trimSuffix: -1,
  uniq: 0,
};

const constantTruth = (operand: Operand | undefined): boolean | undefined => {
  if (operand?.kind === 'constant') return Boolean(operand.value);
  if (operand?.kind === 'nil') return false;
  const [command, ...others] = operand?.kind === 'pipe' ? operand.pipe.commands : [];
  if (command === undefined || others.length > 0 || command.length > 1) return undefined;
  const [head] = command;
  return head.kind === 'function'
    ? head.name === 'list' || head.name === 'dict'
      ? false
      : undefined
    : constantTruth(head);
};

/** Whether a comparison asks the same of its first operand as a condition does: never of a value, of any type. */
const isText = (operand: Operand | undefined): boolean =>
  operand?.kind === 'variable'
    ? operand.names.length === 0
    : operand?.kind === 'pipe' && operand.pipe.commands.every(([head]) => head.kind === 'function');

export const openAsking = (variableOf: ReadonlyMap<Operand, Variable>): Asking => {
  const guards = new Map<Leaf, Guard>();
  const asked = new Set<Operand | Command | TemplateNode>();
  const variables = new Map<Variable, Ask[]>();
  const templates = new Map<string, Ask[]>();

  const add = (leaf: Leaf, isPresence: boolean, { text, isAlone }: Ask): void => {
    if (guards.get(leaf)?.isSure !== true) guards.set(leaf, { text, isPresence, isSure: isAlone });
  };

  const ofOperand = (operand: Operand, ask: Ask): void => {
    if (operand.kind === 'pipe') ofCommands(operand.pipe.commands, ask);
    else if (operand.kind === 'variable' && operand.names.length === 0) {
      const variable = variableOf.get(operand);
      if (variable === undefined) return;
      asked.add(operand);
      const isAlone = ask.isAlone && variable.block === ask.block;
      variables.set(variable, [...(variables.get(variable) ?? []), { ...ask, isAlone }]);
    } else if ('names' in operand && operand.names.length > 0 && ask.wanted) add(operand, false, ask);
  };

  const ofCall = (name: string, operands: readonly Operand[], ask: Ask): void => {
    const [first, second] = operands;
    if (first === undefined) return;
    const { wanted } = ask;
    const all = (one: Ask): void => {
      for (const operand of operands) ofOperand(operand, one);
    };
    if (name === 'not' || name === 'empty') {
      if (operands.length === 1) ofOperand(first, { ...ask, wanted: !wanted });
    } else if (name === 'and' || name === 'or' || name === 'coalesce') {
      const isEnough = (name !== 'and') === wanted || operands.length === 1;
      all({ ...ask, isAlone: ask.isAlone && isEnough });
    } else if (name === 'default') {
      if (operands.length === 2 && constantTruth(first) === false) ofOperand(second!, ask);
    } else if (name === 'ternary') {
      const [yes, no] = [constantTruth(first), constantTruth(second)];
      if (operands.length === 3 && yes !== undefined && no === !yes)
        ofOperand(operands[2]!, { ...ask, wanted: yes === wanted });
    } else if (name === 'append' || name === 'prepend' || name === 'concat' || name === 'list' || name === 'print') {
      if (wanted) all(ask);
    } else if (name === 'printf') {
      // What has a word of its own is never empty.
      if (wanted && !/[^\s%sv]/.test(constantOf(first) ?? 'x'))
        for (const one of operands.slice(1)) ofOperand(one, ask);
    } else if (name === 'without') {
      if (operands.length === 2 && constantOf(second) === '') ofOperand(first, ask);
    } else if (name in SAME) ofOperand(operands.at(SAME[name]!)!, ask);
    else if (name === 'gt' || name === 'ne' || name === 'eq') {
      const empty = name === 'gt' ? 0 : '';
      if (operands.length !== 2 || second?.kind !== 'constant' || second.value !== empty || !isText(first)) return;
      ofOperand(first, name === 'eq' ? { ...ask, wanted: !wanted } : ask);
    } else if (name === 'kindIs') {
      // Of no kind is what isn't there.
      if (constantOf(first) === 'invalid' && !wanted && second !== undefined && 'names' in second)
        if (second.names.length > 0) add(second, true, ask);
    }
  };

  const ofCommands = (commands: readonly Command[], ask: Ask): void => {
    const command = commands.at(-1);
    if (command === undefined) return;
    const [head, ...operands] = command;
    const before = commands.slice(0, -1);
    const pipe: Pipe = { variables: [], declares: false, commands: before };
    const piped: readonly Operand[] = before.length === 0 ? [] : [{ kind: 'pipe', pipe }];
    if (head.kind !== 'function') {
      if (operands.length + piped.length === 0) ofOperand(head, ask);
    } else if (head.name === 'include') {
      const name = constantOf(operands[0]);
      if (name === undefined || !ask.wanted) return;
      asked.add(command);
      templates.set(name, [...(templates.get(name) ?? []), ask]);
    } else if (piped.length === 0 && ask.wanted && lookupOf(command) !== undefined)
      add(command, head.name === 'hasKey', ask);
    else ofCall(head.name, [...operands, ...piped], ask);
  };

  return {
    ask: ({ commands }, ask) => ofCommands(commands, ask),
    isAsked: (use) => asked.has(use),
    variables: () => [...variables],
    templates: () => [...templates],
    guardOf: (leaf) => guards.get(leaf),
  };
};
