import type { Branch, Pipe, TemplateNode } from '../../go-template/index.js';
import { type Ask, type Leaf, openAsking } from './asking.js';
import { type Failure, isCall, type KnownFailures, openFailures, type Templates, textOfCommand } from './failures.js';
import type { Guard } from './guard.js';
import { liveCode, type Variable } from './variables.js';

/** Where the templates of a chart fail, and what they read for it. */
export interface Guards {
  /** The side of a branch that doesn't fail, if one of them always does. */
  readonly left: (branch: Branch) => 'body' | 'otherwise' | undefined;
  /** Of a read that does nothing but let a template fail; `isSure` if what it is read in always runs. */
  readonly of: (leaf: Leaf) => Guard | undefined;
}

/** Messages of messages, and variables of variables. */
const MOST_ROUNDS = 8;

interface Round extends Guards {
  readonly found: KnownFailures;
}

/** The blocks of a template's branches and loops, to any depth. */
const blocksOf = (nodes: readonly TemplateNode[]): readonly (readonly TemplateNode[])[] =>
  nodes.flatMap((node) =>
    'body' in node ? [node.body, ...blocksOf(node.body), node.otherwise, ...blocksOf(node.otherwise)] : [],
  );

/** Whether a pipeline always gives something that a template takes for true, or for false. */
const isAlways = ({ commands }: Pipe, wanted: boolean): boolean => {
  const [command] = commands;
  if (command === undefined || commands.length > 1) return false;
  const [head, ...operands] = command;
  if (head.kind === 'constant') return Boolean(head.value) === wanted;
  if (head.kind !== 'function') return false;
  if (operands.length === 0) return !wanted && (head.name === 'list' || head.name === 'dict');
  if (!wanted) return false;
  const said = isCall(command, 'list') || isCall(command, 'append') || isCall(command, 'prepend');
  const text = said || isCall(command, 'printf') ? textOfCommand(command) : undefined;
  return text !== undefined && /[^\s…]/.test(text);
};

const runRound = (templates: Templates, known: KnownFailures): Round => {
  const failureOf = openFailures(templates, known);
  const sides = new Map<Branch, { readonly side: 'body' | 'otherwise'; readonly failure: Failure } | undefined>();
  const failing = (branch: Branch) => {
    if (branch.kind === 'range') return undefined;
    if (sides.has(branch)) return sides.get(branch);
    const [yes, no] = [failureOf(branch.body), failureOf(branch.otherwise)];
    const side = yes === undefined ? 'otherwise' : 'body';
    const failure = yes ?? no;
    const found =
      failure === undefined || (yes !== undefined && no !== undefined) ? undefined : ({ side, failure } as const);
    sides.set(branch, found);
    return found;
  };
  const code = liveCode(templates, (branch) => failing(branch)?.side);
  const asking = openAsking(code.variableOf);
  for (const { branch, block } of code.branches) {
    const found = failing(branch);
    // What `with` hands on is read.
    if (found === undefined || (branch.kind === 'with' && found.side === 'otherwise')) continue;
    const { text, isSure } = found.failure;
    asking.ask(branch.pipe, { wanted: found.side === 'body', isAlone: isSure, text, block });
  }
  for (const [block, isSure] of known.messages) {
    for (const node of block)
      if (node.kind === 'action' && node.pipe.variables.length === 0)
        asking.ask(node.pipe, { wanted: true, isAlone: isSure, text: undefined, block });
  }

  const assignments = new Map<Pipe, Failure>();
  const expanded = new Set<Variable>();
  // Follows a variable to what it was made of, if it does no more than to let a template fail.
  const expand = (variable: Variable, asks: readonly Ask[]): boolean => {
    const { declared, assigned, uses, block } = variable;
    const [{ wanted }] = asks as readonly [Ask];
    if (declared === undefined || ![...uses].every((use) => asking.isAsked(use))) return false;
    if (asks.some((ask) => ask.wanted !== wanted)) return false;
    const isAlone = asks.some((ask) => ask.isAlone);
    const text = asks.find((ask) => ask.text !== undefined)?.text;
    const isAdded = ({ pipe }: (typeof assigned)[number]) =>
      wanted && pipe.commands.some((command) => command.some((one) => code.variableOf.get(one) === variable));
    if (assigned.length > 0 && !isAlone) return false;
    if (!assigned.every((one) => isAlways(one.pipe, wanted) || isAdded(one))) return false;
    asking.ask(declared, { wanted, isAlone, text, block });
    for (const one of assigned) {
      if (isAlways(one.pipe, wanted))
        assignments.set(one.pipe, { text: textOfCommand(one.pipe.commands[0]!) ?? text, isSure: true });
      else asking.ask(one.pipe, { wanted, isAlone: isAlone && one.block === block, text, block: one.block });
    }
    return true;
  };
  for (let before = -1; before < expanded.size; ) {
    before = expanded.size;
    for (const [variable, asks] of asking.variables())
      if (!expanded.has(variable) && expand(variable, asks)) expanded.add(variable);
  }

  const messages = new Map<readonly TemplateNode[], boolean>();
  for (const [name, asks] of asking.templates()) {
    const calls = [...(code.calls.get(name) ?? [])];
    if (!calls.every((call) => asking.isAsked(call))) continue;
    const isSure = asks.some((ask) => ask.isAlone);
    const body = templates.get(name) ?? [];
    for (const block of [body, ...blocksOf(body)]) messages.set(block, isSure);
  }
  return {
    found: { assignments, messages },
    left: (branch) => {
      const side = failing(branch)?.side;
      return side === undefined ? undefined : side === 'body' ? 'otherwise' : 'body';
    },
    of: asking.guardOf,
  };
};

/** Finds where the templates of a chart fail. */
export const openGuards = (templates: Templates): Guards => {
  let known: KnownFailures = { assignments: new Map(), messages: new Map() };
  for (let left = MOST_ROUNDS; ; left--) {
    const round = runRound(templates, known);
    const { assignments, messages } = round.found;
    const isNew =
      [...assignments.keys()].some((one) => !known.assignments.has(one)) ||
      [...messages].some(([one, isSure]) => known.messages.get(one) !== isSure);
    if (!isNew || left === 0) return round;
    known = round.found;
  }
};
