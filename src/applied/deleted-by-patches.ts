import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { fits } from '../rules/patches/select.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ObjectId } from './object-id.js';

type Selects = (id: ObjectId) => boolean;

/**
 * Selects the objects of its folder that a Kustomization removes, with `$patch: delete`; `undefined` if there are none.
 */
export const deletedByPatches = (kustomization: JsonObject): Selects | undefined => {
  const spec = kustomization['spec'];
  const patches = isObject(spec) && Array.isArray(spec['patches']) ? spec['patches'] : [];
  const selectors = patches.flatMap((entry): readonly Selects[] => {
    const patch = isObject(entry) ? entry['patch'] : undefined;
    if (typeof patch !== 'string' || !patch.includes('$patch')) return [];
    const deleting = documentsOf(patch).filter((document) => document['$patch'] === 'delete');
    if (deleting.length === 0) return [];
    const { target } = entry as { readonly target?: unknown };
    return isObject(target)
      ? [(id) => selectsObject(target, id)]
      : deleting.map((document) => (id) => namesObject(document, id));
  });
  return selectors.length === 0 ? undefined : (id) => selectors.some((one) => one(id));
};

const documentsOf = (patch: string): readonly JsonObject[] => {
  try {
    return parseYamlDocuments(patch).filter((document) => isObject(document)) as readonly JsonObject[];
  } catch (error) {
    // kustomize also rejects it, and builds nothing.
    if (error instanceof YamlError) return [];
    throw error;
  }
};

/** Whether a patch without a target names the object. */
export const namesObject = ({ kind, metadata }: JsonObject, id: ObjectId): boolean =>
  kind === id.kind &&
  isObject(metadata) &&
  metadata['name'] === id.name &&
  (metadata['namespace'] === undefined || metadata['namespace'] === id.namespace);

/** Ignores labels and annotations, so that kustomize may select fewer objects, but never more. */
export const selectsObject = (
  target: Readonly<Record<string, unknown>>,
  { group, kind, name, namespace }: ObjectId,
): boolean =>
  fits(target['group'], group) &&
  fits(target['kind'], kind) &&
  fits(target['name'], name) &&
  fits(target['namespace'], namespace);
