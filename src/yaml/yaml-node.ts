/** A document as written: what its scalars mean, and what its aliases come to, is not decided yet. */
export type YamlNode = ScalarNode | SequenceNode | MappingNode | AliasNode;

/** A place in a text, from 0; columns count characters. */
interface Place {
  readonly line: number;
  readonly column: number;
}

interface Placed {
  /** Where it begins; absent for a node that is not written, such as the value of `a:`. */
  readonly start: Place | undefined;
}

export interface ScalarNode extends Placed {
  readonly kind: 'scalar';
  readonly value: string;
  /** Resolved, such as `tag:yaml.org,2002:str`; empty if there is none. */
  readonly tag: string;
  /** True if it was written without quotes and without a tag that says otherwise. */
  readonly isPlain: boolean;
}

export interface SequenceNode extends Placed {
  readonly kind: 'sequence';
  readonly children: YamlNode[];
}

export interface MappingNode extends Placed {
  readonly kind: 'mapping';
  /** Keys and values in turns. */
  readonly children: YamlNode[];
}

export interface AliasNode extends Placed {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: Exclude<YamlNode, AliasNode>;
}

/** True for a `<<` that takes over the entries of other mappings: one without quotes, or with its own tag. */
export const isMergeKey = (key: YamlNode): boolean =>
  key.kind === 'scalar' && key.value === '<<' && (key.isPlain || key.tag === 'tag:yaml.org,2002:merge');

/** Where a node starts, from 1, as errors tell it. */
export const placeOf = (
  node: { readonly start?: Place | undefined } | undefined,
): { readonly line?: number; readonly column?: number } =>
  node?.start === undefined ? {} : { line: node.start.line + 1, column: node.start.column + 1 };
