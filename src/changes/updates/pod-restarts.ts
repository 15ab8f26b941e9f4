import { openApplySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { openStored } from '../../schema/update/as-stored.js';
import { podRestart } from '../../schema/update/pod-restart.js';
import { pairOf } from './refused-update.js';
import { sameText } from './same-text.js';

/** Kubernetes' own controllers of pods need no schemas: their defaults are known. */
const asStored = openStored(() => undefined);

/**
 * Gives what a change of an object does to its pods: `its pods restart`. Pure.
 *
 * @returns undefined if the pods stay, or if Flux doesn't apply the object now
 */
export const openRestarts = (
  before: ClusterState,
  after: ClusterState,
): ((object: OwnedObject, next: OwnedObject) => string | undefined) => {
  const settings = { before: openApplySettings(before), after: openApplySettings(after) };
  return (object, next) => {
    if (object.id.group !== 'apps') return undefined;
    const [from, to] = pairOf(object, next);
    const [old, now] = [settings.before(from), settings.after(to)];
    if (now.isLeftAlone || now.isSuspended) return undefined;
    const same = sameText({ from: old.isSubstituted, to: now.isSubstituted });
    const found = podRestart(asApplied(from.json, old), asApplied(to.json, now), asStored, same);
    if (found === undefined || !found.isAtOnce) return found?.text;
    const isOpen = [old, now].some(({ isTransformed }) => isTransformed);
    const isCertain = !isOpen && found.differences.some(({ certain }) => certain);
    return isCertain ? found.text : 'its pods may restart';
  };
};
