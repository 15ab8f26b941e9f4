import { type ComposedValues, composeValues, type ValuesSource } from '../charts/values/index.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { inlineValues, valuesSources } from '../preview/compose-release.js';
import type { GivenConfigMap } from '../preview/given-config-maps.js';
import type { AppliedObject } from './applied-state.js';
import type { Redactor } from './redact.js';

/** The values that Helm gets for a release. What a Secret gives is redacted; a layer that isn't known is left out. */
export const composeApplied = (
  release: JsonObject,
  inCluster: ReadonlyMap<string, GivenConfigMap>,
  redactor: Redactor,
): Pick<AppliedObject, 'values' | 'unknownLayers' | 'error'> => {
  const sources = valuesSources(release, inCluster);
  const missing = sources.filter(({ text }) => text === undefined);
  const composed = composeValues(
    sources.map((source) => (source.text === undefined ? { ...source, optional: true } : source)),
    inlineValues(release),
  );
  const unknownLayers = missing.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  const unknown = unknownLayers.length === 0 ? {} : { unknownLayers };
  if ('error' in composed) {
    // The words of a parser may quote what it reads.
    const hasSecret = sources.some(({ kind, text }) => kind === 'Secret' && text !== undefined);
    return {
      ...unknown,
      error: hasSecret ? 'its values cannot be composed, and a Secret is among them' : composed.error,
    };
  }
  return { values: redactComposed(composed, sources, redactor), ...unknown };
};

/** Composed values with marks in the place of what a Secret gives. */
export const redactComposed = (
  { values, layerAt }: ComposedValues,
  sources: readonly ValuesSource[],
  redactor: Redactor,
): JsonObject => {
  const isSecret = (path: readonly (string | number)[]): boolean => {
    const layer = layerAt(path);
    return layer !== undefined && sources[layer]?.kind === 'Secret';
  };
  const redact = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => redact(item, [...path, index]));
    if (isObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redact(member, [...path, key])]));
    }
    return isSecret(path) ? redactor.value(value) : value;
  };
  return redact(values, []) as JsonObject;
};
