import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import { isFluxKustomization } from '../cluster-state.js';
import { type ObjectId, tryReadId } from '../object-id.js';
import type { FluxObject, RepositoryTree } from './flux-view.js';

/**
 * Fields of a Kustomization that decide which objects it applies, and under which names. Patches are handled elsewhere.
 */
const FIELDS = [
  'path',
  'sourceRef',
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'components',
  'kubeConfig',
] as const;

/** A Kustomization as its file declares it; `undefined` if the file can't be found. */
export const declaredIn = (
  tree: Pick<RepositoryTree, 'objects'>,
  { id, path }: Pick<FluxObject, 'id' | 'path'>,
): { readonly id: ObjectId; readonly json: JsonObject } | undefined => {
  const found = tree.objects(path).flatMap((json) => {
    const one = tryReadId(json);
    return one !== undefined && isFluxKustomization(one) ? [{ id: one, json }] : [];
  });
  return found.length === 1 ? found[0] : found.find((one) => one.id.name === id.name);
};

/**
 * The fields in which a Kustomization, as its parent applies it, differs from its file, so that it reads or applies
 * something else.
 */
export const redirectedFields = (tree: Pick<RepositoryTree, 'objects'>, object: FluxObject): readonly string[] => {
  const declared = declaredIn(tree, object);
  if (declared === undefined) return [];
  const [was, is] = [specOf(declared.json), specOf(object.json)];
  return FIELDS.filter((field) => !equalJson(was[field] ?? null, is[field] ?? null));
};

export const isRedirected = (tree: Pick<RepositoryTree, 'objects'>, object: FluxObject): boolean => {
  const declared = declaredIn(tree, object);
  if (declared === undefined) return false;
  const { name, namespace } = declared.id;
  return name !== object.id.name || namespace !== object.id.namespace || redirectedFields(tree, object).length > 0;
};
