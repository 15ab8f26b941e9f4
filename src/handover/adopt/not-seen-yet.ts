import type { ClusterState } from '../../applied/cluster-state.js';
import type { BaseCluster } from '../../applied/read-base.js';
import { notSeenNotices } from '../../changes/rules/unseen/not-seen.js';
import { uncertainOwners } from '../../changes/rules/unseen/uncertain-owner.js';
import { unreachedOwners } from '../../changes/rules/unseen/unreached-owner.js';
import { adoptionCommand } from '../../changes/words/adoption-command.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import type { AdoptionReader } from './adoption-reader.js';

export interface NotSeenInput {
  readonly compiled: Pick<CompiledCluster, 'appLayout' | 'layout'>;
  readonly reader: AdoptionReader;
  readonly plan: ClusterPlan;
  /** The cluster's own files in the base commit. */
  readonly own: BaseCluster;
  /** The state after the change. */
  readonly planned: ClusterState;
}

/** Parts of the base that aren't known, and that may have objects of the plan. */
export const notSeenYet = ({ compiled, plan, reader, own, planned }: NotSeenInput): readonly Diagnostic[] => {
  const { base, tree, folder, isOwn } = reader;
  const look = {
    cluster: plan.cluster,
    tree,
    isNew: (key: string) => planned.objects.has(key) && !own.state.objects.has(key),
    scopeOf: planned.scopeOf,
    isOwn,
  };
  const takeOver = adoptionCommand(compiled.appLayout, compiled.layout);
  return [
    ...unreachedOwners({
      ...look,
      news: [...planned.objects.keys()].filter(look.isNew),
      folder,
      views: [base],
      takeOver,
    }),
    ...uncertainOwners({ ...look, owners: base.owners.values() }),
    ...notSeenNotices(plan.cluster, base.notSeen),
  ];
};
