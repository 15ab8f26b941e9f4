import { composeValues, type ValuesSource } from '../../charts/values/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseYamlNodes } from '../../yaml/parse-yaml.js';
import { resolveNode } from '../../yaml/resolve-scalar.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { ScalarNode, YamlNode } from '../../yaml/yaml-node.js';

/** A number that Helm reads from a source of values. */
export interface ReadNumber {
  readonly path: JsonPath;
  /** As a float, which all numbers of values are. */
  readonly value: number;
  /** The number as it is written, where the float is another. */
  readonly written?: string;
}

/** The numbers in what the tree has of one source; none where a var or an error decides. */
export const numbersRead = (source: ValuesSource): readonly ReadNumber[] => {
  const { text, targetPath } = source;
  if (text === undefined || holdsExpression(text)) return [];
  if (targetPath !== undefined) {
    const composed = composeValues([source], {});
    return 'error' in composed ? [] : numbersIn(composed.layers[0], []);
  }
  try {
    const [document] = parseYamlNodes(text, 'sigs-yaml');
    return document === undefined ? [] : numbersWritten(document, []);
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};

const numbersIn = (value: unknown, path: JsonPath): readonly ReadNumber[] => {
  if (typeof value === 'number') return [{ path, value }];
  if (typeof value === 'bigint') return [{ path, value: Number(value), written: String(value) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => numbersIn(item, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => numbersIn(member, [...path, key])) : [];
};

const numbersWritten = (node: YamlNode, path: JsonPath): readonly ReadNumber[] => {
  if (node.kind === 'scalar') return numberOf(node, path);
  if (node.kind === 'sequence') return node.children.flatMap((child, index) => numbersWritten(child, [...path, index]));
  if (node.kind === 'alias') return [];
  return node.children.flatMap((key, index) => {
    const value = node.children[index + 1];
    return index % 2 === 1 || key.kind !== 'scalar' || value === undefined
      ? []
      : numbersWritten(value, [...path, key.value]);
  });
};

const numberOf = (node: ScalarNode, path: JsonPath): readonly ReadNumber[] => {
  const resolved = resolveNode(node);
  if (resolved.kind !== 'int' && resolved.kind !== 'uint' && resolved.kind !== 'float') return [];
  const value = Number(resolved.value);
  return [{ path, value, ...(isKept(node.value, value) ? {} : { written: node.value }) }];
};

/** Modes of files, such as `0644`, are meant to be octal. */
const MODE = /^0[0-7]{1,3}$/;

/** Whether a number has all the digits that are written. */
const isKept = (text: string, value: number): boolean => {
  if (MODE.test(text) || !/^[-+]?\d+$/.test(text)) return true;
  return !/^[-+]?0\d/.test(text) && (!Number.isInteger(value) || BigInt(text.replace('+', '')) === BigInt(value));
};
