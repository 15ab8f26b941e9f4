import type { YamlObject, YamlValue } from '../../yaml/decode-yaml.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import { mergeValues } from './merge-values.js';
import { setValue } from './set-value.js';
import { ComposeError, fromNode, type MapNode, toMap, type ValuesNode } from './values-node.js';

/** One entry of `spec.valuesFrom`, with what it reads. */
export interface ValuesSource {
  readonly kind: 'ConfigMap' | 'Secret';
  /** Always the release's own: a reference cannot name another. */
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
  /** Writes the text at one path, as `helm --set`. */
  readonly targetPath?: string;
  /** With `targetPath`: the text is not an expression but itself. */
  readonly literal?: boolean;
  /** Absent where the object, or the key in it, is not there. */
  readonly text?: string | undefined;
  readonly missing?: 'object' | 'key';
}

/** What a release's layers come to. */
export interface ComposedValues {
  readonly values: YamlObject;
  /** By layer: what it says by itself. The last layer is `spec.values`; one that is left out is undefined. */
  readonly layers: readonly (YamlObject | undefined)[];
  /** The layer of the value at a path; undefined where there is none. */
  layerAt(path: readonly (string | number)[]): number | undefined;
}

/** helm-controller's own words: the release is not ready, with the reason ValuesError. */
export interface ComposeFailure {
  readonly error: string;
}

/**
 * Composes the values of a release as helm-controller does (fluxcd/pkg chartutil, ChartValuesFromReferences): each
 * source over those before it, `spec.values` over all; a `targetPath` is written over the inline values and then,
 * mostly, overwritten by them.
 */
export const composeValues = (
  sources: readonly ValuesSource[],
  inline: Readonly<Record<string, unknown>>,
): ComposedValues | ComposeFailure => {
  const layers: (YamlObject | undefined)[] = [];
  const last = sources.length;
  try {
    const own = toMap(inline as YamlObject, last);
    let result: MapNode = { kind: 'map', entries: new Map(), layer: last };
    for (const [index, source] of sources.entries()) {
      if (source.text === undefined) {
        if (source.optional !== true) return { error: unresolved(source, missingText(source)) };
        layers.push(undefined);
        continue;
      }
      if (source.targetPath === undefined) {
        const values = readValues(source, source.text);
        layers.push(values);
        result = mergeValues(result, toMap(values, index));
        continue;
      }
      result = mergeValues(result, own);
      const alone: MapNode = { kind: 'map', entries: new Map(), layer: index };
      const [line, asString] = setLine(source, source.targetPath, source.text);
      within(source, () => setValue(result, line, index, asString));
      // By itself it may not fit: an index into a list, say, of another layer.
      setValue(alone, line, index, asString);
      layers.push(fromNode(alone) as YamlObject);
    }
    const composed = mergeValues(result, own);
    return {
      values: fromNode(composed) as YamlObject,
      layers: [...layers, inline as YamlObject],
      layerAt: (path) => nodeAt(composed, path)?.layer,
    };
  } catch (error) {
    if (error instanceof ComposeError) return { error: error.message };
    throw error;
  }
};

const nodeAt = (root: ValuesNode, path: readonly (string | number)[]): ValuesNode | undefined => {
  let at: ValuesNode | undefined = root;
  for (const key of path) {
    if (at?.kind === 'map') at = at.entries.get(String(key));
    else if (at?.kind === 'list') at = at.items[Number(key)];
    else return undefined;
  }
  return at;
};

const unresolved = ({ kind, namespace, name, key, optional }: ValuesSource, reason: string): string =>
  `could not resolve${optional === true ? ' optional' : ''} ${kind} chart values reference '${namespace}/${name}' with key '${key}': ${reason}`;

const missingText = ({ kind, name, missing }: ValuesSource): string =>
  missing === 'key' ? 'key not found' : `${kind === 'ConfigMap' ? 'configmaps' : 'secrets'} "${name}" not found`;

const within = (source: ValuesSource, run: () => void): void => {
  try {
    run();
  } catch (error) {
    if (error instanceof ComposeError) throw new ComposeError(unresolved(source, error.message));
    throw error;
  }
};

const readValues = (source: ValuesSource, text: string): YamlObject => {
  let value: YamlValue;
  try {
    value = parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new ComposeError(unresolved(source, error.message));
    throw error;
  }
  if (value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw new ComposeError(
    unresolved(
      source,
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type common.Values`,
    ),
  );
};

/** The line for `helm --set`, and whether its value stays text. Quotes around all of the text say so too. */
const setLine = ({ literal }: ValuesSource, path: string, text: string): readonly [string, boolean] => {
  if (literal === true) return [`${path}=${text.replace(/[\\,[\]{}]/g, '\\$&')}`, true];
  const isQuoted = (quote: string) => text.startsWith(quote) && text.endsWith(quote);
  if (isQuoted("'") || isQuoted('"')) return [`${path}=${text.replace(/^['"]+|['"]+$/g, '')}`, true];
  return [`${path}=${text}`, false];
};
