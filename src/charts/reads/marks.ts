import { isObject } from '../../json/is-object.js';
import { isJsonArray } from '../../json/json-value.js';
import { Use, type ValuesNode } from './abstract-value.js';
import type { Guard } from './guard.js';
import { fieldOf } from './heap.js';
import { type Atom, type Dict, isSameValue, join, type List, missing, ofNode, opaque, type Value } from './value.js';

const isContainer = (node: ValuesNode): boolean => node.defaults.some((one) => isObject(one) || isJsonArray(one));

/** Notes a use of the paths that a value may be. */
export const mark = (value: Value, use: number): void => {
  const isBare = value.length === 1 && (use & Use.text) !== 0;
  for (const atom of value) {
    if (atom.kind === 'values') {
      if (isBare && atom.node.askedBranches === 0) atom.node.isBareText = true;
      markNode(atom.node, use);
    } else if (atom.kind === 'yaml') passOn(atom.of);
    else if (atom.kind === 'asked') noteKind(atom);
    else if (atom.kind === 'opaque') markKey(atom, use);
    else if ((atom.kind === 'dict' || atom.kind === 'list') && use & (Use.printed | Use.text)) passOn([atom]);
    else if (atom.kind === 'dict') mark(atom.dict.unnoted.also, use);
  }
};

const markNode = (node: ValuesNode, use: number): void => {
  // A map that is printed as it is, is printed whole.
  node.uses |= use & Use.printed && isContainer(node) && node.textBranches === 0 ? use | Use.whole : use;
};

/** The key of a list's item is a number, with which a function of texts fails. */
const markKey = ({ key }: Extract<Atom, { kind: 'opaque' }>, use: number): void => {
  if (key !== undefined && (use & Use.text) !== 0 && key.isSure()) key.node.uses |= Use.keyText;
};

/** A kind that is more than compared: templates have an answer to any. */
const noteKind = ({ of, answer }: Extract<Atom, { kind: 'asked' }>): void => {
  if (answer === 'kind') mark(of, Use.typed);
};

/** Notes that a value is passed on with all that is in it. */
export const passOn = (value: Value, use: number = Use.whole, seen: Set<Dict | List> = new Set()): void => {
  for (const atom of value) {
    switch (atom.kind) {
      case 'values':
        atom.node.uses |= use;
        for (const overlay of atom.node.overlays.values()) passOnOnce(overlay, use, seen);
        passOnOnce(atom.node.overlaid, use, seen);
        for (const other of atom.node.also) other.uses |= use;
        break;
      case 'yaml':
        passOn(atom.of, use, seen);
        break;
      case 'asked':
        noteKind(atom);
        break;
      case 'dict': {
        if (seen.has(atom.dict)) break;
        seen.add(atom.dict);
        const { fields, rest, also } = atom.dict.state;
        for (const field of fields.values()) passOn(field, use, seen);
        passOn(rest, use, seen);
        passOn(also, use, seen);
        break;
      }
      case 'list':
        if (seen.has(atom.list)) break;
        seen.add(atom.list);
        for (const item of atom.list.items) passOn(item, use, seen);
        passOn(atom.list.rest, use, seen);
        break;
      default:
    }
  }
};

/** Notes that what one dot has and another hasn't is passed on: a template calls itself with it. */
export const passOnNew = (dot: Value, known: Value): void => {
  const [one, other] = [dot[0], known[0]];
  if (dot.length !== 1 || known.length !== 1 || one?.kind !== 'dict' || other?.kind !== 'dict') {
    passOn(dot);
    return;
  }
  const { fields, rest, also } = one.dict.state;
  for (const [key, value] of fields) {
    const there = other.dict.unnoted.fields.get(key);
    if (there === undefined || !isSameValue(value, there)) passOn(value);
  }
  passOn(rest);
  passOn(also);
};

/** What was set over a path may hold the path itself. */
const passOnOnce = (value: Value, use: number, seen: Set<Dict | List>): void => {
  for (const atom of value) {
    if (atom.kind === 'values') atom.node.uses |= use;
    else passOn([atom], use, seen);
  }
};

/** A path and all that was merged into it, which may have the path merged into itself in turn. */
const withMerged = (node: ValuesNode): readonly ValuesNode[] => {
  if (node.also.length === 0) return [node];
  const all = new Set([node]);
  // A set's loop sees what is added on the way.
  for (const one of all) for (const other of one.also) all.add(other);
  return [...all];
};

const childOf = (node: ValuesNode, key: string, guard: Guard | undefined): Value => {
  const merged = withMerged(node);
  const values = merged.flatMap((one) => {
    const child = one.child(key);
    const overlaid = join(one.overlays.get(key) ?? [], one.overlaid);
    const isAlone = merged.length === 1 && overlaid.length === 0 && child.isFixed;
    child.read(guard && { ...guard, isSure: guard.isSure && isAlone });
    return [ofNode(child), overlaid] as const;
  });
  return join(...values);
};

const entriesOf = (node: ValuesNode): Value =>
  join(...withMerged(node).flatMap((one) => [ofNode(one.entries()), ...one.overlays.values(), one.overlaid]));

const isMissing = (atom: Atom): boolean => atom.kind === 'constant' && atom.value === null;

/**
 * `.key` of a value; missing where nothing has it.
 *
 * @param guard of a read that does nothing but let a template fail
 */
export const field = (value: Value, key: string, guard?: Guard): Value => {
  const found: Value[] = [];
  const one = guard && { ...guard, isSure: guard.isSure && value.length === 1 };
  for (const atom of value) {
    if (atom.kind === 'values') found.push(childOf(atom.node, key, one));
    else if (atom.kind === 'opaque') found.push([atom]);
    else if (atom.kind === 'dict') {
      found.push(fieldOf(atom.dict, key));
      const { fields, also } = atom.dict.unnoted;
      const merged = also.length > 0 ? field(also, key, one) : [];
      // What isn't in a map takes nothing away from the one into which that is merged.
      found.push(fields.has(key) ? merged.filter((other) => !isMissing(other)) : merged);
    } else if (atom.kind === 'constant') found.push(missing);
  }
  const all = join(...found);
  return all.length === 0 ? missing : all;
};

/** Any item of a list. Among texts of the template's own, one that the user chooses is of their kind. */
const itemOf = ({ items, rest }: List): Value => {
  const item = join(...items, rest);
  if (!item.some(({ kind }) => kind === 'constant')) return item;
  return item.map((atom) => (atom.kind === 'opaque' ? opaque[0]! : atom));
};

/** Any entry of a map or list. */
export const entries = (value: Value): Value => {
  const found: Value[] = [];
  for (const atom of value) {
    if (atom.kind === 'values') found.push(entriesOf(atom.node));
    else if (atom.kind === 'opaque') found.push([atom]);
    else if (atom.kind === 'list') found.push(itemOf(atom.list));
    else if (atom.kind === 'dict') {
      const { fields, rest, also } = atom.dict.state;
      found.push(...fields.values(), rest, entries(also));
    }
  }
  return join(...found);
};

/** Notes that a key that isn't known is looked up in a value. */
export const markAnyKey = (value: Value, key: Value): void => {
  const choosers = key.flatMap((atom) => (atom.kind === 'values' ? [atom.node] : []));
  const use = Use.anyKey | (key.some((atom) => atom.kind === 'opaque' && atom.isChosen) ? Use.chosenKey : 0);
  for (const atom of value) {
    if (atom.kind === 'values') {
      for (const node of [atom.node, ...atom.node.also]) {
        node.uses |= use;
        for (const chooser of choosers) node.choosers.add(chooser);
      }
    } else if (atom.kind === 'dict') markAnyKey(atom.dict.unnoted.also, key);
  }
};

/** Whether all that a path's defaults and reads have are maps. */
const hasOnlySections = (node: ValuesNode): boolean => {
  const entries = node.defaults.flatMap((one) => (isObject(one) ? Object.values(one) : []));
  return entries.every(isObject) && [...node.children.values()].every(({ children }) => children.size > 0);
};

/** Whether a value names keys that a user may add to a map: not if it only tells between sections of the chart's own. */
const namesAny = (chooser: ValuesNode, map: ValuesNode): boolean => {
  if (hasOnlySections(map)) return true;
  // Templates know the few texts that they compare; and a value inside of the map tells how the rest of it is used.
  if ((chooser.uses & Use.text) !== 0) return false;
  return map.isRoot || ![...map.children.values()].includes(chooser);
};

/** Notes which maps are open for keys that a value names. */
export const markChosenKeys = (node: ValuesNode): void => {
  if ([...node.choosers].some((chooser) => namesAny(chooser, node))) node.uses |= Use.chosenKey;
  for (const child of node.children.values()) markChosenKeys(child);
  if (node.each !== undefined) markChosenKeys(node.each);
};

/** Puts a value under a key of a path, as `set` does; returns whether that is news. */
export const overlay = (node: ValuesNode, key: string | undefined, value: Value): boolean => {
  const others = value.filter(
    (atom) => !(atom.kind === 'values' && key !== undefined && atom.node === node.child(key)),
  );
  const before = key === undefined ? node.overlaid : (node.overlays.get(key) ?? []);
  const after = before.length >= MOST_OVERLAID ? before : join(before, others);
  if (after.length === before.length || isSameValue(after, before)) return false;
  if (key === undefined) node.overlaid = after;
  else node.overlays.set(key, after);
  return true;
};

/** `set .Values "x" (merge .Values.x …)` in a loop would go on without end. */
const MOST_OVERLAID = 12;
