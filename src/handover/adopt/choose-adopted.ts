import { type ClusterState, isFluxKustomization, ownerKey, ROOT } from '../../base/cluster-state.js';
import { compareOwners } from '../compare-owners.js';
import type { HandWrittenCluster } from './read-hand-written.js';

/**
 * The Kustomizations that are taken over: each in the cluster's folder that has something of the plan, or is itself in
 * it, with all that are nested in it. Others stay as they are.
 */
export const chooseAdopted = (found: HandWrittenCluster, after: ClusterState): readonly string[] => {
  const topOf = (key: string): string => {
    const parent = found.owners.get(key)?.parent;
    return parent === undefined || parent === ROOT ? key : topOf(parent);
  };
  const tops = new Set<string>();
  for (const { id, key, holdings } of found.state.objects.values()) {
    if (!after.objects.has(key)) continue;
    if (isFluxKustomization(id)) tops.add(topOf(ownerKey(id)));
    for (const { owner } of holdings) if (owner !== ROOT) tops.add(topOf(owner));
  }
  // CRDs that come from another repository are in no plan.
  for (const { after: next, from } of compareOwners(found.state, after).moved) {
    if (next === undefined) for (const owner of from) if (owner !== ROOT) tops.add(topOf(owner));
  }
  return [...found.owners.keys()].filter((key) => tops.has(topOf(key))).sort();
};
