import { ownerKey } from '../../../applied/cluster-state.js';
import { keyOf, titleOf, tryReadId } from '../../../applied/object-id.js';
import { diagnose } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { foreignOwner } from '../../diagnostics.js';
import { objectsOfRoot } from '../../root/objects-of-root.js';

/** Reports objects of addons that the Flux Operator makes too, for Flux's root: each overwrites the other's. */
export const rootNameRule = defineChangeRule([foreignOwner], ({ cluster, plan, compiled, view, lostRoot }, report) => {
  if (view === undefined || lostRoot !== undefined) return;
  const { running } = view.after;
  const { sync, declaredBy, file } = running;
  if (sync === undefined || declaredBy === undefined) return;
  const [root, source] = objectsOfRoot(running);
  const problems = plan.objects.flatMap(({ object: { addon }, json }) => {
    const id = tryReadId(json, compiled.built.scopeOf);
    const made = [root, source].find((one) => id !== undefined && keyOf(one) === keyOf(id));
    if (made === undefined) return [];
    const isRoot = made === root;
    const reads = isRoot ? "the addon's folder instead of the cluster's" : "what the addon's source fetches";
    return [
      diagnose(foreignOwner, {
        message: `${titleOf(made)} would have two owners: Flux Operator makes it from spec.sync of ${titleOf(declaredBy)}, and addon "${addon}" makes it, too. The root would read ${reads}, and delete everything else`,
        at: { cluster, addon, object: titleOf(made), ...(file === undefined ? {} : { file }) },
        fix: `give ${isRoot && ownerKey(made).endsWith(`/${addon}`) ? 'the addon' : `the ${made.kind}`} another name; leave spec.sync.name as it is, since a renamed root deletes what it has applied`,
      }),
    ];
  });
  for (const problem of problems) report(problem);
});
