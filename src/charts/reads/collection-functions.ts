import { Use, type ValuesNode } from './abstract-value.js';
import type { Heap } from './heap.js';
import type { TemplateFunction } from './machine.js';
import { entries, field, mark, markAnyKey, overlay, passOn } from './marks.js';
import {
  type Atom,
  constant,
  constantsOf,
  type Dict,
  join,
  type List,
  missing,
  ofList,
  opaque,
  textsOf,
  type Value,
} from './value.js';

/** What is at a key of a value; at any, where it isn't known. */
const at = (value: Value, key: Value): Value => {
  const keys = constantsOf(key);
  if (keys === undefined) {
    markAnyKey(value, key);
    return join(entries(value), missing);
  }
  return join(
    ...keys.map((one) => {
      if (typeof one === 'string') return field(value, one);
      const found: Value[] = [];
      for (const atom of value) {
        if (atom.kind === 'list' && typeof one === 'number') found.push(atom.list.items[one] ?? atom.list.rest);
        else if (atom.kind === 'values') {
          mark([atom], Use.ranged);
          found.push(entries([atom]));
        } else if (atom.kind === 'opaque') found.push([atom]);
      }
      return found.length === 0 ? missing : join(...found);
    }),
  );
};

const index: TemplateFunction = ([value = [], ...keys]) => keys.reduce(at, value);

const dict: TemplateFunction = (args, { heap }) => {
  const fields = new Map<string, Value>();
  const rest: Value[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const keys = textsOf(args[i]!);
    const value = args[i + 1] ?? constant('');
    if (keys === undefined) rest.push(value);
    else for (const key of keys) fields.set(key, keys.length === 1 ? value : join(fields.get(key) ?? missing, value));
  }
  return heap.dict(fields, join(...rest));
};

/** What becomes of a map that is changed depends on what is there. */
const noteKeys = (dict: Dict, keys: readonly string[] | undefined): void => {
  if (keys === undefined) dict.noteAll();
  else for (const key of keys) dict.note(key);
};

const set: TemplateFunction = ([target = [], key = [], value = []], { heap, overlaid }) => {
  const keys = textsOf(key);
  for (const atom of target) {
    if (atom.kind === 'values') {
      const changes = (keys ?? [undefined]).map((one) => overlay(atom.node, one, value));
      if (changes.includes(true)) overlaid();
    } else if (atom.kind === 'dict') {
      noteKeys(atom.dict, keys);
      const { fields, rest, also } = atom.dict.unnoted;
      if (keys === undefined) heap.write(atom.dict, { fields, rest: join(rest, value), also });
      else {
        const isSure = keys.length === 1 && target.length === 1;
        const changed = new Map(fields);
        for (const one of keys) changed.set(one, isSure ? value : join(fields.get(one) ?? missing, value));
        heap.write(atom.dict, { fields: changed, rest, also });
      }
    } else passOn(value);
  }
  return target;
};

const unset: TemplateFunction = ([target = [], key = []], { heap }) => {
  const keys = textsOf(key);
  for (const atom of target) {
    if (atom.kind !== 'dict' || keys === undefined) continue;
    noteKeys(atom.dict, keys);
    const { fields, rest, also } = atom.dict.unnoted;
    const changed = new Map(fields);
    for (const one of keys) {
      if (keys.length === 1 && target.length === 1) changed.delete(one);
      else if (changed.has(one)) changed.set(one, join(changed.get(one)!, missing));
    }
    heap.write(atom.dict, { fields: changed, rest, also });
  }
  return target;
};

/**
 * Whether a map has `source` only because one of its sections was merged into it before: `merge .Values .Values.pilot`
 * puts no `pilot.pilot` there, but a second look at `.Values.pilot` would find one.
 */
const isOwnMerge = (target: ValuesNode, source: ValuesNode): boolean =>
  [target, ...target.also].some(({ children }) =>
    [...children].some(([key, section]) => target.also.includes(section) && section.children.get(key) === source),
  );

/** `merge`: the first map gets what the others have, and all levels of it do. */
const merge: TemplateFunction = ([target = [], ...sources], { heap, overlaid }) => {
  const others = join(...sources).filter((atom) => !target.some((one) => isSame(one, atom)));
  for (const atom of target) {
    if (atom.kind === 'dict') {
      const { fields, rest, also } = atom.dict.state;
      const isEmptyDict = fields.size === 0 && rest.length === 0;
      const added = others.filter((one) => !(one.kind === 'dict' && one.dict === atom.dict));
      // The fields of a map that no one else has become its own.
      const [only] = added;
      if (isEmptyDict && added.length === 1 && only?.kind === 'dict') {
        heap.write(atom.dict, { ...only.dict.state, also: join(also, only.dict.state.also) });
      } else heap.write(atom.dict, { fields, rest, also: join(also, added) });
    } else if (atom.kind === 'values') {
      for (const other of others) {
        if (other.kind === 'values') {
          if (atom.node.also.includes(other.node) || other.node === atom.node || atom.node.also.length >= 8) continue;
          if (isOwnMerge(atom.node, other.node)) continue;
          atom.node.also.push(other.node);
          overlaid();
        } else if (other.kind === 'dict') {
          const { fields, rest } = other.dict.state;
          for (const [key, value] of fields) if (overlay(atom.node, key, value)) overlaid();
          if (rest.length > 0 && overlay(atom.node, undefined, rest)) overlaid();
        }
      }
    }
  }
  const isKnown = target.some((atom) => atom.kind === 'dict' || atom.kind === 'values');
  if (!isKnown) return join(target, others);
  // What goes into a map of which nothing is known, may be read of it later.
  if (target.some((atom) => atom.kind === 'opaque')) passOn(others);
  return join(
    target,
    others.filter((atom) => atom.kind === 'opaque'),
  );
};

const isSame = (a: Atom, b: Atom): boolean =>
  (a.kind === 'values' && b.kind === 'values' && a.node === b.node) ||
  (a.kind === 'dict' && b.kind === 'dict' && a.dict === b.dict);

/** A copy that `set` may change; a path of the values becomes a map that has all of it. */
export const copy = (value: Value, heap: Heap, copied: Map<Dict, Value> = new Map()): Value =>
  value.flatMap((atom): Value => {
    if (atom.kind === 'values') return heap.dict(new Map(), [], [atom]);
    if (atom.kind === 'list') {
      const { items, rest } = atom.list;
      return ofList(
        items.map((item) => copy(item, heap, copied)),
        copy(rest, heap, copied),
      );
    }
    if (atom.kind !== 'dict') return [atom];
    const there = copied.get(atom.dict);
    if (there !== undefined) return there;
    const fresh = heap.dict(new Map());
    copied.set(atom.dict, fresh);
    const { fields, rest, also } = atom.dict.state;
    const [made] = fresh;
    if (made?.kind === 'dict') {
      made.dict.state = {
        fields: new Map([...fields].map(([key, one]) => [key, copy(one, heap, copied)])),
        rest: copy(rest, heap, copied),
        also,
      };
    }
    return fresh;
  });

const hasKey: TemplateFunction = ([value = [], key = []]) => {
  const keys = textsOf(key);
  const [only] = value;
  if (keys?.length === 1 && value.length === 1 && only?.kind === 'dict') {
    only.dict.note(keys[0]!);
    const { fields, rest, also } = only.dict.unnoted;
    if (fields.has(keys[0]!) && !fields.get(keys[0]!)!.some((atom) => atom.kind === 'constant' && atom.value === null))
      return constant(true);
    if (!fields.has(keys[0]!) && rest.length === 0 && also.length === 0) return constant(false);
  }
  mark(at(value, key), Use.sought);
  return opaque;
};

const dig: TemplateFunction = (args) => {
  const value = args.at(-1) ?? [];
  const fallback = args.at(-2) ?? missing;
  let found = value;
  for (const key of args.slice(0, -2)) found = at(found, key);
  mark(found, Use.tested);
  const [only] = found;
  // A path is there or not; of what templates make, what is missing is known.
  return found.length === 1 && only?.kind === 'constant' && only.value === null
    ? fallback
    : join(
        found.filter((atom) => atom.kind !== 'constant' || atom.value !== null),
        fallback,
      );
};

const pick: TemplateFunction = ([value = [], ...keys], { heap }) => {
  const fields = new Map<string, Value>();
  const rest: Value[] = [];
  for (const key of keys) {
    const names = textsOf(key);
    if (names === undefined) rest.push(at(value, key));
    else for (const name of names) fields.set(name, field(value, name));
  }
  return heap.dict(fields, join(...rest));
};

const omit: TemplateFunction = ([value = [], ...keys], { heap }) => {
  const names = keys.map(textsOf);
  return value.flatMap((atom): Value => {
    if (atom.kind !== 'dict') return [atom];
    const { fields, rest, also } = atom.dict.state;
    const left = new Map(fields);
    for (const name of names) if (name?.length === 1) left.delete(name[0]!);
    return heap.dict(left, rest, also);
  });
};

const keysOf: TemplateFunction = (args) => {
  const lists = args.map((value): List => {
    const [only] = value;
    if (value.length === 1 && only?.kind === 'dict' && only.dict.state.also.length === 0) {
      const names = [...only.dict.state.fields.keys()].map(constant);
      return { items: names, rest: only.dict.state.rest.length > 0 ? opaque : [] };
    }
    mark(value, Use.ranged);
    return { items: [], rest: opaque };
  });
  return ofList(
    lists.flatMap(({ items }) => items),
    join(...lists.map(({ rest }) => rest)),
  );
};

const split: TemplateFunction = ([by = [], text = []], { heap }) => {
  const separators = textsOf(by);
  const parts = textsOf(text);
  if (separators?.length === 1 && parts?.length === 1) {
    const pieces = parts[0]!.split(separators[0]!);
    return heap.dict(new Map(pieces.map((piece, i) => [`_${i}`, constant(piece)])));
  }
  mark(text, Use.text);
  return opaque;
};

const pluck: TemplateFunction = ([key = [], ...maps]) => ofList([], join(...maps.map((map) => at(map, key))));

const values: TemplateFunction = ([map = []]) => {
  mark(map, Use.ranged);
  return ofList([], entries(map));
};

const deep: TemplateFunction = ([value = []], { heap }) => copy(value, heap);

export const collectionFunctions: Readonly<Record<string, TemplateFunction>> = {
  deepCopy: deep,
  dict,
  dig,
  get: ([map = [], key = []]) => at(map, key),
  hasKey,
  index,
  keys: keysOf,
  merge,
  mergeOverwrite: merge,
  mustDeepCopy: deep,
  mustMerge: merge,
  mustMergeOverwrite: merge,
  omit,
  pick,
  pluck,
  set,
  split,
  splitn: ([, by = [], text = []], machine) => split([by, text], machine),
  unset,
  values,
};
