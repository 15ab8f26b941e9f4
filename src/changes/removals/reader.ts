import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import type { ObjectId } from '../../applied/object-id.js';
import type { NamingObject } from '../../rules/references/index.js';

/** A hand-written object, with the objects that it names. */
export interface Reader extends NamingObject {
  readonly id: ObjectId;
  readonly path: string;
}

/** Returns the reader if only hand-written owners apply the object, and to this cluster. */
export const readerOf = ({ id, holdings }: OwnedObject, after: ClusterState): Reader | undefined => {
  const [{ json, path, owner }] = holdings;
  if (!holdings.every(({ isForeign }) => isForeign === true)) return undefined;
  if (after.owners.get(owner)?.kubeConfig !== undefined) return undefined;
  const { group, kind, namespace } = id;
  return { id, path, group, kind, namespace: namespace === '' ? undefined : namespace, json };
};
