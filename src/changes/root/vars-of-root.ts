import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** A ConfigMap or Secret that Flux reads vars from. */
export interface VarSource {
  readonly kind: string;
  readonly name: string;
  readonly isOptional: boolean;
}

/** A Kustomization's settings for substitution. */
export interface PostBuild {
  readonly inline: Readonly<Record<string, string>>;
  readonly from: readonly VarSource[];
  /** Whether Flux substitutes even without a single var. */
  readonly isAlways: boolean;
}

/** `undefined` if Flux doesn't substitute. */
export const postBuildOf = ({ spec }: JsonObject): PostBuild | undefined => {
  const postBuild = isObject(spec) ? spec['postBuild'] : undefined;
  if (!isObject(postBuild)) return undefined;
  const { substitute, substituteFrom, substituteStrategy } = postBuild;
  const inline = Object.fromEntries(
    Object.entries(isObject(substitute) ? substitute : {}).map(([name, value]) => [name, String(value)]),
  );
  const from = objectsOf(substituteFrom).map(
    ({ kind, name, optional }): VarSource => ({
      kind: String(kind),
      name: String(name),
      isOptional: optional === true,
    }),
  );
  const isAlways = substituteStrategy === 'Always';
  return isAlways || from.length > 0 || Object.keys(inline).length > 0 ? { inline, from, isAlways } : undefined;
};

export const isSameSource = (a: VarSource, b: VarSource): boolean => a.kind === b.kind && a.name === b.name;

/** `ConfigMap "cluster-vars" and Secret "cluster-secrets"`. */
export const printSources = (sources: readonly VarSource[]): string =>
  sources.map(({ kind, name }) => `${kind} "${name}"`).join(' and ');
