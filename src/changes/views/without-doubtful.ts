import type { ClusterState } from '../../applied/cluster-state.js';
import { openStateIndex } from '../../applied/state-index.js';

/**
 * A state without the objects that patches may delete and that certainly were there before: their removal must not go
 * unnoticed. Where the doubt is an old one, nothing changes.
 */
export const withoutDoubtful = (before: ClusterState, after: ClusterState): ClusterState => {
  const gone = [...after.doubtful].filter((key) => before.objects.has(key) && !before.doubtful.has(key));
  if (gone.length === 0) return after;
  const objects = new Map(after.objects);
  for (const key of gone) objects.delete(key);
  return { ...after, objects, index: openStateIndex(objects) };
};
