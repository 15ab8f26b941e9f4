import {
  type Branch,
  type Command,
  type Operand,
  type Pipe,
  parseTemplate,
  TemplateError,
  type TemplateNode,
} from '../../go-template/index.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { Use } from './abstract-value.js';
import { openAsked } from './asked.js';
import { callAll } from './call-functions.js';
import { openCallMemo } from './call-memo.js';
import { openConditions } from './conditions.js';
import { filesMethod } from './files-methods.js';
import { functions } from './functions.js';
import type { Guard } from './guard.js';
import type { Heap } from './heap.js';
import { Jump, untilJump } from './jump.js';
import { knownLists } from './known-entries.js';
import { lookupOf } from './lookups.js';
import type { Interpreter, Machine } from './machine.js';
import { entries, field, mark, passOn, passOnNew } from './marks.js';
import { namesOf } from './names-of.js';
import { narrow, withNarrowed } from './narrow.js';
import { ofJson } from './of-json.js';
import { type Output, openOutput } from './output.js';
import { Scope } from './scope.js';
import { chosen, constant, isSameValue, missing, ofKey, opaque, truth, truthy, type Value } from './value.js';
import { valuesMethod } from './values-methods.js';

/** Actions that are followed in all; the largest known charts take 300,000. */
const MOST_STEPS = 400_000;
/** Calls inside of calls. */
const DEEPEST_CALL = 100;
/** Of one template inside of itself: what it does further down is left open. */
const MOST_RECURSION = 4;
/** Of loops whose entries are known. */
const MOST_UNROLLED = 64;

/**
 * Runs templates on values that aren't known, and notes at the paths of the values what is done with them.
 *
 * @param templates all that the chart and the charts in it define
 * @param isWhole whether no chart is missing that may define others
 * @param tell what isn't understood
 */
export const openInterpreter = (
  templates: ReadonlyMap<string, readonly TemplateNode[]>,
  isWhole: boolean,
  heap: Heap,
  tell: (what: string) => void,
): Interpreter => {
  const memo = openCallMemo();
  const running: { readonly name: string; readonly dot: Value }[] = [];
  let version = 0;
  let steps = 0;
  let textBranches = 0;
  const asked = openAsked();
  const conditions = openConditions(templates);

  const isSpent = (): boolean => {
    steps += 1;
    if (steps >= MOST_STEPS) tell('templates that would take too long to follow');
    return steps >= MOST_STEPS;
  };

  const include = (name: string, dot: Value): Value | undefined => {
    const body = templates.get(name);
    if (body === undefined) {
      // Helm fails there, so that nothing is read.
      if (isWhole) return opaque;
      tell(`the template "${name}", which no file of the chart defines`);
      return undefined;
    }
    if (isSpent()) return undefined;
    const work = memo.work();
    const known = memo.find(name, dot);
    // Long texts are a sign of values that grow without end.
    steps += (memo.work() - work) >> 7;
    if (known !== undefined) return known;
    const same = running.filter((one) => one.name === name);
    // A template that calls itself with the same values does nothing new.
    if (same.some((one) => isSameValue(one.dot, dot))) return opaque;
    if (same.length >= MOST_RECURSION) {
      passOnNew(dot, same.at(-1)!.dot);
      return opaque;
    }
    if (running.length >= DEEPEST_CALL) return undefined;
    running.push({ name, dot });
    // What it changes outside of itself, it must change again the next time.
    const result = memo.run(name, dot, () => {
      const { result, isPure } = heap.watch(() => asked.afresh(() => runBody(body, dot)));
      return { result, isPure: isPure && textBranches === 0 };
    });
    running.pop();
    return result;
  };

  const runBody = (body: readonly TemplateNode[], dot: Value): Value => {
    const scope = new Scope();
    scope.declare('', dot);
    const output = openOutput();
    untilJump(() => runList(body, dot, scope, output));
    return output.text();
  };

  const machine: Machine = {
    heap,
    include,
    tpl(text, dot) {
      if (!text.includes('{{')) return constant(text);
      if (running.length >= DEEPEST_CALL || isSpent()) return opaque;
      running.push({ name: 'tpl', dot });
      try {
        return conditions.under(() => runBody(parseTemplate(text).body, dot));
      } catch (error) {
        // A default that is not a template is one that Helm doesn't run with the defaults alone.
        if (!(error instanceof TemplateError)) throw error;
        return opaque;
      } finally {
        running.pop();
      }
    },
    parse(text) {
      if (typeof text !== 'string') return opaque;
      try {
        return ofJson(parseYaml(text), heap);
      } catch (error) {
        if (!(error instanceof YamlError)) throw error;
        return opaque;
      }
    },
    tell,
    overlaid() {
      version += 1;
    },
  };

  const call = (name: string, args: readonly Value[]): Value => {
    const found = functions.get(name);
    if (found !== undefined) return found(args, machine);
    tell(`the function "${name}"`);
    for (const arg of args) passOn(arg);
    return opaque;
  };

  const evaluate = (operand: Operand, dot: Value, scope: Scope): Value => {
    switch (operand.kind) {
      case 'dot':
        return dot;
      case 'nil':
        return missing;
      case 'constant':
        return constant(operand.value);
      case 'field':
        return fields(dot, operand.names, [], conditions.guardOf(operand));
      case 'variable':
        return fields(scope.get(operand.name), operand.names, [], conditions.guardOf(operand));
      case 'chain':
        return fields(evaluate(operand.of, dot, scope), operand.names, [], conditions.guardOf(operand));
      case 'function':
        return call(operand.name, []);
      case 'pipe':
        return runPipe(operand.pipe, dot, scope);
    }
  };

  const fields = (value: Value, names: readonly string[], args: readonly Value[] = [], guard?: Guard): Value => {
    let found = value;
    for (const [i, name] of names.entries()) {
      const isLast = i === names.length - 1;
      const given = isLast ? args : [];
      found =
        filesMethod(found, name, given) ??
        valuesMethod(found, name, given) ??
        field(found, name, isLast ? guard : undefined);
    }
    return found;
  };

  /** `hasKey`, `index`, `get` or `dig` in a condition that lets a template fail; undefined where its map isn't one of the values. */
  const lookUp = (command: Command, dot: Value, scope: Scope): Value | undefined => {
    const guard = conditions.guardOf(command);
    const lookup = guard && lookupOf(command);
    if (lookup === undefined) return undefined;
    const map = evaluate(lookup.map, dot, scope);
    if (map.some(({ kind }) => kind !== 'values')) return undefined;
    const found = fields(map, lookup.keys, [], guard);
    return guard?.isPresence === true ? opaque : found;
  };

  const runCommand = (command: Command, dot: Value, scope: Scope, piped: Value | undefined): Value => {
    const [head, ...operands] = command;
    const handed = piped === undefined ? [] : [piped];
    if (head.kind === 'function') {
      const looked = lookUp(command, dot, scope);
      if (looked !== undefined) return looked;
      // `and` and `or` stop at the first that decides; what follows is evaluated all the same, unless that is sure.
      const stopsAt = head.name === 'and' ? false : head.name === 'or' ? true : undefined;
      const args: Value[] = [];
      let known: ReadonlyMap<string, Value> = new Map();
      for (const operand of operands) {
        const run = (): Value => withNarrowed(scope, known, () => evaluate(operand, dot, scope));
        const before = stopsAt === false ? args : [];
        const value =
          stopsAt === undefined || args.length === 0 ? run() : conditions.under(() => asked.under(before, run));
        args.push(value);
        if (stopsAt !== undefined && truth(value) === stopsAt) return call(head.name, args);
        if (stopsAt === false && operand.kind === 'pipe')
          known = new Map([...known, ...said(operand.pipe, dot, scope)]);
      }
      if (head.name === 'include' && isWhole) args[0] = namesOf(operands[0], args[0], templates.keys());
      return call(head.name, [...args, ...handed]);
    }
    const args = [...operands.map((operand) => evaluate(operand, dot, scope)), ...handed];
    if (args.length === 0) return evaluate(head, dot, scope);
    // A method: of the files, or of what Helm gives (`.Capabilities.APIVersions.Has`).
    for (const arg of args) mark(arg, Use.text);
    if (head.kind === 'field') return fields(dot, head.names, args);
    if (head.kind === 'variable') return fields(scope.get(head.name), head.names, args);
    if (head.kind === 'chain') return fields(evaluate(head.of, dot, scope), head.names, args);
    return opaque;
  };

  const runPipe = (pipe: Pipe, dot: Value, scope: Scope): Value => {
    isSpent();
    let value: Value | undefined;
    for (const command of pipe.commands) value = runCommand(command, dot, scope, value);
    const result = value ?? missing;
    for (const name of pipe.variables) {
      if (pipe.declares) scope.declare(name, result);
      else scope.assign(name, result);
    }
    return result;
  };

  /** What a condition says of variables where it holds. */
  const said = (pipe: Pipe, dot: Value, scope: Scope): ReadonlyMap<string, Value> =>
    narrow(pipe, scope, {
      operand: (operand) => evaluate(operand, dot, scope),
      pipe: (inner) => runPipe(inner, dot, scope),
    });

  /** Runs the branches that may be taken, and joins what they do and print. */
  const runBranches = (output: Output, scope: Scope, branches: readonly ((printed: Output) => void)[]): void => {
    const outputs: Output[] = [];
    const blocks = branches.map((run) => () => {
      const printed = output.branch();
      outputs.push(printed);
      untilJump(() => conditions.under(() => run(printed)));
    });
    scope.branch(blocks, heap.branch);
    output.join(outputs);
  };

  /** Runs a branch that is taken where a value is a text, if that is what its condition asks. */
  const asText = (condition: Value, answer: 'text' | 'no-text', run: () => void): void => {
    const [only] = condition;
    const isAsked = condition.length === 1 && only?.kind === 'asked' && only.answer === answer;
    const nodes = !isAsked ? [] : only.of.flatMap((atom) => (atom.kind === 'values' ? [atom.node] : []));
    textBranches += nodes.length;
    for (const node of nodes) node.textBranches += 1;
    try {
      run();
    } finally {
      textBranches -= nodes.length;
      for (const node of nodes) node.textBranches -= 1;
    }
  };

  const runBranch = (node: Branch, dot: Value, scope: Scope, output: Output): void => {
    scope.block(() => {
      if (node.kind === 'range') {
        runRange(node, dot, scope, output);
        return;
      }
      const left = conditions.left(node);
      const value = conditions.ofPipe(() => runPipe(node.pipe, dot, scope));
      mark(value, Use.tested);
      const inner = node.kind === 'with' ? truthy(value) : dot;
      const holds = truth(value);
      const known = node.kind === 'if' ? said(node.pipe, dot, scope) : new Map<string, Value>();
      const yes = (printed: Output) =>
        asText(value, 'text', () =>
          asked.under([value], () => withNarrowed(scope, known, () => runList(node.body, inner, scope, printed))),
        );
      const no = (printed: Output) => asText(value, 'no-text', () => runList(node.otherwise, dot, scope, printed));
      // What a template does before it fails is never rendered.
      if (left !== undefined) scope.block(() => (left === 'body' ? yes : no)(output));
      else if (holds === undefined) runBranches(output, scope, [yes, no]);
      else scope.block(() => (holds ? yes : no)(output));
    });
  };

  /** What the loop over a value calls its entries. */
  const keyOf = (value: Value): Value => {
    const [only] = value;
    // The loop itself is a condition, and the only one.
    const isOuter = conditions.depth() === 0;
    if (value.length !== 1 || only?.kind !== 'values' || !isOuter) return chosen;
    return ofKey({ node: only.node, isSure: () => conditions.depth() === 1 });
  };

  const runRange = ({ pipe, body, otherwise }: Branch, dot: Value, scope: Scope, output: Output): void => {
    const value = runPipe({ ...pipe, variables: [] }, dot, scope);
    const once = (key: Value, item: Value, printed: Output): void =>
      scope.block(() => {
        const [first, second] = pipe.variables;
        const set = (name: string, one: Value) => (pipe.declares ? scope.declare(name, one) : scope.assign(name, one));
        if (second !== undefined) {
          set(first!, key);
          set(second, item);
        } else if (first !== undefined) set(first, item);
        runList(body, item, scope, printed);
      });
    // A section of the user's own is gone through too.
    for (const atom of value) if (atom.kind === 'values' && atom.node.isRoot) atom.node.uses |= Use.chosenKey;
    const unroll = (known: readonly (readonly [Value, Value])[], printed: Output): void => {
      if (known.length === 0) scope.block(() => runList(otherwise, dot, scope, printed));
      for (const [key, item] of known) {
        if (untilJump(() => conditions.under(() => once(key, item, printed)))?.kind === 'break') break;
      }
    };
    const lists = knownLists(value);
    if (lists !== undefined && lists.flat().length <= MOST_UNROLLED) {
      const [only, ...others] = lists;
      if (others.length === 0) unroll(only!, output);
      else
        runBranches(
          output,
          scope,
          lists.map((known) => (printed: Output) => unroll(known, printed)),
        );
      return;
    }
    mark(value, Use.ranged);
    const item = entries(value);
    const key = keyOf(value);
    const run = (printed: Output) => once(key, item.length === 0 ? opaque : item, printed);
    const none = (printed: Output) => runList(otherwise, dot, scope, printed);
    for (let round = 0; round < 2; round++) {
      const printed = output.branch();
      const before = scope.values();
      const { isPure } = heap.watch(() => runBranches(printed, scope, [run, none]));
      output.loop(printed);
      // Twice only where an entry may see what the one before it did.
      if (isPure && scope.values().every((value, i) => value === before[i])) break;
    }
  };

  const runList = (nodes: readonly TemplateNode[], dot: Value, scope: Scope, output: Output): void => {
    for (const [i, node] of nodes.entries()) {
      switch (node.kind) {
        case 'text':
          output.print(node.text);
          break;
        case 'action': {
          const value = conditions.ofPipe(() => runPipe(node.pipe, dot, scope));
          const next = nodes[i + 1];
          if (node.pipe.variables.length === 0) output.emit(value, next?.kind === 'text' ? next.text : undefined);
          break;
        }
        case 'template':
          output.emit(
            callAll(constant(node.name), node.pipe === undefined ? missing : runPipe(node.pipe, dot, scope), machine),
            undefined,
          );
          break;
        case 'break':
        case 'continue':
          throw new Jump(node.kind);
        default:
          runBranch(node, dot, scope, output);
      }
    }
  };

  return {
    machine,
    forget: memo.forget,
    version: () => version,
    isComplete: () => steps < MOST_STEPS,
    run(nodes, dot, isOptional) {
      passOn(isOptional ? conditions.under(() => runBody(nodes, dot)) : runBody(nodes, dot));
    },
  };
};
