import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { compilePattern } from '../../schema/pattern.js';

/** How kustomize identifies an object; without a namespace it is in "default". */
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

/** Whether a patch without a target selects the object: their identities are the same. */
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
 * Whether a target selects an object; `undefined` if that depends on labels or annotations, which this function doesn't
 * read.
 *
 * @param ids the current identity of the object, and earlier ones if patches renamed it
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

/** Selectors are regular expressions for the whole value; an empty one matches everything. */
export const fits = (pattern: unknown, value: string): boolean => {
  if (typeof pattern !== 'string' || pattern === '' || pattern === value) return true;
  // kustomize itself reports an invalid expression.
  return compilePattern(`^(?:${pattern})$`)?.(value) ?? true;
};
