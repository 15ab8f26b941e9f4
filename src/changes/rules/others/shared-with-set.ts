import { type Holding, isWritten, PRUNE_MARK } from '../../../applied/cluster-state.js';
import { type ObjectId, titleOf } from '../../../applied/object-id.js';
import { isSetKey, ownerTitle } from '../../../applied/owner-name.js';
import { diagnose } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { defineChangeRule } from '../../change-rule.js';
import { foreignOwner } from '../../diagnostics.js';

/**
 * Reports objects with two owners, a ResourceSet and another one, of which fluxspan writes one: each takes them from
 * the other.
 */
export const sharedWithSetRule = defineChangeRule(
  [foreignOwner],
  ({ cluster, after, view }, report) => {
    if (view === undefined) return;
    const clashes = new Map<string, { readonly ours: Holding; readonly theirs: Holding; readonly ids: ObjectId[] }>();
    for (const { id, holdings } of after.objects.values()) {
      if (holdings.length < 2 || holdings.every(isWritten)) continue;
      const active = holdings.filter((one) => isWritten(one) || after.owners.get(one.owner)?.suspend !== true);
      const [ours, theirs] = [
        active.find((one) => one.isForeign !== true),
        active.find((one) => one.isForeign === true),
      ];
      if (ours === undefined || theirs === undefined || (isWritten(ours) && isWritten(theirs))) continue;
      const key = `${theirs.owner}\0${ours.owner}`;
      const known = clashes.get(key) ?? { ours, theirs, ids: [] };
      known.ids.push(id);
      clashes.set(key, known);
    }
    const problems = [...clashes.values()].map(({ ours, theirs, ids }) => {
      const titles = ids.map(titleOf).sort(compareText);
      const [count, it] = titles.length === 1 ? ['1 object', 'it'] : [`${titles.length} objects`, 'them'];
      const [our, their] = [ours, theirs].map(({ owner }) => ownerTitle(owner, after.rootKey));
      const mark = isSetKey(theirs.owner) ? 'fluxcd.controlplane.io/prune' : PRUNE_MARK;
      return diagnose(foreignOwner, {
        message: `${count} of ${our} would have two owners: ${their}, which fluxspan did not write, ${isSetKey(theirs.owner) ? 'makes' : 'applies'} ${it} too`,
        at: { cluster, ...(theirs.path === '' ? {} : { file: theirs.path }) },
        notes: [`objects: ${titles.join(', ')}`],
        fix: `take ${it} out of ${our}; or set the annotation ${mark}: disabled on ${it} in ${their} in a change of its own, and when that is applied, take ${it} out there in the change that brings ${it} here`,
      });
    });
    for (const problem of problems) report(problem);
  },
  { callsFor: 'adoption', settledBy: ['adoption'], asksOfAdoption: 'others' },
);
