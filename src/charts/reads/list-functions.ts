import { Use } from './abstract-value.js';
import type { TemplateFunction } from './machine.js';
import { entries, mark } from './marks.js';
import {
  chosen,
  constant,
  constantsOf,
  join,
  type List,
  missing,
  ofList,
  opaque,
  textsOf,
  type Value,
} from './value.js';

/** The items of a value that is a list, as one. */
const listOf = (value: Value): List => {
  const [only] = value;
  if (value.length === 1 && only?.kind === 'list') return only.list;
  mark(value, Use.ranged);
  return { items: [], rest: entries(value) };
};

const all = ({ items, rest }: List): Value => join(...items, rest);

const append: TemplateFunction = ([list = [], item = []]) => {
  const { items, rest } = listOf(list);
  return rest.length === 0 ? ofList([...items, item]) : ofList(items, join(rest, item));
};

const anyOrder: TemplateFunction = ([list = []]) => {
  const known = listOf(list);
  return known.rest.length === 0 && known.items.length < 2 ? ofList(known.items) : ofList([], all(known));
};

const has: TemplateFunction = ([item = [], list = []]) => {
  const known = listOf(list);
  const constants = constantsOf(item);
  const each = known.rest.length === 0 ? known.items.map((one) => constantsOf(one)) : undefined;
  if (constants?.length === 1 && each?.every((one) => one?.length === 1) === true) {
    return constant(each.some((one) => one![0] === constants[0]));
  }
  mark(item, Use.printed);
  mark(all(known), Use.printed);
  return opaque;
};

const concat: TemplateFunction = (args) => {
  const lists = args.map(listOf);
  const isKnown = lists.slice(0, -1).every(({ rest }) => rest.length === 0);
  return isKnown
    ? ofList(
        lists.flatMap(({ items }) => items),
        lists.at(-1)?.rest ?? [],
      )
    : ofList([], join(...lists.map(all)));
};

const until: TemplateFunction = (args) => {
  for (const arg of args) mark(arg, Use.printed);
  return ofList([], chosen);
};

const first: TemplateFunction = ([list = []]) => {
  const { items, rest } = listOf(list);
  return items[0] ?? (rest.length === 0 ? missing : join(rest, missing));
};

const last: TemplateFunction = ([list = []]) => {
  const { items, rest } = listOf(list);
  if (rest.length === 0) return items.at(-1) ?? missing;
  return join(rest, items.at(-1) ?? missing);
};

const withoutFirst: TemplateFunction = ([list = []]) => {
  const known = listOf(list);
  return ofList(known.items.slice(1), known.rest);
};

const initial: TemplateFunction = ([list = []]) => {
  const known = listOf(list);
  return known.rest.length === 0 ? ofList(known.items.slice(0, -1)) : ofList([], all(known));
};

const slice: TemplateFunction = ([list = [], ...bounds]) => {
  const known = listOf(list);
  const numbers = bounds.map((one) => constantsOf(one)?.[0]);
  if (known.rest.length === 0 && numbers.every((one) => typeof one === 'number')) {
    return ofList(known.items.slice(...(numbers as [number, number?])));
  }
  return ofList([], all(known));
};

const joinTexts: TemplateFunction = ([by = [], list = []]) => {
  const { items, rest: further } = listOf(list);
  const parts = items.map(constantsOf);
  const separator = textsOf(by);
  if (further.length === 0 && separator?.length === 1 && parts.every((one) => one?.length === 1)) {
    return constant(parts.map((one) => String(one![0])).join(separator[0]));
  }
  mark(list, Use.ranged | Use.printed);
  mark(join(...items, further), Use.printed);
  return opaque;
};

/** Of a list, or of one value that stands for a list of itself. */
const ofOneOrMany: TemplateFunction = ([list = []]) => {
  mark(list, Use.printed);
  return ofList([], all(listOf(list)));
};

/** Functions that make lists, and of those. */
export const listFunctions: Readonly<Record<string, TemplateFunction>> = {
  append,
  chunk: anyOrder,
  compact: anyOrder,
  concat,
  first,
  has,
  initial,
  join: joinTexts,
  last,
  list: (args) => ofList(args),
  mustAppend: append,
  mustCompact: anyOrder,
  mustFirst: first,
  mustHas: has,
  mustInitial: initial,
  mustLast: last,
  mustPrepend: append,
  mustPush: append,
  mustRest: withoutFirst,
  mustReverse: anyOrder,
  mustSlice: slice,
  mustUniq: anyOrder,
  mustWithout: anyOrder,
  prepend: append,
  push: append,
  rest: withoutFirst,
  reverse: anyOrder,
  seq: until,
  slice,
  sortAlpha: ofOneOrMany,
  toStrings: ofOneOrMany,
  tuple: (args) => ofList(args),
  uniq: anyOrder,
  until,
  untilStep: until,
  without: anyOrder,
};
