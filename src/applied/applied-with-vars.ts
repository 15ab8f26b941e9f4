import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { type KnownVars, knownVars, substituteKnown } from './view/known-vars.js';

/**
 * Substitutes the vars of a Kustomization in an object that it applies; returns the object itself if nothing changes.
 */
export type ApplyVars = (json: JsonObject) => JsonObject;

/**
 * Substitutes the vars that decide what Flux applies, as far as the repository has their values: vars in names, and all
 * vars in Flux's own objects. `undefined` if the Kustomization substitutes nothing.
 *
 * @param configMap the data of a ConfigMap that Flux applies to the cluster
 */
export const openVars = (
  kustomization: JsonObject,
  namespace: string,
  configMap: (namespace: string, name: string) => JsonObject | undefined,
): ApplyVars | undefined => {
  const { spec } = kustomization;
  if (!isObject(spec) || !isObject(spec['postBuild'])) return undefined;
  let known: KnownVars | undefined;
  return (json) => {
    known ??= knownVars(kustomization, namespace, configMap);
    return known === undefined ? json : substituteKnown(json, known);
  };
};
