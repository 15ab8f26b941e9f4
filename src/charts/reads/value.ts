import {
  type Atom,
  Dict,
  type DictState,
  type LoopKey,
  type Scalar,
  type Value,
  type ValuesNode,
} from './abstract-value.js';

export { type Atom, Dict, type DictState, type List, type Scalar, type Value } from './abstract-value.js';

const OPAQUE: Atom = { kind: 'opaque' };
const CHOSEN = { kind: 'opaque', isChosen: true } as const;

export const opaque: Value = [OPAQUE];
/** A text or number that the user's values decide, or the name of the release. */
export const chosen: Value = [CHOSEN];
export const ofKey = (key: LoopKey): Value => [{ ...CHOSEN, key }];
export const missing: Value = [{ kind: 'constant', value: null }];
export const constant = (value: Scalar): Value => [{ kind: 'constant', value }];
export const ofNode = (node: ValuesNode): Value => [{ kind: 'values', node }];
export const ofList = (items: readonly Value[], rest: Value = []): Value => {
  if (items.length <= LONGEST_LIST) return [{ kind: 'list', list: { items, rest } }];
  return [{ kind: 'list', list: { items: [], rest: join(...items, rest) } }];
};

const LONGEST_LIST = 64;
const MOST_CONSTANTS = 24;
/** Of one value: loops would make ever more of them. */
const MOST_DICTS = 4;

/** One map, or one list, for many. */
const merged = (atoms: readonly Atom[]): readonly Atom[] => {
  if (atoms.length <= MOST_DICTS) return atoms;
  const maps = atoms.flatMap((atom) => (atom.kind === 'dict' ? [atom.dict] : []));
  const lists = atoms.flatMap((atom) => (atom.kind === 'list' ? [atom.list] : []));
  if (maps.length <= MOST_DICTS && lists.length <= MOST_DICTS) return atoms;
  const dicts = maps.map(({ state }) => state);
  const kept = atoms.filter(({ kind }) => kind !== 'dict' && kind !== 'list');
  const fields = new Map<string, Value>();
  for (const state of dicts) {
    for (const [key, value] of state.fields) fields.set(key, join(fields.get(key) ?? [], value));
  }
  for (const [key, value] of fields)
    if (dicts.some((state) => !state.fields.has(key))) fields.set(key, join(value, missing));
  const rest = join(...dicts.map((state) => state.rest));
  const also = join(...dicts.map((state) => state.also));
  const youngest = Math.max(0, ...atoms.map((atom) => (atom.kind === 'dict' ? atom.dict.id : 0)));
  return [
    ...kept,
    ...(dicts.length === 0 ? [] : [{ kind: 'dict' as const, dict: new Dict(youngest, { fields, rest, also }) }]),
    ...(lists.length === 0 ? [] : ofList([], join(...lists.flatMap((list) => [...list.items, list.rest])))),
  ];
};

const sameAtom = (a: Atom, b: Atom): boolean => {
  switch (a.kind) {
    case 'constant':
      return b.kind === 'constant' && a.value === b.value;
    case 'values':
      return b.kind === 'values' && a.node === b.node;
    case 'dict':
      return b.kind === 'dict' && a.dict === b.dict;
    case 'list':
    case 'yaml':
      return isAlike(a, b, 0);
    case 'files':
      return b.kind === 'files' && a.files === b.files;
    case 'asked':
      return b.kind === 'asked' && a.answer === b.answer && isSameValue(a.of, b.of);
    case 'opaque':
      return b.kind === 'opaque' && a.isChosen === b.isChosen && a.key?.node === b.key?.node;
  }
};

/** What either may be. Many constants become anything. */
export const join = (...values: readonly Value[]): Value => {
  const [first = []] = values;
  if (values.every((value) => value === first || value.length === 0)) return first;
  const atoms: Atom[] = [];
  for (const value of values) for (const atom of value) if (!atoms.some((one) => sameAtom(one, atom))) atoms.push(atom);
  const few = merged(atoms);
  if (few.filter((atom) => atom.kind === 'constant').length <= MOST_CONSTANTS) return few;
  return [...few.filter((atom) => atom.kind !== 'constant' && atom.kind !== 'opaque'), OPAQUE];
};

/** Whether the user's values decide what it is. */
export const isChosen = (value: Value): boolean =>
  value.some((atom) => atom.kind === 'values' || (atom.kind === 'opaque' && atom.isChosen === true));

/** What a function makes of texts, if no more is known of it; of constants alone, the same each time, but not known here. */
export const made = (args: readonly Value[]): Value =>
  args.some(isChosen) || args.every((arg) => arg.every(({ kind }) => kind === 'constant')) ? chosen : opaque;

/** How deep maps and lists are compared by what they hold; deeper ones are equal if they are the same. */
const COMPARED_DEPTH = 4;

/** Whether no template could tell the values apart; maps by what they hold. */
export const isSameValue = (a: Value, b: Value, depth = 0): boolean =>
  a === b || (a.length === b.length && a.every((atom, i) => isAlike(atom, b[i]!, depth)));

const isAlike = (a: Atom, b: Atom, depth: number): boolean => {
  if (a.kind === 'list') {
    if (b.kind !== 'list') return false;
    const { items, rest } = a.list;
    if (a.list === b.list) return true;
    return (
      depth < COMPARED_DEPTH &&
      items.length === b.list.items.length &&
      items.every((item, i) => isSameValue(item, b.list.items[i]!, depth + 1)) &&
      isSameValue(rest, b.list.rest, depth + 1)
    );
  }
  if (a.kind === 'yaml') return b.kind === 'yaml' && isSameValue(a.of, b.of, depth);
  if (a.kind !== 'dict') return sameAtom(a, b);
  if (b.kind !== 'dict') return false;
  return (
    a.dict.unnoted === b.dict.unnoted ||
    (depth < COMPARED_DEPTH && isSameState(a.dict.unnoted, b.dict.unnoted, depth + 1))
  );
};

/** Whether maps of these states hold the same. */
export const isSameState = (a: DictState, b: DictState, depth = 0): boolean =>
  a.fields.size === b.fields.size &&
  [...a.fields].every(([key, one]) => b.fields.has(key) && isSameValue(one, b.fields.get(key)!, depth)) &&
  isSameValue(a.rest, b.rest, depth) &&
  isSameValue(a.also, b.also, depth);

const isFalsy = (value: Scalar): boolean => value === null || value === '' || value === 0 || value === false;

/** Whether a template takes it for true; undefined where it may be either. */
export const truth = (value: Value): boolean | undefined => {
  let result: boolean | undefined;
  for (const atom of value) {
    let one: boolean | undefined;
    if (atom.kind === 'constant') one = !isFalsy(atom.value);
    else if (atom.kind === 'files') one = true;
    else if (atom.kind === 'dict') {
      const { fields, rest, also } = atom.dict.state;
      one = fields.size > 0 ? true : rest.length === 0 && also.length === 0 ? false : undefined;
    } else if (atom.kind === 'list') {
      one = atom.list.items.length > 0 ? true : atom.list.rest.length === 0 ? false : undefined;
    } else if (atom.kind === 'values') one = atom.node.depth === 0 ? true : undefined;
    if (one === undefined || (result !== undefined && result !== one)) return undefined;
    result = one;
  }
  return result ?? false;
};

/** Without what is surely false: what `default` and `or` go on with. */
export const truthy = (value: Value): Value => {
  const left = value.filter((atom) => truth([atom]) !== false);
  return left.length === value.length ? value : left;
};

/** The constants that it may be; undefined where it may be something else. */
export const constantsOf = (value: Value): readonly Scalar[] | undefined => {
  const constants: Scalar[] = [];
  for (const atom of value) {
    if (atom.kind !== 'constant') return undefined;
    constants.push(atom.value);
  }
  return constants.length === 0 ? [null] : constants;
};

/** The texts that it may be; undefined where it may be something else. */
export const textsOf = (value: Value): readonly string[] | undefined => {
  const constants = constantsOf(value);
  return constants?.every((one) => typeof one === 'string') === true ? (constants as readonly string[]) : undefined;
};
