import { keyOf, type ObjectId } from '../../applied/object-id.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import { objectsOfRoot } from '../root/objects-of-root.js';

/** Gives the command that adopts an object. `undefined` for Flux's root and its source, which stay. */
export type TakeOver = (id: ObjectId) => string | undefined;

/**
 * Opens the commands for a cluster.
 *
 * @param command adopts the cluster's folder
 */
export const openTakeOver = ({ after }: Pick<ClusterViews, 'after'>, command: string): TakeOver => {
  const flux = new Set(objectsOfRoot(after.running).map(keyOf));
  return (id) => (flux.has(keyOf(id)) ? undefined : command);
};
