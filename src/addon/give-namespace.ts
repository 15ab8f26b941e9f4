import type { ApiObject } from 'cdk8s';
import { Manifest } from '../constructs/manifest.js';
import { groupOf } from '../constructs/reference.js';
import { isClusterScoped } from '../knowledge/index.js';

/**
 * An object of the ecosystem gets the addon's namespace, as ours do; its own, where it says one, stays. One that lives in
 * no namespace has none either of the scope that it is made in.
 *
 * @param isCluster whether objects of a kind live in no namespace
 */
export const giveNamespace = (
  object: ApiObject,
  namespace: string | undefined,
  isCluster: (group: string, kind: string) => boolean = isClusterScoped,
): void => {
  if (Manifest.isManifest(object)) return;
  const { apiVersion, kind } = object as { readonly apiVersion: unknown; readonly kind: unknown };
  // What is not text is reported where the object is compiled.
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return;
  const { props } = object as unknown as { readonly props: { readonly metadata?: { readonly namespace?: string } } };
  // cdk8s takes a namespace only when the object is made, and what it takes later it renders as undefined.
  const metadata = object.metadata as { namespace?: string | undefined };
  if (!isCluster(groupOf(apiVersion), kind)) {
    if (namespace !== undefined) metadata.namespace ??= namespace;
    return;
  }
  if (metadata.namespace === undefined) return;
  if (props.metadata?.namespace === undefined && [namespace, object.chart.namespace].includes(metadata.namespace)) {
    metadata.namespace = undefined;
  }
};
