import type { YamlValue } from '../../yaml/decode-yaml.js';

/** Which layer a value came from: an index into the layers, in their order. */
export type LayerIndex = number;

/** A value that knows its layer. Maps are shared between trees as Go shares them, so a write shows in all. */
export type ValuesNode = MapNode | ListNode | LeafNode;

export interface MapNode {
  readonly kind: 'map';
  readonly entries: Map<string, ValuesNode>;
  readonly layer: LayerIndex;
}
export interface ListNode {
  readonly kind: 'list';
  readonly items: (ValuesNode | undefined)[];
  readonly layer: LayerIndex;
}
export interface LeafNode {
  readonly kind: 'leaf';
  readonly value: null | boolean | number | bigint | string;
  readonly layer: LayerIndex;
}

/** Thrown where helm-controller would not go on. */
export class ComposeError extends Error {}

// No chart nests its values as deep; a document that does would exhaust the stack.
const MAX_DEPTH = 500;

/** @throws ComposeError where the value is nested too deep */
const toNode = (value: YamlValue, layer: LayerIndex, depth = 0): ValuesNode => {
  if (depth > MAX_DEPTH) throw new ComposeError(`values are nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value !== 'object' || value === null) return { kind: 'leaf', value, layer };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((one) => toNode(one, layer, depth + 1)), layer };
  return toMap(value, layer, depth);
};

/** @throws ComposeError where the value is nested too deep */
export const toMap = (value: Readonly<Record<string, YamlValue>>, layer: LayerIndex, depth = 0): MapNode => ({
  kind: 'map',
  entries: new Map(Object.entries(value).map(([key, one]) => [key, toNode(one, layer, depth + 1)])),
  layer,
});

/** Plain JSON again. `__proto__` stays a key like any other. */
export const fromNode = (node: ValuesNode | undefined): YamlValue => {
  if (node === undefined) return null;
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'list') return node.items.map(fromNode);
  return Object.fromEntries([...node.entries].map(([key, one]) => [key, fromNode(one)]));
};
