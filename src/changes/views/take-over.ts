import { keyOf, type ObjectId } from '../../applied/object-id.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import { objectsOfRoot } from '../root/objects-of-root.js';

/** The command that adopts an object; `undefined`: it is Flux's root, or its source, and stays. */
export type TakeOver = (id: ObjectId) => string | undefined;

/** @param command adopts the cluster's folder */
export const openTakeOver = ({ after }: Pick<ClusterViews, 'after'>, command: string): TakeOver => {
  const flux = new Set(objectsOfRoot(after.running).map(keyOf));
  return (id) => (flux.has(keyOf(id)) ? undefined : command);
};
