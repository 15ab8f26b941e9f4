import { isJsonArray } from '../../json/json-value.js';
import { Use } from './abstract-value.js';
import type { TemplateFunction } from './machine.js';
import { mark } from './marks.js';
import { fold } from './text-functions.js';
import {
  type Atom,
  constant,
  join,
  missing,
  opaque,
  type Scalar,
  textsOf,
  truth,
  truthy,
  type Value,
} from './value.js';

const test = (value: Value): boolean | undefined => {
  mark(value, Use.tested);
  return truth(value);
};

const isList = (atom: Atom): boolean =>
  atom.kind === 'values' && atom.node.defaults.length > 0 && atom.node.defaults.every(isJsonArray);

const fallBack: TemplateFunction = (args) => {
  const [fallback = missing, value = missing] = args;
  const holds = test(value);
  // What stands in for a list may be one, even where it is printed: Go prints `[a]`, which YAML reads as a list.
  if (fallback.some(isList))
    mark(
      value.filter(({ kind }) => kind === 'values'),
      Use.isList,
    );
  if (holds === true) return value;
  return holds === false ? fallback : join(truthy(value), fallback);
};

/** The first that is true. */
const coalesce: TemplateFunction = (args) => {
  const found: Value[] = [];
  for (const value of args) {
    const holds = test(value);
    if (holds === false) continue;
    found.push(truthy(value));
    if (holds === true) return join(...found);
  }
  return join(...found, missing);
};

const or: TemplateFunction = (args) => {
  const found: Value[] = [];
  for (const value of args) {
    const holds = test(value);
    if (holds === true) return join(...found, value);
    found.push(truthy(value));
  }
  return join(...found, args.at(-1) ?? missing);
};

const and: TemplateFunction = (args) => {
  const found: Value[] = [];
  for (const value of args) {
    const holds = test(value);
    if (holds === false) return join(...found, value);
    if (holds === undefined) found.push(value);
  }
  return join(...found, args.at(-1) ?? missing);
};

const not: TemplateFunction = ([value = missing]) => {
  const asked = negated(value);
  if (asked !== undefined) return asked;
  const holds = test(value);
  return holds === undefined ? opaque : constant(!holds);
};

const empty = not;

const ternary: TemplateFunction = ([yes = missing, no = missing, condition = missing]) => {
  // It takes a boolean, and nothing else.
  mark(condition, Use.boolean);
  const holds = test(condition);
  return holds === undefined ? join(yes, no) : holds ? yes : no;
};

const compares = (a: Scalar, b: Scalar): boolean => a === b;

/** Notes what a comparison asks of the values that it compares. */
const compare = (args: readonly Value[]): void => {
  const others = args.flat().filter((atom) => atom.kind === 'constant' && atom.value !== null);
  const kinds = new Set(others.map((atom) => (atom.kind === 'constant' ? typeof atom.value : '')));
  const [kind] = kinds;
  const use =
    kinds.size !== 1 ? Use.printed : kind === 'string' ? Use.text : kind === 'boolean' ? Use.boolean : Use.printed;
  for (const arg of args) mark(arg, use);
};

/** `eq (kindOf .x) "string"`, and its like: undefined where it is no such comparison. */
const compareKinds = (args: readonly Value[]): Value | undefined => {
  const [a = missing, b = missing] = args;
  const isKind = (value: Value): boolean =>
    value.length > 0 && value.every((atom) => atom.kind === 'asked' && atom.answer === 'kind');
  const kind = isKind(a) ? a : isKind(b) ? b : undefined;
  if (args.length !== 2 || kind === undefined) return undefined;
  const of = join(...kind.map((atom) => (atom.kind === 'asked' ? atom.of : [])));
  return ask(of, kind === a ? b : a);
};

/** Notes that a value is asked whether it is of this kind or type. */
const ask = (of: Value, wanted: Value): Value => {
  mark(of, askedUse(wanted));
  const names = textsOf(wanted);
  return names?.length === 1 && names[0] === 'string' ? [{ kind: 'asked', of, answer: 'text' }] : opaque;
};

/** What `not` makes of the answer to a question for a text. */
const negated = (value: Value): Value | undefined => {
  const [only] = value;
  if (value.length !== 1 || only?.kind !== 'asked' || only.answer === 'kind') return undefined;
  return [{ ...only, answer: only.answer === 'text' ? 'no-text' : 'text' }];
};

const eq: TemplateFunction = (args) => {
  const asked = compareKinds(args);
  if (asked !== undefined) return asked;
  const [first = missing, ...others] = args;
  const folded = fold(args, (one, ...rest) => constant(rest.some((other) => compares(one, other))));
  if (folded !== undefined && folded.length === 1) return folded;
  compare([first, ...others]);
  return opaque;
};

const ne: TemplateFunction = (args) => {
  const asked = compareKinds(args);
  if (asked !== undefined) return negated(asked) ?? opaque;
  const folded = fold(args, (one, other) => constant(!compares(one, other ?? null)));
  if (folded !== undefined && folded.length === 1) return folded;
  compare(args);
  return opaque;
};

const order =
  (holds: (a: number | string, b: number | string) => boolean): TemplateFunction =>
  (args) => {
    const folded = fold(args, (a, b) => {
      const comparable =
        (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string');
      return comparable ? constant(holds(a, b)) : undefined;
    });
    if (folded !== undefined && folded.length === 1) return folded;
    compare(args);
    return opaque;
  };

const kindOfAtom = (atom: Atom): string | undefined => {
  switch (atom.kind) {
    case 'constant':
      return typeof atom.value === 'string' ? 'string' : typeof atom.value === 'boolean' ? 'bool' : undefined;
    case 'dict':
      return 'map';
    case 'list':
      return 'slice';
    case 'yaml':
      return 'string';
    case 'values':
      return atom.node.depth === 0 ? 'map' : undefined;
    default:
      return undefined;
  }
};

const knownKind = (value: Value): string | undefined => {
  const kinds = new Set(value.map(kindOfAtom));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
};

const ASKED: Readonly<Record<string, number>> = {
  map: Use.isMap,
  slice: Use.isList,
  string: Use.isText,
  bool: Use.isOther,
  int: Use.isOther,
  int64: Use.isOther,
  float64: Use.isOther,
  invalid: 0,
  'map[string]interface {}': Use.isMap,
  '[]interface {}': Use.isList,
};

/** What is noted of a value that is asked whether it is of this kind or type. */
const askedUse = (wanted: Value): number => {
  const names = textsOf(wanted);
  return names === undefined ? Use.typed : names.reduce((use, name) => use | (ASKED[name] ?? Use.typed), 0);
};

const kindIs: TemplateFunction = ([wanted = missing, value = missing]) => {
  const kind = knownKind(value);
  const [only] = wanted;
  if (kind !== undefined && wanted.length === 1 && only?.kind === 'constant') return constant(only.value === kind);
  return ask(value, wanted);
};

const typeIs: TemplateFunction = ([wanted = missing, value = missing]) => ask(value, wanted);

const typeOf: TemplateFunction = ([value = missing]) => [{ kind: 'asked', of: value, answer: 'kind' }];

const tested: TemplateFunction = (args) => {
  for (const arg of args) test(arg);
  return opaque;
};

const len: TemplateFunction = ([value = missing]) => {
  const [only] = value;
  if (value.length === 1 && only?.kind === 'list' && only.list.rest.length === 0)
    return constant(only.list.items.length);
  mark(value, Use.tested | Use.typed);
  return opaque;
};

export const logicFunctions: Readonly<Record<string, TemplateFunction>> = {
  all: tested,
  and,
  any: tested,
  coalesce,
  deepEqual: tested,
  default: fallBack,
  empty,
  eq,
  fail: (args) => {
    for (const arg of args) mark(arg, Use.printed);
    return [];
  },
  ge: order((a, b) => a >= b),
  gt: order((a, b) => a > b),
  kindIs,
  kindOf: ([value = missing]) => {
    const kind = knownKind(value);
    if (kind !== undefined) return constant(kind);
    return [{ kind: 'asked', of: value, answer: 'kind' }];
  },
  le: order((a, b) => a <= b),
  len,
  lt: order((a, b) => a < b),
  ne,
  not,
  or,
  required: ([, value = missing]) => {
    test(value);
    return value;
  },
  ternary,
  typeIs,
  typeIsLike: typeIs,
  typeOf,
};
