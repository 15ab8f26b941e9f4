import type { ClusterState } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import type { FluxView } from '../../applied/view/flux-view.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { adoptionWaits } from '../diagnostics.js';
import type { AdoptionReader } from './adoption-reader.js';
import type { Taken } from './choose-taken.js';
import { dependenciesOf, Waits } from './lost-waits.js';

/**
 * Notices about Kustomizations that no longer wait for something. This doesn't affect a running cluster, but may affect
 * a new one.
 *
 * @param after what Flux will apply, with the dependencies that the second step adds
 */
export const orderNotices = (
  reader: AdoptionReader,
  cluster: string,
  taken: Taken,
  planned: ClusterState,
  after: FluxView,
): readonly Diagnostic[] => {
  const notices: Diagnostic[] = [];
  const { base } = reader;
  const { owners } = taken;
  const waits = new Waits(reader, taken, planned);
  for (const one of owners.values()) {
    const { owner, goes, isReplaced } = one;
    // A Kustomization that depends on one that an addon replaces under its name then depends on the addon.
    for (const { key, file, json } of goes || isReplaced ? [] : base.owners.values()) {
      const dependencies = dependenciesOf(after.owners.get(key)?.json ?? json, key);
      if (owners.get(key)?.goes === true || !dependencies.includes(owner.key)) continue;
      const { objects, addons } = waits.lost(key, dependencies, one);
      if (addons.length === 0) continue;
      notices.push(
        diagnose(adoptionWaits, {
          message: `Kustomization "${ownerName(key)}" depends on "${ownerName(owner.key)}", and no longer waits for what that one loses: ${objects.map(({ id }) => titleOf(id)).join(', ')}`,
          at: { cluster, ...(file === undefined ? {} : { file }) },
          fix: `where it needs that on a new cluster, add to its dependsOn in the second of the two commits, when handover has written it: ${addons.map(entry).join(', ')}`,
        }),
      );
    }
    for (const addon of waits.addonsOf(one.objects)) {
      const own = waits.planned(addon);
      const missing = dependenciesOf(owner.json, owner.key).filter(
        (key) => key !== addon && owners.get(key)?.goes !== true && !planned.owners.has(key) && !own.includes(key),
      );
      if (missing.length === 0) continue;
      notices.push(
        diagnose(adoptionWaits, {
          message: `addon "${ownerName(addon)}" doesn't wait for ${missing.map((key) => `"${ownerName(key)}"`).join(' and ')}, as ${isReplaced ? 'the Kustomization of its name' : `"${ownerName(owner.key)}"`} does`,
          at: { cluster, addon: ownerName(addon) },
          fix: `where it needs that on a new cluster, declare it with external(…) on the cluster, and name it in dependsOn of the addon's stage`,
        }),
      );
    }
  }
  return notices;
};

const entry = (key: string): string => {
  const { namespace, name } = parseOwnerKey(key);
  return `{ name: ${name}, namespace: ${namespace} }`;
};
