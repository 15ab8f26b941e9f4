import type { CelNode } from '../cel/cel-ast.js';
import { compilePattern } from '../pattern.js';
import { functions, methods } from './json-functions.js';
import { ABSENT, isPlain, type Json, lookUp, UNKNOWN } from './json-value.js';

type Values = Json[];
type Step = (values: Values) => Json;

/** An expression on JSON: its value, or {@link UNKNOWN} where something that it needs isn't known. */
export type JsonExpression = (...variables: readonly Json[]) => Json;

/**
 * A CEL expression as a plain function on JSON, as the API server has an object of its own kinds: numbers are whole, and
 * what Go leaves out when it is empty (null, an empty text or list) isn't there.
 *
 * What isn't known (a text with a var, a field of the wrong type, one that isn't there) gives no verdict, unless the rest
 * decides: `unknown && false` is false.
 *
 * @param variables the names of the variables, in the order in which their values are passed
 * @throws TypeError for an expression with something in it that isn't supported here
 */
export const compileExpression = (ast: CelNode, variables: readonly string[]): JsonExpression => {
  let size = variables.length;

  const compile = (node: CelNode, scope: ReadonlyMap<string, number>): Step => {
    const step = (one: CelNode): Step => compile(one, scope);

    const loop = (name: string, on: Step, [variable, ...bodies]: readonly CelNode[]): Step => {
      if (variable?.op !== 'id') throw new TypeError(`${name} takes a variable`);
      const place = size++;
      const inner = new Map([...scope, [variable.args, place]]);
      const [first, second] = bodies.map((body) => compile(body, inner));
      const run = loops[name]!;
      return (values) => {
        const list = itemsOf(on(values));
        if (list === undefined) return UNKNOWN;
        const evaluate = (body: Step) => (one: Json) => {
          values[place] = one;
          return body(values);
        };
        return run(list, evaluate(first!), second && evaluate(second));
      };
    };

    switch (node.op) {
      case 'value': {
        const value = typeof node.args === 'bigint' ? Number(node.args) : (node.args as Json);
        return () => value;
      }
      case 'id': {
        const place = scope.get(node.args);
        if (place === undefined) throw new TypeError(`there is no variable "${node.args}"`);
        return (values) => values[place]!;
      }
      case '.': {
        const [of, field] = node.args;
        const on = step(of);
        return (values) => {
          const value = on(values);
          if (value === ABSENT) return ABSENT;
          const found = lookUp(value, field);
          return found === ABSENT ? UNKNOWN : found;
        };
      }
      case '.?': {
        const [of, field] = node.args;
        const on = step(of);
        return (values) => {
          const found = lookUp(on(values), field);
          return isEmpty(found) ? ABSENT : found;
        };
      }
      case '[]': {
        const [list, index] = node.args.map(step) as [Step, Step];
        return (values) => {
          const found = lookUp(list(values), index(values));
          return found === ABSENT ? UNKNOWN : found;
        };
      }
      case 'list': {
        const steps = node.args.map(step);
        return (values) => steps.map((one) => one(values));
      }
      case '!_': {
        const on = step(node.args);
        return (values) => {
          const value = on(values);
          return typeof value === 'boolean' ? !value : UNKNOWN;
        };
      }
      case '?:': {
        const [test, yes, no] = node.args.map(step) as [Step, Step, Step];
        return (values) => {
          const value = test(values);
          return typeof value === 'boolean' ? (value ? yes(values) : no(values)) : UNKNOWN;
        };
      }
      case 'call': {
        const [name, args] = node.args;
        const [first] = args;
        if (name === 'has') {
          if (first?.op !== '.') throw new TypeError('has takes a field');
          const on = step(first.args[0]);
          const field = first.args[1];
          return (values) => has(on(values), field);
        }
        return calling(functions, name, args.map(step));
      }
      case 'rcall': {
        const [name, of, args] = node.args;
        if (name === 'hasValue' && of.op === '.?') {
          const on = step(of.args[0]);
          const field = of.args[1];
          return (values) => has(on(values), field);
        }
        const on = step(of);
        if (Object.hasOwn(loops, name)) return loop(name, on, args);
        if (name === 'orValue') {
          const other = step(args[0]!);
          return (values) => {
            const value = on(values);
            return value === ABSENT ? other(values) : value;
          };
        }
        if (name === 'matchesVetted') {
          const [pattern] = args;
          const matcher =
            pattern?.op === 'value' && typeof pattern.args === 'string'
              ? compilePattern(pattern.args, true)
              : undefined;
          if (matcher === undefined) throw new TypeError('matches takes a pattern');
          return (values) => {
            const value = on(values);
            return typeof value === 'string' ? matcher(value) : UNKNOWN;
          };
        }
        return calling(methods, name, [on, ...args.map(step)]);
      }
      case '&&':
      case '||': {
        const [left, right] = node.args.map(step) as [Step, Step];
        const decides = node.op === '||';
        return (values) => {
          const a = left(values);
          if (a === decides) return decides;
          const b = right(values);
          if (b === decides) return decides;
          return typeof a === 'boolean' && typeof b === 'boolean' ? !decides : UNKNOWN;
        };
      }
      default: {
        if (!Object.hasOwn(binary, node.op)) throw new TypeError(`"${node.op}" isn't supported`);
        const [left, right] = (node.args as readonly [CelNode, CelNode]).map(step) as [Step, Step];
        const run = binary[node.op as keyof typeof binary];
        return (values) => {
          const a = left(values);
          const b = right(values);
          if (a === UNKNOWN || b === UNKNOWN || a === ABSENT) return UNKNOWN;
          // Nothing is in what isn't there.
          return b === ABSENT ? (node.op === 'in' ? false : UNKNOWN) : run(a, b);
        };
      }
    }
  };

  const step = compile(ast, new Map(variables.map((name, index) => [name, index])));
  return (...values) => step(values as Json[]);
};

type Functions = Readonly<Record<string, (...args: Json[]) => Json>>;

/** A call of a function that takes known values only. */
const calling = (known: Functions, name: string, steps: readonly Step[]): Step => {
  if (!Object.hasOwn(known, name)) throw new TypeError(`there is no function "${name}"`);
  const run = known[name]!;
  const isUnsure = (one: Json): boolean => one === UNKNOWN || one === ABSENT;
  const [first, second] = steps;
  if (first !== undefined && steps.length === 1) {
    return (values) => {
      const a = first(values);
      return isUnsure(a) ? UNKNOWN : run(a);
    };
  }
  if (first !== undefined && second !== undefined && steps.length === 2) {
    return (values) => {
      const a = first(values);
      const b = second(values);
      return isUnsure(a) || isUnsure(b) ? UNKNOWN : run(a, b);
    };
  }
  return (values) => {
    const args = steps.map((one) => one(values));
    return args.some(isUnsure) ? UNKNOWN : run(...args);
  };
};

const isEmpty = (value: Json): boolean => value === '' || (Array.isArray(value) && value.length === 0);

const has = (of: Json, field: string): Json => {
  const found = lookUp(of, field);
  return found === UNKNOWN ? UNKNOWN : found !== ABSENT && !isEmpty(found);
};

/** A map's items are its keys. */
const itemsOf = (of: Json): readonly Json[] | undefined =>
  of === ABSENT ? [] : Array.isArray(of) ? of : isPlain(of) ? Object.keys(of) : undefined;

type Loop = (list: readonly Json[], first: (one: Json) => Json, second?: (one: Json) => Json) => Json;

/** Whether a test gives `decides` for one of the items. */
const some = (list: readonly Json[], test: (one: Json) => Json, decides: boolean): Json => {
  let isSure = true;
  for (const one of list) {
    const found = test(one);
    if (found === decides) return true;
    if (typeof found !== 'boolean') isSure = false;
  }
  return isSure ? false : UNKNOWN;
};

const loops: Readonly<Record<string, Loop>> = {
  all: (list, test) => {
    const found = some(list, test, false);
    return typeof found === 'boolean' ? !found : UNKNOWN;
  },
  exists: (list, test) => some(list, test, true),
  exists_one: (list, test) => {
    const found = list.map(test);
    return found.every((one) => typeof one === 'boolean') ? found.filter(Boolean).length === 1 : UNKNOWN;
  },
  filter: (list, test) => {
    const found = list.map(test);
    return found.every((one) => typeof one === 'boolean') ? list.filter((_, index) => found[index] === true) : UNKNOWN;
  },
  map: (list, first, second) => {
    if (second === undefined) return list.map(first);
    const kept = loops['filter']!(list, first);
    return Array.isArray(kept) ? kept.map(second) : UNKNOWN;
  },
};

/** Whether two scalars are equal; what else there is isn't compared. */
const isEqual = (a: Json, b: Json): Json => (typeof a === 'object' || typeof a !== typeof b ? UNKNOWN : a === b);

const compared =
  (test: (sign: number) => boolean) =>
  (a: Json, b: Json): Json => {
    const isText = typeof a === 'string' && typeof b === 'string';
    if (!isText && (typeof a !== 'number' || typeof b !== 'number')) return UNKNOWN;
    return test(a < b ? -1 : a > b ? 1 : 0);
  };

const counted =
  (run: (a: number, b: number) => number) =>
  (a: Json, b: Json): Json =>
    typeof a === 'number' && typeof b === 'number' ? run(a, b) : UNKNOWN;

const binary = {
  '==': isEqual,
  '!=': (a, b) => {
    const equal = isEqual(a, b);
    return typeof equal === 'boolean' ? !equal : UNKNOWN;
  },
  '<': compared((sign) => sign < 0),
  '<=': compared((sign) => sign <= 0),
  '>': compared((sign) => sign > 0),
  '>=': compared((sign) => sign >= 0),
  '+': (a, b) => {
    if (typeof a === 'string' && typeof b === 'string') return a + b;
    if (Array.isArray(a) && Array.isArray(b)) return [...(a as readonly Json[]), ...(b as readonly Json[])];
    return typeof a === 'number' && typeof b === 'number' ? a + b : UNKNOWN;
  },
  '-': counted((a, b) => a - b),
  '*': counted((a, b) => a * b),
  '%': (a, b) => (typeof a === 'number' && typeof b === 'number' && b !== 0 ? a % b : UNKNOWN),
  in: (one, all) => {
    // A null in a map is a value of Go: 0, or an empty text.
    if (isPlain(all)) return typeof one === 'string' ? Object.hasOwn(all, one) : UNKNOWN;
    return Array.isArray(all)
      ? some(all, (other) => (other === UNKNOWN ? UNKNOWN : isEqual(one, other)), true)
      : UNKNOWN;
  },
} satisfies Readonly<Record<string, (a: Json, b: Json) => Json>>;
