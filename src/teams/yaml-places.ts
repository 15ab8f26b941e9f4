import type { JsonPath } from '../json/json-path.js';
import { resolveNode } from '../yaml/resolve-scalar.js';
import { isMergeKey, type MappingNode, type ScalarNode, type YamlNode } from '../yaml/yaml-node.js';

/** From 1; the column counts characters. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const placeOfNode = (node: YamlNode): TextPlace | undefined =>
  node.start === undefined ? undefined : { line: node.start.line + 1, column: node.start.column + 1 };

const targetOf = (node: YamlNode): Exclude<YamlNode, { kind: 'alias' }> => (node.kind === 'alias' ? node.target : node);

/** The last of equal keys, which counts; or that of a mapping that is merged in. */
const memberOf = (
  node: MappingNode,
  name: string,
): { readonly key: YamlNode; readonly value: YamlNode } | undefined => {
  for (let index = node.children.length - 2; index >= 0; index -= 2) {
    const key = node.children[index]!;
    if (key.kind === 'scalar' && key.value === name) return { key, value: node.children[index + 1]! };
  }
  for (let index = 0; index < node.children.length; index += 2) {
    if (!isMergeKey(node.children[index]!)) continue;
    const merged = targetOf(node.children[index + 1]!);
    for (const one of merged.kind === 'sequence' ? merged.children.map(targetOf) : [merged]) {
      const found = one.kind === 'mapping' ? memberOf(one, name) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
};

/** Where a path begins in a document: its key or item; of what isn't there, the innermost part that is. */
export const placeAt = (document: YamlNode, path: JsonPath): TextPlace | undefined => {
  let node = targetOf(document);
  let place = placeOfNode(document);
  for (const [index, step] of path.entries()) {
    if (node.kind === 'sequence') {
      const item = node.children[Number(step)];
      if (item === undefined) break;
      place = placeOfNode(item) ?? place;
      node = targetOf(item);
    } else if (node.kind === 'mapping') {
      // A key such as `requests.cpu` has dots of its own.
      const whole = path.slice(index).join('.');
      const found = memberOf(node, whole) ?? memberOf(node, String(step));
      if (found === undefined) break;
      place = placeOfNode(found.key) ?? place;
      node = targetOf(found.value);
    } else break;
  }
  return place;
};

/** A key that a mapping has twice. */
export interface SecondKey {
  readonly key: ScalarNode;
  readonly first: TextPlace | undefined;
  /** The keys and indexes that lead to the mapping. */
  readonly path: JsonPath;
}

/** All keys that a document has twice in one mapping, in the order of the text. */
export const secondKeys = (document: YamlNode): readonly SecondKey[] => {
  const found: SecondKey[] = [];
  const walk = (node: YamlNode, path: JsonPath): void => {
    if (node.kind === 'sequence') {
      for (const [index, item] of node.children.entries()) walk(item, [...path, index]);
      return;
    }
    if (node.kind !== 'mapping') return;
    const seen = new Map<string, ScalarNode>();
    for (let index = 0; index < node.children.length; index += 2) {
      const key = node.children[index]!;
      if (key.kind !== 'scalar') continue;
      const first = seen.get(key.value);
      if (first !== undefined && !isMergeKey(key)) found.push({ key, first: placeOfNode(first), path });
      seen.set(key.value, key);
      walk(node.children[index + 1]!, [...path, key.value]);
    }
  };
  walk(document, []);
  return found;
};

/** A document with the first of equal keys alone. */
export const withoutSecondKeys = <N extends YamlNode>(node: N): N => {
  if (node.kind === 'sequence') return { ...node, children: node.children.map(withoutSecondKeys) };
  if (node.kind !== 'mapping') return node;
  const seen = new Set<string>();
  const children: YamlNode[] = [];
  for (let index = 0; index < node.children.length; index += 2) {
    const key = node.children[index]!;
    if (key.kind === 'scalar' && !isMergeKey(key) && seen.has(key.value)) continue;
    if (key.kind === 'scalar') seen.add(key.value);
    children.push(key, withoutSecondKeys(node.children[index + 1]!));
  }
  return { ...node, children };
};

/** A key without quotes that YAML takes for something else than a text: `no`, `null`. */
export interface OtherKey {
  readonly key: ScalarNode;
  readonly meaning: string;
}

/** All such keys of a document, but for numbers, which make the same text. */
export const otherKeys = (node: YamlNode): readonly OtherKey[] => {
  if (node.kind === 'sequence') return node.children.flatMap(otherKeys);
  if (node.kind !== 'mapping') return [];
  return node.children.flatMap((child, index) => {
    if (index % 2 === 1) return otherKeys(child);
    if (child.kind !== 'scalar' || isMergeKey(child)) return [];
    const { kind } = resolveNode(child);
    return kind === 'bool' || kind === 'null' ? [{ key: child, meaning: kind === 'bool' ? 'a boolean' : 'null' }] : [];
  });
};
