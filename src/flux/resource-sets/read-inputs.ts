import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { isOwnMarked } from './marks.js';
import { type GivenInputs, permuteInputs } from './permute-inputs.js';
import { UNKNOWN } from './template-values.js';

/** The ResourceSetInputProviders that there are. */
export interface Providers {
  find(namespace: string, name: string): JsonObject | undefined;
  /** All of a namespace, for selectors. */
  all(namespace: string): readonly JsonObject[];
}

export interface SetInputs {
  /** One run of the templates for each; undefined: only the operator knows them; `fails`: it gives up on the set. */
  readonly sets: readonly JsonObject[] | undefined | 'fails';
  /** All that decides them. */
  readonly read: unknown;
  /** Why it gives up. */
  readonly fault?: string;
  /** What a user calls one of the sets, by its index. */
  readonly labelOf: (index: number) => string;
  /** Whether providers bring them: without any input, nothing is made then. */
  readonly isProvided: boolean;
}

/** The inputs of a ResourceSet, each with what the operator adds to it. */
export const readInputs = (set: JsonObject, { find, all: allOf }: Providers): SetInputs => {
  const spec = specOf(set);
  const { inputs, inputsFrom, inputStrategy } = spec;
  const namespace = textAt(set['metadata'], 'namespace');
  const own = objectsOf(inputs).map((one) => withProvider(one, set));
  const references = objectsOf(inputsFrom);
  const names = [...new Set(references.map((one) => one['name']))].sort();
  const providers = names.map((name) => (typeof name === 'string' ? find(namespace, name) : undefined));
  const selected = references.some((one) => one['selector'] !== undefined)
    ? allOf(namespace).filter((one) => references.some(({ selector }) => maySelect(selector, one)))
    : [];
  const read = [
    inputs,
    inputsFrom,
    inputStrategy,
    providers.map((one) => (one === undefined ? null : activeSpecOf(one))),
    // A selector may take providers from elsewhere, so the inputs aren't known; a change of these is.
    selected.map((one) => [textAt(one['metadata'], 'name'), activeSpecOf(one)]),
  ];
  const given = providers.map((one) => (one === undefined ? undefined : staticInputs(one)));
  const all: GivenInputs[] = [
    { name: textAt(set['metadata'], 'name'), inputs: own },
    ...given.flatMap((one, at) => (one === undefined ? [] : [{ name: String(names[at]), inputs: [one] }])),
  ];
  const isKnown = given.every((one) => one !== undefined);
  const sets = isKnown ? combine(all, inputStrategy) : undefined;
  return {
    sets,
    read,
    isProvided: references.length > 0,
    ...(sets === 'fails'
      ? { fault: 'these inputs have more than 10,000 combinations, or a name without letters' }
      : {}),
    labelOf: (index) =>
      isPermuted(inputStrategy)
        ? `combination ${index + 1} of the inputs`
        : index < own.length
          ? `spec.inputs[${index}]`
          : `ResourceSetInputProvider/${String(names[index - own.length])}`,
  };
};

/** What decides the inputs of a provider. One that is disabled keeps those that it had, whatever its spec says by now. */
const activeSpecOf = (provider: JsonObject): unknown =>
  isDisabled(provider) ? 'disabled' : (provider['spec'] ?? null);

const isDisabled = (provider: JsonObject): boolean => isOwnMarked(provider, 'reconcile', 'disabled');

/** Looks at the labels alone: with `matchExpressions`, a selector may take fewer. */
export const maySelect = (selector: unknown, { metadata }: JsonObject): boolean => {
  if (!isObject(selector)) return false;
  const { matchLabels } = selector;
  const labels = fieldsOf(fieldsOf(metadata)['labels']);
  return Object.entries(fieldsOf(matchLabels)).every(([key, value]) => labels[key] === value);
};

const isPermuted = (strategy: unknown): boolean => isObject(strategy) && strategy['name'] === 'Permute';

const combine = (all: readonly GivenInputs[], strategy: unknown): SetInputs['sets'] => {
  const { name = 'Flatten', includeEmptyProviders = false } = fieldsOf(strategy);
  if (name === 'Flatten') return all.flatMap(({ inputs }) => inputs);
  // A name with a var in it is a key that isn't known.
  if (name !== 'Permute' || all.some((one) => !/^[a-z0-9.-]+$/.test(one.name))) return undefined;
  return permuteInputs(all, includeEmptyProviders === true) ?? 'fails';
};

/** What a provider of type `Static` gives; its `id` follows from what the API server calls it. */
const staticInputs = (provider: JsonObject): JsonObject | undefined => {
  const spec = specOf(provider);
  const { type, defaultValues, schedule } = spec;
  if (type !== 'Static' || schedule !== undefined || isDisabled(provider)) return undefined;
  return withProvider({ ...fieldsOf(defaultValues), id: UNKNOWN }, provider);
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
