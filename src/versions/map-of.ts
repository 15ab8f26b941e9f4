import type { ScalarNode, YamlNode } from '../yaml/yaml-node.js';

/** Reports that the file isn't a valid file of versions, at a node. */
export type Refuse = (
  node: { readonly start: { readonly line: number } | undefined } | undefined,
  message: string,
  fix: string,
) => void;

/** A key of a map, and what it has. */
export interface Member {
  readonly at: ScalarNode;
  readonly value: YamlNode;
}

/** The members of a map by their names; undefined for what isn't a map, which is reported. */
export const mapOf = (node: YamlNode, what: string, refuse: Refuse): ReadonlyMap<string, Member> | undefined => {
  const target = node.kind === 'alias' ? node.target : node;
  if (target.kind !== 'mapping') {
    refuse(node, `${what} isn't a map`, 'write a key and a colon on each line');
    return undefined;
  }
  const members = new Map<string, Member>();
  for (let index = 0; index < target.children.length; index += 2) {
    const at = target.children[index]!;
    const value = target.children[index + 1]!;
    if (at.kind !== 'scalar' || at.value === '<<') refuse(at, `${what} has a key that isn't text`, 'write a name');
    else members.set(at.value, { at, value });
  }
  return members;
};
