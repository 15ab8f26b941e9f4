import { tryPrintTime } from './kustomize-time.js';
import { YamlError } from './yaml-error.js';
import { isMergeKey, type MappingNode, placeOf, type ScalarNode, type YamlNode } from './yaml-node.js';

/**
 * The two dialects of YAML in Flux. Which one counts depends on who reads the text:
 *
 * - `kyaml` is kustomize's own reader, over go-yaml v3: manifests, patches that merge, and what helm-controller's
 *   post-renderers get from a chart. `yes`, `y`, `on` and their opposites are texts, what looks like a time becomes
 *   one, a key that is there twice is refused, and a mapping's own keys win over merged ones.
 * - `sigs-yaml` is sigs.k8s.io/yaml, over go-yaml v2: kustomization files, JSON 6902 patches, values of Helm, templates
 *   of the Flux Operator, and every object once more after Flux's substitution. `yes`, `y` and `on` are booleans, also
 *   as keys, and the last of equal keys counts.
 *
 * All other scalars mean the same in both.
 */
export type YamlDialect = 'kyaml' | 'sigs-yaml';

/** What are booleans for sigs.k8s.io/yaml alone. */
const OLD_BOOLEAN = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;

const TAG_PREFIX = 'tag:yaml.org,2002:';

/** A value as kyaml reads it: a text in quotes where only the other dialect has a boolean or a text. @throws YamlError */
export const asKyamlValue = (node: YamlNode): YamlNode => {
  if (node.kind !== 'scalar') return node;
  return withTime(withoutOldBoolean(node));
};

const withoutOldBoolean = (node: ScalarNode): ScalarNode => {
  if (!OLD_BOOLEAN.test(node.value)) return node;
  if (node.tag === `${TAG_PREFIX}bool`) {
    const problem = `cannot decode !!str \`${node.value}\` as a !!bool`;
    throw new YamlError(`yaml: ${problem}`, { ...placeOf(node), problem });
  }
  return node.isPlain ? { ...node, isPlain: false } : node;
};

const withTime = (node: ScalarNode): ScalarNode => {
  if (node.tag === '' ? !node.isPlain : node.tag !== `${TAG_PREFIX}timestamp`) return node;
  const time = tryPrintTime(node.value);
  return time === undefined ? node : { ...node, value: time, tag: '', isPlain: false };
};

/** What becomes of a key that is there twice: kustomize refuses it in manifests, and takes the first one in patches. */
export type SecondKey = 'refused' | 'ignored';

/** Gives a mapping the keys that kyaml reads. @throws YamlError for a key that is refused */
export const settleKyamlKeys = ({ children }: MappingNode, secondKey: SecondKey): void => {
  const lines = new Map<string, number>();
  let merge = 0;
  for (let index = 0; index < children.length; index += 2) {
    const key = children[index]!;
    if (key.kind !== 'scalar') continue;
    if (lines.has(key.value)) {
      if (secondKey === 'refused') refuseSecondKey(key, lines.get(key.value)!);
      children.splice(index, 2);
      index -= 2;
      continue;
    }
    lines.set(key.value, (key.start?.line ?? 0) + 1);
    if (isMergeKey(key)) merge = index;
    children[index] = withoutOldBoolean(key);
  }
  // First, it is overwritten by all other keys.
  if (merge > 0) children.unshift(...children.splice(merge, 2));
};

const refuseSecondKey = (key: YamlNode & { readonly value: string }, first: number): never => {
  const problem = `Map keys must be unique: ${JSON.stringify(key.value)} is in line ${first} too`;
  throw new YamlError(`yaml: ${problem}`, { ...placeOf(key), problem });
};
