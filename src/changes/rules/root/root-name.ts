import { keyOf, type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { sourceOf } from '../../../applied/view/build-owner.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { FoundRoot } from '../../../applied/view/found-root.js';
import type { ScopeOf } from '../../../compile/kind-scopes.js';
import { parseOwnerKey } from '../../../compile/owner-key.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import { foreignOwner } from '../../diagnostics.js';

/** Flux's root and its source: what the Flux Operator makes of the `sync` of a FluxInstance. */
export const objectsOfRoot = ({ key, json }: Pick<FoundRoot, 'key' | 'json'>): readonly [ObjectId, ObjectId] => {
  const { namespace, name } = parseOwnerKey(key);
  return [
    { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', namespace, name },
    { group: 'source.toolkit.fluxcd.io', ...sourceOf(json, namespace) },
  ];
};

/** Objects of addons that the Flux Operator makes too, for Flux's root: each overwrites what the other has applied. */
export const rootNames = (
  { cluster, objects }: Pick<ClusterPlan, 'cluster' | 'objects'>,
  { after: { running } }: Pick<ClusterViews, 'after'>,
  scopeOf: ScopeOf,
): readonly Diagnostic[] => {
  const { sync, declaredBy, file } = running;
  if (sync === undefined || declaredBy === undefined) return [];
  const [root, source] = objectsOfRoot(running);
  return objects.flatMap(({ object: { addon }, json }) => {
    const id = tryReadId(json, scopeOf);
    const made = [root, source].find((one) => id !== undefined && keyOf(one) === keyOf(id));
    if (made === undefined) return [];
    const isRoot = made === root;
    const reads = isRoot ? "the addon's folder instead of the cluster's" : "what the addon's source fetches";
    return [
      diagnose(foreignOwner, {
        message: `${titleOf(made)} would have two owners: Flux Operator makes it from spec.sync of ${titleOf(declaredBy)}, and addon "${addon}" makes it, too. The root would read ${reads}, and delete everything else`,
        at: { cluster, addon, object: titleOf(made), ...(file === undefined ? {} : { file }) },
        fix: `give ${isRoot && made.name === addon ? 'the addon' : `the ${made.kind}`} another name; leave spec.sync.name as it is, since a renamed root deletes what it has applied`,
      }),
    ];
  });
};
