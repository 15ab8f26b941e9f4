import type { ClusterState } from '../../applied/cluster-state.js';
import type { BaseCluster } from '../../applied/read-base.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';

/** Gives a cluster whose base is exactly what is planned. */
export const asPlanned = ({ cluster, layout, files }: ClusterPlan, state: ClusterState): BaseCluster => ({
  cluster,
  layout,
  state,
  own: [...files.keys()].sort(),
  foreign: [],
  marked: [],
  problems: [],
});
