import { type CallCost, callCost, type Operand } from './call-cost.js';
import type { CelType } from './cel-type.js';
import { isOptional } from './cel-type.js';
import type { TypedExpression } from './check-types.js';
import type { CallExpression, Expression, LoopExpression } from './expression.js';
import { exactly, plus, type Size, times, UNKNOWN_SIZE, union } from './size.js';

/** The place of a value in what variables hold: a variable, then fields, `@items`, `@keys` and `@values`. */
type Place = readonly string[];

/** How large the value at a place may be; undefined where the schema doesn't tell. */
export type SizeAt = (place: Place) => Size | undefined;

/** How large keys and values of a list or map may be. */
interface EntrySize {
  readonly isList: boolean;
  readonly key: Size;
  readonly value: Size;
}

interface Local {
  readonly place: Place | undefined;
  readonly size: Size | undefined;
  readonly entry: EntrySize | undefined;
}

/**
 * The most that an expression can cost, as the API server estimates it from the sizes that a schema allows.
 * https://kubernetes.io/docs/reference/using-api/cel/#resource-constraints
 */
export const estimateCost = (typed: TypedExpression, sizeAt: SizeAt): number => {
  const places = new Map<Expression, Place | undefined>();
  const sizes = new Map<Expression, Size>();
  const entries = new Map<Expression, EntrySize>();
  const locals = new Map<string, Local[]>();

  const localOf = (part: Expression): Local | undefined =>
    part.kind === 'name' ? locals.get(part.name)?.at(-1) : undefined;
  const placeOf = (part: Expression): Place | undefined => {
    const local = localOf(part);
    return local === undefined ? places.get(part) : local.place;
  };
  const entryOf = (part: Expression): EntrySize | undefined => entries.get(part) ?? localOf(part)?.entry;
  const sizeAtPlace = (place: Place | undefined): Size | undefined =>
    place === undefined || place.length === 0 ? undefined : sizeAt(place);

  const sizeOf = (part: Expression): Size | undefined => {
    const found = sizes.get(part) ?? writtenSize(part);
    if (found !== undefined) return found;
    const told = sizeAtPlace(placeOf(part));
    if (told !== undefined) {
      sizes.set(part, told);
      return told;
    }
    return isScalar(typed.typeOf(part)) ? exactly(1) : localOf(part)?.size;
  };
  const sizeOrUnknown = (part: Expression): Size => sizeOf(part) ?? UNKNOWN_SIZE;

  const within = (name: string, local: Local): void => {
    const stack = locals.get(name);
    if (stack === undefined) locals.set(name, [local]);
    else stack.push(local);
  };
  const leave = (name: string | undefined): void => {
    if (name !== undefined) locals.get(name)!.pop();
  };

  const operandOf = (part: Expression): Operand => {
    const place = placeOf(part);
    return {
      expression: part,
      type: typed.typeOf(part),
      size: sizeOf(part),
      itemSize: place === undefined ? undefined : sizeAtPlace([...place, '@items']),
    };
  };

  const cost = (part: Expression): number => {
    const name = typed.nameOf(part);
    if (name !== undefined) {
      const local = localOf(part);
      places.set(part, local === undefined ? [name] : local.place);
      return 1;
    }
    switch (part.kind) {
      case 'literal':
      case 'name':
        return 0;
      case 'select': {
        const on = cost(part.on);
        if (part.isTest) return on;
        const { kind } = typed.typeOf(part.on);
        places.set(part, [...(placeOf(part.on) ?? []), part.field]);
        return plus(on, kind === 'map' || kind === 'object' ? 1 : 0);
      }
      case 'call':
        return costOfCall(part);
      case 'list': {
        const items = part.items.map(({ value }) => value);
        const sum = items.map(cost).reduce(plus, 0);
        entries.set(part, { isList: true, key: exactly(1), value: sizeOfAny(items) });
        return plus(sum, 10);
      }
      case 'map': {
        const sum = part.entries.map(({ key, value }) => plus(cost(key), cost(value))).reduce(plus, 0);
        entries.set(part, {
          isList: false,
          key: sizeOfAny(part.entries.map(({ key }) => key)),
          value: sizeOfAny(part.entries.map(({ value }) => value)),
        });
        return plus(sum, 30);
      }
      case 'object':
        return plus(part.fields.map(({ value }) => cost(value)).reduce(plus, 0), 40);
      case 'loop':
        return part.range.kind === 'list' && part.range.items.length === 0 && isNever(part.condition)
          ? costOfBinding(part)
          : costOfLoop(part);
    }
  };

  const sizeOfAny = (parts: readonly Expression[]): Size =>
    parts.length === 0 ? exactly(0) : parts.map(sizeOrUnknown).reduce(union);

  const costOfCall = (call: CallExpression): number => {
    const { args, target } = call;
    const name = nameOfCall(call, typed);
    if (name === 'dyn') {
      const sum = plus(cost(args[0]!), 1);
      keepSizes(call, args[0]!);
      return sum;
    }
    const costs: number[] = [];
    const operands: Operand[] = [];
    for (const arg of args) {
      costs.push(cost(arg));
      operands.push(operandOf(arg));
    }
    const overloads = typed.overloadsOf(call);
    if (overloads.length === 0) return 0;
    const isMember = overloads[0]!.isMember;
    const own = isMember ? cost(target!) : 0;
    const on = isMember ? operandOf(target!) : undefined;
    let most = 0;
    let size: Size | undefined;
    for (const overload of overloads) {
      const made = costOfOverload(call, name, on, operands, overload);
      most = Math.max(most, made.cost);
      if (made.size !== undefined) size = size === undefined ? made.size : union(size, made.size);
      const [first] = overload.takes;
      if (name === '_[_]' && first!.kind !== 'opaque') {
        size = entryOf(args[0]!)?.value;
        places.set(call, [...(placeOf(args[0]!) ?? []), first!.kind === 'list' ? '@items' : '@values']);
      }
      size ??= sizeOf(call);
    }
    if (size !== undefined) sizes.set(call, size);
    if (name === '_?_:_') return plus(own, plus(costs[0]!, Math.max(costs[1]!, costs[2]!)));
    return plus(own, plus(costs.reduce(plus, 0), most));
  };

  const costOfOverload = (
    call: CallExpression,
    name: string,
    target: Operand | undefined,
    operands: readonly Operand[],
    overload: CallOverload,
  ): CallCost => {
    if (name === '_&&_' || name === '_||_') return { cost: 0 };
    const [first, second, third] = call.args;
    if (name === '_?_:_') {
      keepEntries(call, second!, third!);
      return { cost: 0, size: union(sizeOrUnknown(second!), sizeOrUnknown(third!)) };
    }
    const made = callCost(name, target, operands, overload);
    if (name === '_+_' && made.size !== undefined) keepEntries(call, first!, second!);
    return made;
  };

  const keepEntries = (call: Expression, a: Expression, b: Expression): void => {
    const [left, right] = [entryOf(a), entryOf(b)];
    if (left === undefined || right === undefined) return;
    entries.set(call, {
      isList: left.isList,
      key: union(left.key, right.key),
      value: union(left.value, right.value),
    });
  };
  const keepSizes = (to: Expression, from: Expression): void => {
    const [size, entry] = [sizeOf(from), entryOf(from)];
    if (size !== undefined) sizes.set(to, size);
    if (entry !== undefined) entries.set(to, entry);
  };

  const costOfBinding = (loop: LoopExpression): number => {
    const sum = plus(cost(loop.range), cost(loop.start));
    within(loop.accumulator, { place: placeOf(loop.start), size: sizeOf(loop.start), entry: entryOf(loop.start) });
    const result = cost(loop.result);
    leave(loop.accumulator);
    keepSizes(loop, loop.result);
    return plus(sum, result);
  };

  const costOfLoop = (loop: LoopExpression): number => {
    const { range, start, accumulator } = loop;
    const before = plus(cost(range), cost(start));
    within(accumulator, { place: placeOf(start), size: sizeOf(start), entry: entryOf(start) });
    enterLoop(loop);
    const each = plus(cost(loop.condition), cost(loop.step));
    leave(loop.variable);
    leave(loop.second);
    const result = cost(loop.result);
    leave(accumulator);
    const count = sizeOrUnknown(range);
    if (start.kind === 'literal') sizes.set(loop, sizeOf(start)!);
    else if (start.kind === 'list' || start.kind === 'map') {
      sizes.set(loop, count);
      const entry = entryOf(loop.step);
      if (entry !== undefined) entries.set(loop, entry);
    }
    return plus(plus(before, result), times(count.max, each));
  };

  const enterLoop = ({ range, variable, second }: LoopExpression): void => {
    const entry = entryOf(range);
    const isList = entry === undefined ? typed.typeOf(range).kind === 'list' : entry.isList;
    const place = placeOf(range) ?? [];
    const push = (name: string, step: string, size: Size | undefined): void =>
      within(name, { place: [...place, step], size, entry: undefined });
    if (second === undefined) push(variable, isList ? '@items' : '@keys', isList ? entry?.value : entry?.key);
    else {
      push(variable, isList ? '@indices' : '@keys', entry?.key);
      push(second, isList ? '@items' : '@values', entry?.value);
    }
  };

  return cost(typed.expression);
};

type CallOverload = Parameters<typeof callCost>[3];

/** A namespaced function (`sets.contains`) is read as a call on its namespace. */
const nameOfCall = (call: CallExpression, typed: TypedExpression): string => {
  const [overload] = typed.overloadsOf(call);
  if (call.target === undefined || overload === undefined || overload.isMember) return call.name;
  return overload.name;
};

const isNever = (condition: Expression): boolean => condition.kind === 'literal' && condition.value === false;

/** The size of what is written out. */
const writtenSize = (part: Expression): Size | undefined => {
  switch (part.kind) {
    case 'literal': {
      if (part.type === 'string') return exactly([...(part.value as string)].length);
      if (part.type === 'bytes') return exactly(Buffer.byteLength(part.value as string));
      return exactly(1);
    }
    case 'list':
      return exactly(part.items.length);
    case 'map':
      return exactly(part.entries.length);
    default:
      return undefined;
  }
};

const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

const isScalar = (type: CelType): boolean =>
  type.kind === 'scalar' ? SCALARS.has(type.name) : isOptional(type) && isScalar(type.parameters[0]!);
