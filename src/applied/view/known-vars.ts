import { groupOf } from '../../constructs/reference.js';
import { OPERATOR_GROUP } from '../../flux/resource-sets/resource-set.js';
import { objectsOf, textFieldsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { fillKnown } from '../../substitution/fill-known.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { substituteObject, type Variables } from '../../substitution/index.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { configMapKey } from '../config-map-key.js';

/** The vars that Flux substitutes in a Kustomization's build, as far as the repository has their values. */
export interface KnownVars {
  readonly vars: Variables;
  /** All vars are known. */
  readonly isComplete: boolean;
  readonly isAlways: boolean;
  /** The names of the vars whose values come from a Secret, with its name. */
  readonly fromSecrets: ReadonlyMap<string, string>;
}

/**
 * @param configMap the data of a ConfigMap that Flux applies to the cluster; undefined if the repository has none
 * @param secret the same of a Secret, such as the example of one that an operator writes @default - no Secret is known
 */
export const knownVars = (
  kustomization: JsonObject,
  namespace: string,
  configMap: (namespace: string, name: string) => JsonObject | undefined,
  secret: (namespace: string, name: string) => JsonObject | undefined = () => undefined,
): KnownVars | undefined => {
  const spec = specOf(kustomization);
  const postBuild = spec['postBuild'];
  if (!isObject(postBuild)) return undefined;
  const vars: Record<string, string> = {};
  const fromSecrets = new Map<string, string>();
  let isComplete = true;
  const { substituteFrom, substitute, substituteStrategy } = postBuild;
  for (const reference of objectsOf(substituteFrom)) {
    const find = reference['kind'] === 'ConfigMap' ? configMap : secret;
    const data = find(namespace, String(reference['name']));
    if (data === undefined) {
      isComplete = false;
      continue;
    }
    const texts = textFieldsOf(data);
    Object.assign(vars, texts);
    for (const name of Object.keys(texts)) {
      if (find === secret) fromSecrets.set(name, String(reference['name']));
      else fromSecrets.delete(name);
    }
  }
  const inline = isObject(substitute) ? textFieldsOf(substitute) : {};
  Object.assign(vars, inline);
  for (const name of Object.keys(inline)) fromSecrets.delete(name);
  return { vars, isComplete, isAlways: substituteStrategy === 'Always', fromSecrets };
};

/** Records a ConfigMap, by {@link configMapKey}. */
export const learnConfigMap = (configMaps: Map<string, JsonObject>, json: JsonObject): void => {
  const { kind, metadata, data } = json;
  if (kind !== 'ConfigMap' || !isObject(metadata) || !isObject(data) || json['sops'] !== undefined) return;
  configMaps.set(configMapKey(String(metadata['namespace'] ?? 'default'), String(metadata['name'])), data);
};

/** Substitutes vars that decide what Flux applies: in names, and in all kinds of Flux and the Flux Operator. */
export const substituteKnown = (json: JsonObject, known: KnownVars): JsonObject => {
  const { vars, isComplete, isAlways } = known;
  if (!isAlways && isComplete && Object.keys(vars).length === 0) return json;
  const { apiVersion, kind, metadata } = json;
  const group = groupOf(String(apiVersion));
  const isFlux = group.endsWith('.fluxcd.io') || group === OPERATOR_GROUP;
  if (!isObject(metadata) || isDisabled(json)) return json;
  const { name, namespace } = metadata;
  if (!isFlux) {
    if (!hasExpression(name) && !hasExpression(namespace)) return json;
    const identity = { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
    const made = substitute(identity as JsonObject, vars, isComplete);
    return { ...json, metadata: { ...metadata, ...(made['metadata'] as JsonObject) } };
  }
  return hasExpressionInside(json) ? substitute(json, vars, isComplete) : json;
};

const substitute = (json: JsonObject, vars: Variables, isComplete: boolean): JsonObject => {
  if (!isComplete) return fillAll(json, vars) as JsonObject;
  const outcome = substituteObject(json, vars, { strict: false, strategy: 'Always' });
  // An invalid expression makes Flux's build fail. It is reported if fluxspan writes the object.
  return outcome.kind === 'error' ? json : (outcome.object as JsonObject);
};

/** The most rounds in which a Kustomization's substitution changes itself. */
const ROUNDS = 5;

/**
 * The final form of a Kustomization that applies itself: Flux substitutes its own vars in it, and their values may have
 * vars, too.
 *
 * @param configMap as for {@link knownVars}
 */
export const withOwnVars = (
  written: JsonObject,
  namespace: string,
  configMap: Parameters<typeof knownVars>[2] = () => undefined,
): JsonObject => {
  let json = written;
  for (let round = 0; round < ROUNDS; round++) {
    const vars = knownVars(json, namespace, configMap);
    const next = vars === undefined ? written : substituteKnown(written, vars);
    if (equalJson(next, json)) break;
    json = next;
  }
  return json;
};

/** Substitutes the known vars, and leaves the rest of a text unchanged. */
export const fillAll = (value: unknown, vars: Variables): unknown => {
  if (typeof value === 'string') return fillKnown(value, vars);
  if (Array.isArray(value)) return value.map((item) => fillAll(item, vars));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillAll(item, vars)]));
};

export const hasExpression = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

/** Whether a value contains anything that Flux would substitute. */
export const hasExpressionInside = (value: unknown): boolean =>
  typeof value === 'string'
    ? holdsExpression(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasExpressionInside);
