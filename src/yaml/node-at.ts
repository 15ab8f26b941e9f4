import { type JsonPath, parseTypedPath } from '../json/json-path.js';
import type { YamlNode } from './yaml-node.js';

/** A value of a map or list, and the node that stands where it begins: the key, or the item. */
export const childOf = (
  node: YamlNode,
  step: string | number,
): { readonly at: YamlNode; readonly value: YamlNode } | undefined => {
  if (node.kind === 'sequence') {
    const item = node.children[Number(step)];
    return item === undefined ? undefined : { at: item, value: item };
  }
  if (node.kind !== 'mapping') return undefined;
  const { children } = node;
  const index = children.findIndex((key, at) => at % 2 === 0 && key.kind === 'scalar' && key.value === String(step));
  return index < 0 ? undefined : { at: children[index]!, value: children[index + 1]! };
};

/** The value at a path, as it is written. */
export const nodeAt = (document: YamlNode | undefined, path: JsonPath): YamlNode | undefined => {
  let node = document;
  for (const step of path) node = node === undefined ? undefined : childOf(node, step)?.value;
  return node;
};

/** The line, from 1, of the innermost part of a path that is there: of a field that is missing, the object around it. */
export const lineOf = (document: YamlNode, path: string): number | undefined => {
  let node = document;
  let line = document.start?.line;
  for (const step of parseTypedPath(path) ?? []) {
    const found: { readonly at: YamlNode; readonly value: YamlNode } | undefined = childOf(node, step);
    if (found === undefined) break;
    line = found.at.start?.line ?? line;
    node = found.value;
  }
  return line === undefined ? undefined : line + 1;
};
