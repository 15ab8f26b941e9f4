import { parseIp } from '../ip.js';
import { compilePattern, findMatches } from '../pattern.js';
import type { CelNode } from './cel-ast.js';

/** Thrown where the library must decide: a field that is not there, values of two types, a kind of value not known here. */
class Unsure extends Error {}
const unsure = new Unsure('the library decides');

type Values = unknown[];
type Step = (values: Values) => unknown;

/**
 * A rule as a plain function that says `true` only where the library would, and `false` where it must be asked. Most
 * rules compare fields and count items, and nearly all hold: so the library, which takes ten times as long, is asked
 * for few.
 *
 * @returns undefined for a rule with something in it that is not known here
 */
export const celShortcut = (ast: CelNode, vetted: boolean): ((self: unknown) => boolean) | undefined => {
  let size = 1;
  /** @param scope where in the values each variable is; a loop's is a place of its own */
  const compile = (node: CelNode, scope: ReadonlyMap<string, number>): Step | undefined => {
    const each = (nodes: readonly CelNode[]): readonly Step[] | undefined => {
      const steps = nodes.flatMap((one) => compile(one, scope) ?? []);
      return steps.length === nodes.length ? steps : undefined;
    };
    const has = ([of, field]: readonly [CelNode, string]): Step | undefined => {
      const step = compile(of, scope);
      return step && ((values) => hasMember(step(values), field));
    };

    const loop = (run: Loop, on: Step, [variable, body]: readonly CelNode[]): Step | undefined => {
      if (variable?.op !== 'id' || body === undefined) return undefined;
      const place = size++;
      const step = compile(body, new Map([...scope, [variable.args, place]]));
      return (
        step &&
        ((values) =>
          run(items(on(values)), (one) => {
            values[place] = one;
            return truth(step(values));
          }))
      );
    };

    const onText = (name: string, on: Step, arg: CelNode): Step | undefined => {
      if (name === 'matchesRe2' || name === 'matchesVetted') {
        const matcher =
          arg.op === 'value' && typeof arg.args === 'string' ? compilePattern(arg.args, vetted) : undefined;
        return matcher && ((values) => matcher(text(on(values))));
      }
      const step = compile(arg, scope);
      if (step === undefined || !Object.hasOwn(texts, name)) return undefined;
      const run = texts[name]!;
      return (values) => run(text(on(values)), step(values));
    };

    switch (node.op) {
      case 'value': {
        const { args } = node;
        return isScalar(args) ? () => args : undefined;
      }
      case 'id': {
        const place = scope.get(node.args);
        return place === undefined ? undefined : (values) => values[place];
      }
      case '.': {
        const [of, field] = node.args;
        const step = compile(of, scope);
        return step && ((values) => member(step(values), field));
      }
      case '[]': {
        const [list, index] = each(node.args) ?? [];
        return list && index && ((values) => item(list(values), index(values)));
      }
      case 'list': {
        const steps = each(node.args);
        return steps && ((values) => steps.map((step) => step(values)));
      }
      case '!_': {
        const step = compile(node.args, scope);
        return step && ((values) => !truth(step(values)));
      }
      case '&&':
      case '||':
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '+':
      case 'in': {
        const [left, right] = each(node.args) ?? [];
        return left && right && binary[node.op](left, right);
      }
      case '?:': {
        const [test, yes, no] = each(node.args) ?? [];
        return test && yes && no && ((values) => (truth(test(values)) ? yes(values) : no(values)));
      }
      case 'call': {
        const [name, [first, ...rest]] = node.args;
        if (first === undefined || rest.length > 0) return undefined;
        if (name === 'has') return first.op === '.' ? has(first.args) : undefined;
        const step = compile(first, scope);
        if (step === undefined || !Object.hasOwn(functions, name)) return undefined;
        const run = functions[name]!;
        return (values) => run(step(values));
      }
      case 'rcall': {
        const [name, of, args] = node.args;
        // `has` of what is not a chain of names, as rewriteRule writes it.
        if (name === 'hasValue' && of.op === '.?' && args.length === 0) return has(of.args);
        const on = compile(of, scope);
        if (on === undefined) return undefined;
        if (name === 'size' && args.length === 0) return (values) => sizeOf(on(values));
        return Object.hasOwn(loops, name)
          ? loop(loops[name]!, on, args)
          : args.length === 1
            ? onText(name, on, args[0]!)
            : undefined;
      }
      default:
        return undefined;
    }
  };

  const step = compile(ast, new Map([['self', 0]]));
  if (step === undefined) return undefined;
  return (self) => {
    try {
      return step([self]) === true;
    } catch (error) {
      if (error instanceof Unsure) return false;
      throw error;
    }
  };
};

const isScalar = (value: unknown): value is string | boolean | bigint =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint';

const truth = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw unsure;
  return value;
};

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw unsure;
  return value;
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Null is none of the values that are known here. */
const sure = (value: unknown): unknown => {
  if (value === undefined || value === null) throw unsure;
  return value;
};

const member = (of: unknown, field: string): unknown => {
  if (isPlain(of) && Object.hasOwn(of, field)) return sure(of[field]);
  if (of instanceof Map) return sure(of.get(field));
  throw unsure;
};

const hasMember = (of: unknown, field: string): boolean => {
  if (isPlain(of)) return Object.hasOwn(of, field) && sure(of[field]) !== undefined;
  if (of instanceof Map) return of.has(field) && sure(of.get(field)) !== undefined;
  throw unsure;
};

const item = (of: unknown, index: unknown): unknown => {
  if (Array.isArray(of) && typeof index === 'bigint' && index >= 0n && index < of.length)
    return sure(of[Number(index)]);
  if (of instanceof Map && typeof index === 'string') return sure(of.get(index));
  throw unsure;
};

/** A map's items are its keys. */
const items = (of: unknown): readonly unknown[] => {
  if (Array.isArray(of)) return of;
  if (of instanceof Map) return [...of.keys()];
  throw unsure;
};

const sizeOf = (of: unknown): bigint => {
  if (Array.isArray(of)) return BigInt(of.length);
  if (of instanceof Map) return BigInt(of.size);
  // Beyond ASCII the library knows what a character is.
  if (typeof of === 'string' && /^[\0-\x7f]*$/.test(of)) return BigInt(of.length);
  throw unsure;
};

const isEqual = (a: unknown, b: unknown): boolean => {
  if (!isScalar(a) || typeof a !== typeof b) throw unsure;
  return a === b;
};

const compared =
  (test: (a: bigint, b: bigint) => unknown) =>
  (left: Step, right: Step): Step =>
  (values) => {
    const a = left(values);
    const b = right(values);
    if (typeof a !== 'bigint' || typeof b !== 'bigint') throw unsure;
    return test(a, b);
  };

/** Far from where CEL's 64 bits end. */
const MAX_SUM = 2n ** 60n;

const binary = {
  '&&': (left, right) => (values) => truth(left(values)) && truth(right(values)),
  '||': (left, right) => (values) => truth(left(values)) || truth(right(values)),
  '==': (left, right) => (values) => isEqual(left(values), right(values)),
  '!=': (left, right) => (values) => !isEqual(left(values), right(values)),
  '<': compared((a, b) => a < b),
  '<=': compared((a, b) => a <= b),
  '>': compared((a, b) => a > b),
  '>=': compared((a, b) => a >= b),
  '+': compared((a, b) => {
    if (a < 0n || b < 0n || a > MAX_SUM || b > MAX_SUM) throw unsure;
    return a + b;
  }),
  in: (left, right) => (values) => {
    const one = left(values);
    const all = right(values);
    if (all instanceof Map && typeof one === 'string') return all.has(one);
    if (!Array.isArray(all)) throw unsure;
    return all.some((other) => isEqual(one, other));
  },
} satisfies Readonly<Record<string, (left: Step, right: Step) => Step>>;

type Loop = (list: readonly unknown[], test: (one: unknown) => boolean) => unknown;

const loops: Readonly<Record<string, Loop>> = {
  all: (list, test) => list.every(test),
  exists: (list, test) => list.some(test),
  exists_one: (list, test) => list.filter(test).length === 1,
  filter: (list, test) => list.filter(test),
};

/** No more digits than 64 bits hold for certain. */
const toInt = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^\d{1,18}$/.test(value)) return BigInt(value);
  throw unsure;
};

const functions: Readonly<Record<string, (value: unknown) => unknown>> = {
  size: sizeOf,
  intOf: toInt,
  isIP: (value) => parseIp(text(value)) !== undefined,
};

const find = (on: string, pattern: string): string => {
  try {
    return findMatches(pattern, on, 1)[0] ?? '';
  } catch {
    throw unsure;
  }
};

const substring = (on: string, from: unknown): string => {
  if (typeof from !== 'bigint' || from < 0n || from > on.length) throw unsure;
  return on.substring(Number(from));
};

const texts: Readonly<Record<string, (on: string, arg: unknown) => unknown>> = {
  startsWith: (on, arg) => on.startsWith(text(arg)),
  endsWith: (on, arg) => on.endsWith(text(arg)),
  contains: (on, arg) => on.includes(text(arg)),
  split: (on, arg) => on.split(text(arg)),
  find: (on, arg) => find(on, text(arg)),
  substring,
};
