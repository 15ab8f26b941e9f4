import type { ClusterViews } from '../../applied/view/cluster-views.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { frozenObjects } from './frozen-objects.js';
import { injectedVars } from './injected-vars.js';
import { lostVars } from './lost-vars.js';
import { patchedVars } from './patched-vars.js';
import { ownKustomizations, type RootBuild } from './root-build.js';
import { rootOrder } from './root-order.js';
import { rootReferences } from './root-references.js';
import { rootSubstitutes } from './root-substitutes.js';

/**
 * Reports harmful fields that the root adds to the addons' Kustomizations, or removes from them.
 *
 * @param views all that Flux applies; needed to find the objects that a patch names
 */
export const injections = (
  compiled: CompiledCluster,
  plan: Pick<ClusterPlan, 'cluster' | 'layout' | 'objects'>,
  build: RootBuild,
  views?: Pick<ClusterViews, 'before' | 'after'>,
): readonly Diagnostic[] => {
  const all = ownKustomizations(compiled, plan, build);
  return [
    ...all.flatMap((own) => [injectedVars, lostVars, patchedVars].flatMap((find) => find(compiled, own, build))),
    ...rootSubstitutes(plan, build, compiled.cluster.flux),
    ...rootOrder(compiled, all, build),
    ...frozenObjects(plan, build),
    ...(views === undefined ? [] : rootReferences(compiled, all, build, views)),
  ];
};
