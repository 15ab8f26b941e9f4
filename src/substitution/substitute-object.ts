import type { YamlObject } from '../yaml/decode-yaml.js';
import { emitYaml } from '../yaml/emit-yaml.js';
import { readYaml } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import { type EvaluateOptions, evaluateToStrays, type Variables } from './evaluate.js';
import { SUBSTITUTE_MARK } from './is-disabled.js';
import { parseTemplate } from './parse-template.js';
import { SubstitutionError } from './substitution-error.js';

export interface SubstituteOptions extends EvaluateOptions {
  /** `Always` evaluates defaults even where there is no variable at all. @default 'WithVariables' */
  readonly strategy?: 'Always' | 'WithVariables';
  /** Some stand for what nothing supplies, whose names Flux doesn't check. @default false */
  readonly takesAnyName?: boolean;
}

/** What becomes of one resource of a Kustomization with `postBuild`. */
export type SubstituteOutcome =
  | {
      readonly kind: 'object';
      readonly object: YamlObject;
      /** False where Flux leaves the resource as it is: disabled by label or annotation, or no variables. */
      readonly isSubstituted: boolean;
    }
  | {
      /** Flux leaves the resource out, and deletes what it applied before, without a word. */
      readonly kind: 'dropped';
      /** The first field that is not a string, or is an empty one. */
      readonly field: 'apiVersion' | 'kind' | 'metadata.name';
      readonly object: YamlObject;
    }
  | {
      readonly kind: 'error';
      /** Flux's own words; nothing of the whole Kustomization is applied. */
      readonly message: string;
    };

const NAME_PATTERN = '^[_[:alpha:]][_[:alpha:][:digit:]]*$';
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

// The limit of encoding/json, which reads the result.
const MAX_JSON_DEPTH = 10_000;

/**
 * Does to one resource what the kustomize-controller does after the build: writes it as YAML, substitutes in
 * that text, and reads it back. So a value may change its type (`0123` becomes 83), and break or rebuild what
 * is around it. The author's quotes play no part.
 *
 * @param vars all that `substituteFrom` and `substitute` give, the latter winning; line feeds are taken out
 */
export const substituteObject = (
  object: object,
  vars: Variables,
  options: SubstituteOptions = {},
): SubstituteOutcome => {
  try {
    const text = emitYaml(object);
    if (isDisabled(object) || (Object.keys(vars).length === 0 && options.strategy !== 'Always')) {
      return outcome(object as YamlObject, false);
    }
    return outcome(substituteText(text, vars, options), true);
  } catch (error) {
    if (error instanceof YamlError || error instanceof SubstitutionError) {
      return { kind: 'error', message: error.message };
    }
    throw error;
  }
};

const substituteText = (text: string, vars: Variables, options: SubstituteOptions): YamlObject => {
  const badName =
    options.takesAnyName === true
      ? undefined
      : Object.keys(vars)
          .sort()
          .find((name) => !NAME.test(name));
  if (badName !== undefined) {
    throw new SubstitutionError(`'${badName}' var name is invalid, must match '${NAME_PATTERN}'`);
  }
  const substituted = within('variable substitution failed', () =>
    evaluateToStrays(parseTemplate(text), withoutLineFeeds(vars), options),
  );
  const { value, depth } = within('YAMLToJSON', () => readYaml(substituted, false));
  if (depth > MAX_JSON_DEPTH) throw new YamlError('UnmarshalJSON: exceeded max depth');
  if (value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  const type = typeof value === 'boolean' ? 'bool' : Array.isArray(value) ? 'array' : typeof value;
  throw new YamlError(`UnmarshalJSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`);
};

/** Names the step that failed as Flux does; a panic has no such name. */
const within = <T>(step: string, run: () => T): T => {
  try {
    return run();
  } catch (error) {
    if (error instanceof YamlError) throw new YamlError(`${step}: ${error.message}`);
    if (error instanceof SubstitutionError && !error.isPanic) {
      throw new SubstitutionError(`${step}: ${error.message}`);
    }
    throw error;
  }
};

const withoutLineFeeds = (vars: Variables): Variables =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, value.replaceAll('\n', '')]));

const isDisabled = (object: object): boolean => {
  const metadata = property(object, 'metadata');
  return [property(metadata, 'labels'), property(metadata, 'annotations')].some(
    (entries) => property(entries, SUBSTITUTE_MARK) === 'disabled',
  );
};

const outcome = (object: YamlObject, isSubstituted: boolean): SubstituteOutcome => {
  const identity = {
    apiVersion: property(object, 'apiVersion'),
    kind: property(object, 'kind'),
    'metadata.name': property(property(object, 'metadata'), 'name'),
  };
  for (const field of ['apiVersion', 'kind', 'metadata.name'] as const) {
    const value = identity[field];
    if (typeof value !== 'string' || value === '') return { kind: 'dropped', field, object };
  }
  return { kind: 'object', object, isSubstituted };
};

const property = (value: unknown, name: string): unknown => {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
};
