import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { UNKNOWN } from './template-values.js';

/** A ResourceSetInputProvider of a namespace, by its name. */
export type FindProvider = (namespace: string, name: string) => JsonObject | undefined;

export interface SetInputs {
  /** One run of the templates for each; undefined: only the operator knows them. */
  readonly sets: readonly JsonObject[] | undefined;
  /** All that decides them. */
  readonly read: unknown;
  /** Whether providers bring them: without any input, nothing is made then. */
  readonly isProvided: boolean;
}

/** The inputs of a ResourceSet, each with what the operator adds to it. */
export const readInputs = (set: JsonObject, find: FindProvider): SetInputs => {
  const spec = isObject(set['spec']) ? set['spec'] : {};
  const { inputs, inputsFrom, inputStrategy } = spec;
  const namespace = textAt(set['metadata'], 'namespace');
  const own = (Array.isArray(inputs) ? inputs : []).filter(isObject).map((one) => withProvider(one, set));
  const references = (Array.isArray(inputsFrom) ? inputsFrom : []).filter(isObject);
  const names = [...new Set(references.map((one) => one['name']))].sort();
  const providers = names.map((name) => (typeof name === 'string' ? find(namespace, name) : undefined));
  const read = [inputs, inputsFrom, inputStrategy, providers.map((one) => one?.['spec'] ?? null)];
  const given = providers.map((one) => (one === undefined ? undefined : staticInputs(one)));
  const isKnown = given.every((one) => one !== undefined) && !isPermuted(inputStrategy);
  return {
    sets: isKnown ? [...own, ...given.filter((one) => one !== undefined)] : undefined,
    read,
    isProvided: references.length > 0,
  };
};

/** Each input is put under the name of its provider then, with an id for each combination. */
const isPermuted = (strategy: unknown): boolean => isObject(strategy) && (strategy['name'] ?? 'Flatten') !== 'Flatten';

/** What a provider of type `Static` gives; its `id` follows from what the API server calls it. */
const staticInputs = (provider: JsonObject): JsonObject | undefined => {
  const spec = isObject(provider['spec']) ? provider['spec'] : {};
  const { type, defaultValues, schedule } = spec;
  if (type !== 'Static' || schedule !== undefined) return undefined;
  return withProvider({ ...(isObject(defaultValues) ? defaultValues : {}), id: UNKNOWN }, provider);
};

/** The operator lets no one override that. */
const withProvider = (input: JsonObject, { apiVersion, kind, metadata }: JsonObject): JsonObject => ({
  ...input,
  provider: { apiVersion, kind, name: textAt(metadata, 'name'), namespace: textAt(metadata, 'namespace') },
});

const textAt = (object: unknown, key: string): string => {
  const value = isObject(object) ? object[key] : undefined;
  return typeof value === 'string' ? value : '';
};
