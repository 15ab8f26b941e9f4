import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { compilePattern } from '../../schema/pattern.js';

/** What kustomize calls an object; without a namespace it is in "default". */
export interface PatchedId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export const patchedIdOf = ({ apiVersion, kind, metadata }: JsonObject): PatchedId => {
  const [group, version] = String(apiVersion).includes('/')
    ? (String(apiVersion).split('/') as [string, string])
    : ['', String(apiVersion)];
  const { name, namespace } = isObject(metadata) ? metadata : {};
  return {
    group,
    version,
    kind: String(kind),
    name: String(name),
    namespace: typeof namespace === 'string' && namespace !== '' ? namespace : 'default',
  };
};

/** Whether a patch without a target means the object: it has all of its identity. */
export const isNamedBy = (patch: JsonObject, id: PatchedId, isClusterScoped: boolean): boolean => {
  const its = patchedIdOf(patch);
  return (
    its.group === id.group &&
    its.version === id.version &&
    its.kind === id.kind &&
    its.name === id.name &&
    (isClusterScoped || its.namespace === id.namespace)
  );
};

/**
 * Whether a target selects an object; `undefined`: labels or annotations decide, which aren't looked at here.
 *
 * @param ids what the object is called, and what it was called before patches gave it another name
 */
export const isSelected = (
  target: JsonObject,
  ids: readonly PatchedId[],
  isClusterScoped: boolean,
): boolean | undefined => {
  const [now] = ids as [PatchedId];
  const is =
    fits(target['group'], now.group) &&
    fits(target['version'], now.version) &&
    fits(target['kind'], now.kind) &&
    ids.some(({ name }) => fits(target['name'], name)) &&
    (isClusterScoped || ids.some(({ namespace }) => fits(target['namespace'], namespace)));
  if (!is) return false;
  return target['labelSelector'] || target['annotationSelector'] ? undefined : true;
};

/** Selectors are whole regular expressions, and an empty one is none. */
export const fits = (pattern: unknown, value: string): boolean => {
  if (typeof pattern !== 'string' || pattern === '' || pattern === value) return true;
  // Of one that Go doesn't read, kustomize says so itself.
  return compilePattern(`^(?:${pattern})$`)?.(value) ?? true;
};
