import { ROOT } from '../../applied/cluster-state.js';
import type { BaseCluster } from '../../applied/read-base.js';
import { mayReadFolder } from '../../applied/view/objects-inside.js';
import { readOtherFolders } from '../../applied/view/own-folders.js';
import { withComponents } from '../../applied/view/with-components.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import type { PlaceInBase } from './comparison.js';

/** The parts of a cluster's own Kustomizations that only a build reveals. */
export interface ViewNeeds {
  /** Keys of the Kustomizations whose folders must be read. */
  readonly followed: ReadonlySet<string>;
  /** Whether one of them may apply objects from another folder. */
  readonly hasInside: boolean;
}

/** @param found the cluster as the base has it */
export const viewNeeds = (
  { app, tree }: PlaceInBase,
  plan: ClusterPlan,
  found: Pick<BaseCluster, 'state'> | undefined,
): ViewNeeds => {
  const old = [...(found?.state.objects.values() ?? [])].map(({ holdings }) => holdings);
  const ofRoot = plan.objects.flatMap(({ object: { owner }, json }) => (owner === ROOT ? [{ owner, json }] : []));
  return {
    followed: new Set([
      ...withComponents(plan.objects.map(({ json }) => json)),
      ...withComponents(old.map(([{ json }]) => json)),
      ...readOtherFolders(ofRoot, app, tree, plan.layout),
      ...readOtherFolders(old.flat(), app, tree, plan.layout),
    ]),
    hasInside:
      plan.objects.some(({ json, object }) => mayReadFolder(json, object.owner)) ||
      old.some(([{ json, owner }]) => mayReadFolder(json, owner)),
  };
};
