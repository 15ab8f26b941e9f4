import { isObject } from '../../json/is-object.js';
import type { Json, JsonMap } from '../../json/json-value.js';
import { Use, ValuesNode } from './abstract-value.js';
import type { Guard } from './guard.js';

/** What the uses of a path are called in a file of reads. */
const NAMES = Object.entries(Use);

const printGuard = ({ text, isPresence, isSure }: Guard): JsonMap => ({
  ...(text === undefined ? {} : { text }),
  isPresence,
  isSure,
});

const printNode = (node: ValuesNode): JsonMap => {
  // One that depends on other values refuses nothing where the value is also read.
  const guards = node.guards.filter(({ isSure }) => isSure || !node.isRead);
  const keys = [...node.children].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, child]) => [key, printNode(child)]);
  return {
    ...(node.uses === 0 ? {} : { uses: NAMES.flatMap(([name, bit]) => ((node.uses & bit) !== 0 ? name : [])) }),
    ...(keys.length === 0 ? {} : { keys: Object.fromEntries(keys) as JsonMap }),
    ...(node.each === undefined ? {} : { each: printNode(node.each) }),
    ...(node.isRoot && node.depth > 0 ? { isChart: true } : {}),
    ...(node.isBareText ? { isBareText: true } : {}),
    ...(guards.length === 0 ? {} : { guards: guards.map(printGuard), isRead: node.isRead }),
  };
};

/** What a chart's templates read, as data: for a chart that is kept without its templates. */
export const printReads = (root: ValuesNode): Json => printNode(root);

const readNode = (json: Json | undefined, node: ValuesNode): void => {
  if (json === undefined || !isObject(json)) return;
  const { uses, keys, each, isChart, guards, isRead } = json;
  if (Array.isArray(uses)) for (const [name, bit] of NAMES) if (uses.includes(name)) node.uses |= bit;
  if (isChart === true) node.isRoot = true;
  node.isBareText = json.isBareText === true;
  if (Array.isArray(guards)) node.guards.push(...(guards as unknown as Guard[]));
  if (isRead === true) node.isRead = true;
  if (isObject(keys)) for (const [key, below] of Object.entries(keys)) readNode(below as Json, node.child(key));
  if (each !== undefined) readNode(each, node.entries());
};

/**
 * What {@link printReads} made of a chart.
 *
 * @param defaults as {@link learnReads} takes them
 */
export const readReads = (json: Json, defaults: Json): ValuesNode => {
  const root = new ValuesNode([defaults]);
  root.isRoot = true;
  readNode(json, root);
  return root;
};
