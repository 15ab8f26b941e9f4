import type { ApiObject } from 'cdk8s';
import { Manifest } from '../constructs/manifest.js';
import { groupOf } from '../constructs/reference.js';
import { isClusterScoped } from '../knowledge/index.js';

/**
 * An object of the ecosystem gets the addon's namespace, as ours do; its own, where it says one, stays.
 *
 * @param isCluster whether objects of a kind live in no namespace
 */
export const giveNamespace = (
  object: ApiObject,
  namespace: string | undefined,
  isCluster: (group: string, kind: string) => boolean = isClusterScoped,
): void => {
  if (namespace === undefined || Manifest.isManifest(object) || object.metadata.namespace !== undefined) return;
  const { apiVersion, kind } = object as { readonly apiVersion: unknown; readonly kind: unknown };
  // What is not text is reported where the object is compiled.
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || isCluster(groupOf(apiVersion), kind)) return;
  // cdk8s takes a namespace only when the object is made, and what it takes later it renders as undefined.
  (object.metadata as { namespace?: string }).namespace = namespace;
};
