import {
  type Command,
  type Operand,
  type Pipe,
  parseTemplate,
  TemplateError,
  type TemplateNode,
} from '../../go-template/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { isFunction } from './function-names.js';
import { templateFunctions, variadic } from './template-functions.js';
import { GoInt, isEmptyValue, NotComputed, printGo, TemplateFails, UNKNOWN } from './template-values.js';

/** How much the templates of one set may make, and in how many steps. */
const MOST_CHARACTERS = 16_000_000;
const MOST_STEPS = 1_000_000;

/** What the templates of one set have used. */
export interface TemplateBudget {
  steps: number;
  length: number;
}

/**
 * What the Flux Operator makes of a template of a ResourceSet.
 *
 * @param inputs one set of them; undefined: the ResourceSet has none
 * @throws NotComputed where only the operator knows
 * @throws TemplateFails where the operator fails
 */
export const runTemplate = (source: string, inputs: JsonObject | undefined, budget: TemplateBudget): string => {
  if (!source.includes('<<')) return source;
  try {
    const { body } = parseTemplate(source, ['<<', '>>']);
    return runAll({ inputs, budget }, body, undefined, new Map());
  } catch (error) {
    if (error instanceof TemplateError) throw new TemplateFails(error.message);
    throw error;
  }
};

interface Run {
  readonly inputs: JsonObject | undefined;
  readonly budget: TemplateBudget;
}

type Variables = Map<string, { value: unknown }>;

const runAll = (run: Run, nodes: readonly TemplateNode[], dot: unknown, variables: Variables): string => {
  let made = '';
  for (const node of nodes) {
    const { budget } = run;
    budget.steps += 1;
    const text = runOne(run, node, dot, variables);
    budget.length += text.length;
    if (budget.steps > MOST_STEPS || budget.length > MOST_CHARACTERS) throw new NotComputed();
    made += text;
  }
  return made;
};

const runOne = (run: Run, node: TemplateNode, dot: unknown, variables: Variables): string => {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'action': {
      const value = resultOf(run, node.pipe, dot, variables);
      return node.pipe.variables.length > 0 ? '' : printGo(value);
    }
    case 'if':
    case 'with': {
      const inner: Variables = new Map(variables);
      const value = resultOf(run, node.pipe, dot, inner);
      const isTrue = !isEmptyValue(value);
      return runAll(run, isTrue ? node.body : node.otherwise, isTrue && node.kind === 'with' ? value : dot, inner);
    }
    case 'range': {
      const { variables: names, declares, commands } = node.pipe;
      const value = resultOf(run, { variables: [], declares: false, commands }, dot, variables);
      const items = itemsOf(value);
      if (items.length === 0) return runAll(run, node.otherwise, dot, new Map(variables));
      if (names.length > 0 && !declares) throw new NotComputed();
      return items
        .map(([key, item]) => {
          const inner: Variables = new Map(variables);
          const [first, second] = names;
          if (first !== undefined) inner.set(first, { value: second === undefined ? item : key });
          if (second !== undefined) inner.set(second, { value: item });
          return runAll(run, node.body, item, inner);
        })
        .join('');
    }
    default:
      // Templates by name, `break` and `continue`.
      throw new NotComputed();
  }
};

const itemsOf = (value: unknown): readonly (readonly [unknown, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [new GoInt(index), item]);
  if (isObject(value) && !(value instanceof GoInt)) return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  throw new NotComputed();
};

const resultOf = (run: Run, pipe: Pipe, dot: unknown, variables: Variables): unknown => {
  let value: unknown;
  pipe.commands.forEach((command, index) => {
    value = runCommand(run, command, dot, variables, index === 0 ? [] : [value]);
  });
  for (const name of pipe.variables) {
    const known = variables.get(name);
    if (pipe.declares || known === undefined) variables.set(name, { value });
    else known.value = value;
  }
  return value;
};

const runCommand = (
  run: Run,
  [first, ...rest]: Command,
  dot: unknown,
  variables: Variables,
  piped: readonly unknown[],
): unknown => {
  if (first.kind === 'function' && (first.name === 'and' || first.name === 'or')) {
    return chooseFirst(run, first.name === 'and', rest, dot, variables, piped);
  }
  const args = [...rest.map((one) => evaluate(run, one, dot, variables)), ...piped];
  if (first.kind !== 'function') {
    // Only functions take arguments here.
    if (args.length > 0) throw new NotComputed();
    return evaluate(run, first, dot, variables);
  }
  return call(run, first.name, args);
};

/** The first argument that is empty (`and`) or isn't (`or`), else the last: those behind it aren't evaluated. */
const chooseFirst = (
  run: Run,
  isEmpty: boolean,
  operands: readonly Operand[],
  dot: unknown,
  variables: Variables,
  piped: readonly unknown[],
): unknown => {
  let value: unknown;
  for (const operand of operands) {
    value = evaluate(run, operand, dot, variables);
    if (isEmptyValue(value) === isEmpty) return value;
  }
  if (operands.length + piped.length === 0) {
    throw new TemplateFails(`wrong number of args for ${isEmpty ? 'and' : 'or'}: want at least 1 got 0`);
  }
  return piped.length === 0 ? value : piped[0];
};

const call = (run: Run, name: string, args: readonly unknown[]): unknown => {
  run.budget.steps += 1;
  if (name === 'inputs') {
    if (args.length > 0) throw new TemplateFails(`wrong number of args for inputs: want 0 got ${args.length}`);
    return run.inputs ?? {};
  }
  if (!isFunction(name)) throw new TemplateFails(`function "${name}" not defined`);
  const found = Object.hasOwn(templateFunctions, name) ? templateFunctions[name] : undefined;
  if (found === undefined || (!variadic.has(name) && args.length !== found.length)) throw new NotComputed();
  return found(...args);
};

const evaluate = (run: Run, operand: Operand, dot: unknown, variables: Variables): unknown => {
  switch (operand.kind) {
    case 'constant':
      return typeof operand.value === 'number' ? numberOf(operand.value) : operand.value;
    case 'nil':
      return undefined;
    case 'dot':
      return dot;
    case 'field':
      return fieldOf(dot, operand.names);
    case 'variable':
      if (!variables.has(operand.name)) throw new NotComputed();
      return fieldOf(variables.get(operand.name)?.value, operand.names);
    case 'chain':
      return fieldOf(evaluate(run, operand.of, dot, variables), operand.names);
    case 'function':
      return call(run, operand.name, []);
    case 'pipe':
      return resultOf(run, operand.pipe, dot, variables);
  }
};

const numberOf = (value: number): GoInt => {
  if (!Number.isSafeInteger(value)) throw new NotComputed();
  return new GoInt(value);
};

/** With `missingkey=error`, as the operator sets it. */
const fieldOf = (value: unknown, names: readonly string[]): unknown => {
  let now = value;
  for (const name of names) {
    if (now === UNKNOWN) throw new NotComputed();
    if (!isObject(now) || now instanceof GoInt)
      throw new TemplateFails(`can't read field "${name}" of a value without fields`);
    if (!Object.hasOwn(now, name)) throw new TemplateFails(`map has no entry for key "${name}"`);
    now = now[name];
  }
  return now;
};
