import type { CelType } from './cel-type.js';
import type { Expression } from './expression.js';
import type { Overload } from './signatures.js';
import { addSizes, exactly, MOST, multiplySizes, plus, type Size, scaled, times, UNKNOWN_SIZE } from './size.js';

/** A part of an expression, as functions see it. */
export interface Operand {
  readonly expression: Expression;
  readonly type: CelType;
  readonly size: Size | undefined;
  /** The size of an item of a list, where its schema tells. */
  readonly itemSize: Size | undefined;
}

export interface CallCost {
  /** Without what the arguments cost. */
  readonly cost: number;
  readonly size?: Size;
}

const TEXT = 0.1;
const PATTERN = 0.25;
const LIST = 10;

/** A pattern is applied once, and then for each item. */
const orUnknown = (size: Size | undefined): Size => size ?? UNKNOWN_SIZE;
const one: CallCost = { cost: 1 };

type Estimate = (target: Operand | undefined, args: readonly Operand[], overload: Overload) => CallCost | undefined;

const traversed: Estimate = (_, [text]) => text && { cost: scaled(orUnknown(text.size).max, TEXT) };
const constant: Estimate = () => one;
const sameText: Estimate = (target) => {
  if (target === undefined) return undefined;
  const size = orUnknown(target.size);
  return { cost: scaled(size.max, TEXT), size };
};

const compareItems: Estimate = (target) => {
  if (target === undefined) return undefined;
  const { max } = orUnknown(target.size);
  const [item] = target.type.parameters;
  if (item === undefined) return { cost: scaled(max, TEXT) };
  const isText = item.name === 'string' || item.name === 'bytes';
  return { cost: times(max, isText ? plus(1, scaled(orUnknown(target.itemSize).max, TEXT)) : 1) };
};

const replace: Estimate = (target, [from, to]) => {
  if (target === undefined || to === undefined) return undefined;
  const size = orUnknown(target.size);
  const [old, fresh] = [orUnknown(from!.size), orUnknown(to.size)];
  let most = { count: 0, kept: 0 };
  if (old.min === 0) most = { count: plus(size.max, 1), kept: size.max };
  else if (fresh.max <= old.min) most = { count: 0, kept: size.max };
  else most = { count: Math.ceil(size.max / old.min), kept: 0 };
  let least = { count: 0, kept: 0 };
  if (old.max === 0) least = { count: plus(size.min, 1), kept: size.min };
  else if (old.max <= fresh.min) least = { count: 0, kept: size.min };
  else least = { count: Math.ceil(size.min / old.max), kept: 0 };
  const made = addSizes(multiplySizes({ min: least.count, max: most.count }, fresh), {
    min: least.kept,
    max: most.kept,
  });
  return { cost: scaled(size.max, 2 * TEXT), size: made };
};

const split: Estimate = (target, [, limit]) => {
  if (target === undefined) return undefined;
  const { max } = orUnknown(target.size);
  return { cost: scaled(max, 2 * TEXT), size: { min: 0, max: numberOf(limit) ?? max } };
};

/** A number that is written out; a negative one is as large as can be. */
const numberOf = (operand: Operand | undefined): number | undefined => {
  const expression = operand?.expression;
  if (expression?.kind !== 'literal' || expression.type !== 'int') return undefined;
  const value = Number(expression.value);
  return value < 0 ? MOST : value;
};

const join: Estimate = (target, [separator]) => {
  if (target === undefined) return undefined;
  const list = orUnknown(target.size);
  let size: Size = exactly(0);
  if (target.type.parameters.length > 0) size = multiplySizes(list, orUnknown(target.itemSize));
  if (separator !== undefined) {
    const count = { min: Math.max(0, list.min - 1), max: Math.max(0, list.max - 1) };
    size = addSizes(size, multiplySizes(orUnknown(separator.size), count));
  }
  return { cost: scaled(size.max, TEXT), size };
};

const matched = (text: Size, pattern: Size): number =>
  times(scaled(plus(text.max, 1), TEXT), scaled(pattern.max, PATTERN));

const find: Estimate = (target, [pattern]) => {
  if (target === undefined || pattern === undefined) return undefined;
  const size = orUnknown(target.size);
  return { cost: matched(size, orUnknown(pattern.size)), size: { min: 0, max: size.max } };
};

const inCidr =
  (own: number): Estimate =>
  (_, [other]) => {
    if (other === undefined) return undefined;
    return { cost: plus(own, other.type.name === 'string' ? scaled(orUnknown(other.size).max, TEXT) : 0) };
  };

/** A call that makes a list; `size` is that of the list, and `factor` what an item costs. */
const makesList = (factor: number, size: Size): CallCost => ({ cost: plus(scaled(size.max, factor), 1 + LIST), size });
const listCall =
  (make: (target: Size, args: readonly Operand[]) => CallCost): Estimate =>
  (target, args) =>
    target && make(orUnknown(target.size), args);
const depthOf = (operand: Operand | undefined): number => {
  const value = numberOf(operand);
  return operand === undefined ? 1 : value === MOST && operand.expression.kind === 'literal' ? 0 : (value ?? MOST);
};
const sort = (by: Operand, type: CelType): CallCost => {
  const size = orUnknown(by.size);
  const item = type.parameters[0]?.name;
  return makesList(item === 'string' || item === 'bytes' ? 2 + TEXT : 2, multiplySizes(size, size));
};
const sets =
  (factor: number): Estimate =>
  (_, [a, b]) =>
    a && b && { cost: plus(scaled(times(orUnknown(a.size).max, orUnknown(b.size).max), factor), 1) };

const text: Estimate = (_, [operand]) => {
  if (operand === undefined) return undefined;
  const size = orUnknown(operand.size);
  return { cost: scaled(size.max, TEXT), size };
};

const less: Estimate = (_, [a, b], { takes }) => {
  const isText = takes.every(({ name }) => name === 'string') || takes.every(({ name }) => name === 'bytes');
  return isText || takes[0]!.kind === 'parameter'
    ? { cost: scaled(Math.min(orUnknown(a!.size).max, orUnknown(b!.size).max), TEXT) }
    : one;
};

const CHEAP: ReadonlySet<string> = new Set([
  'net.IP',
  'net.CIDR',
  'kubernetes.Quantity',
  'kubernetes.Semver',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
]);

const equal: Estimate = (target, args, overload) => {
  const [a, b] = args as readonly [Operand, Operand];
  if (a.type.name === b.type.name) {
    if (CHEAP.has(a.type.name)) return one;
    if (a.type.name === 'kubernetes.NamedFormat') return { cost: scaled(64, TEXT) };
    if (a.type.name === 'kubernetes.URL') return { cost: scaled(b.size?.max ?? 1, TEXT) };
  }
  return less(target, args, overload);
};

const add: Estimate = (_, [a, b], { takes }) => {
  const [type] = takes as readonly [CelType];
  const size = addSizes(orUnknown(a!.size), orUnknown(b!.size));
  if (type.kind === 'list') return { cost: 1, size };
  if (type.name === 'string' || type.name === 'bytes') return { cost: scaled(size.max, TEXT), size };
  return one;
};

const of = (names: string, estimate: Estimate): Readonly<Record<string, Estimate>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, estimate]));

/** What calls cost, as cel-go and Kubernetes estimate it; 1 for a function that isn't here. */
const COSTS: Readonly<Record<string, Estimate>> = {
  ...of('check', () => ({ cost: 350_000 })),
  ...of(
    'serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery',
    constant,
  ),
  ...of('isSorted sum max min indexOf lastIndexOf', compareItems),
  ...of('url', text),
  ...of('lowerAscii upperAscii substring trim', sameText),
  ...of('find findAll', find),
  ...of('cidr isIP isCIDR quantity isQuantity semver isSemver', traversed),
  replace,
  split,
  join,
  ip: (target, args, overload) => (target === undefined ? traversed(target, args, overload) : one),
  'ip.isCanonical': (_, [address]) => address && { cost: scaled(orUnknown(address.size).max, 2 * TEXT) },
  containsIP: inCidr(scaled(32, TEXT)),
  containsCIDR: inCidr(scaled(32, TEXT) + scaled(16, TEXT) + 1),
  validate: (_, [value]) => value && { cost: scaled(scaled(orUnknown(value.size).max, TEXT), 128 * PATTERN) },
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
  slice: listCall(({ max }, [start, end]) => {
    const at = (operand: Operand | undefined, otherwise: number): number => {
      const value = numberOf(operand);
      return value === undefined ? otherwise : value === MOST ? 0 : value;
    };
    const length = at(end, max) - at(start, 0);
    return makesList(1, exactly(length < 0 ? MOST : length));
  }),
  'lists.range': (_, [count]) => makesList(1, exactly(depthOf(count))),
  reverse: listCall((size) => makesList(1, size)),
  flatten: listCall((size, [depth]) => makesList(depthOf(depth), size)),
  distinct: listCall((size) => makesList(2, multiplySizes(size, size))),
  sort: (target, _, { takes }) => target && sort(target, takes[0]!),
  '@sortByAssociatedKeys': (_, [keys], { takes }) => keys && sort(keys, takes[1]!),
  format: (target) => target && { cost: scaled(orUnknown(target.size).max, TEXT) },
  bytes: (_, [value], { takes }) => {
    if (takes[0]!.name !== 'string') return one;
    const size = orUnknown(value!.size);
    return { cost: scaled(size.max, TEXT), size: { min: size.min, max: times(size.max, 4) } };
  },
  string: (_, [value], { takes }) => {
    if (takes[0]!.name !== 'bytes') return one;
    const size = orUnknown(value!.size);
    return { cost: scaled(size.max, TEXT), size: { min: Math.floor(size.min / 4), max: size.max } };
  },
  'strings.quote': (_, [value]) => {
    const size = orUnknown(value?.size);
    // Where the size isn't known, the sum of cel-go overflows.
    const max = size.max === MOST ? 0 : plus(times(size.max, 2), 2);
    return { cost: scaled(size.max, TEXT), size: { min: size.min + 2, max } };
  },
  ...of('startsWith endsWith', (_, [part]) => part && { cost: scaled(orUnknown(part.size).max, TEXT) }),
  '@in': (_, [, list], { takes }) => (takes[1]!.kind === 'list' ? { cost: orUnknown(list!.size).max } : one),
  matches: (target, [pattern]) =>
    target === undefined ? one : { cost: matched(orUnknown(target.size), orUnknown(pattern!.size)) },
  contains: (target, [part]) =>
    target && { cost: times(scaled(orUnknown(target.size).max, TEXT), scaled(orUnknown(part!.size).max, TEXT)) },
  '_+_': add,
  '_==_': equal,
  ...of('_!=_ _<_ _<=_ _>_ _>=_', less),
};

/** What one form of a function costs, and how large its result may be. */
export const callCost = (
  name: string,
  target: Operand | undefined,
  args: readonly Operand[],
  overload: Overload,
): CallCost => (Object.hasOwn(COSTS, name) ? COSTS[name]!(target, args, overload) : undefined) ?? one;
