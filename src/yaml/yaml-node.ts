/** A document as written: what its scalars mean, and what its aliases come to, is not decided yet. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string;
  /** Resolved, such as `tag:yaml.org,2002:str`; empty if there is none. */
  readonly tag: string;
  /** True if it was written without quotes and without a tag that says otherwise. */
  readonly isPlain: boolean;
}

export interface SequenceNode {
  readonly kind: 'sequence';
  readonly children: YamlNode[];
}

export interface MappingNode {
  readonly kind: 'mapping';
  /** Keys and values in turns. */
  readonly children: YamlNode[];
}

export interface AliasNode {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: Exclude<YamlNode, AliasNode>;
}

/** True for a `<<` that takes over the entries of other mappings: one without quotes, or with its own tag. */
export function isMergeKey(key: YamlNode): boolean {
  return key.kind === 'scalar' && key.value === '<<' && (key.isPlain || key.tag === 'tag:yaml.org,2002:merge');
}
