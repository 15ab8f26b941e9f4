import { lossyChanges } from '../transitions/lossy-changes.js';
import { destroyedByTerraform } from './destroyed-by-terraform.js';
import { lostAddress } from './lost-address.js';
import { lostBalancer } from './lost-balancer.js';
import { lostConversion } from './lost-conversion.js';
import { lostRenewal } from './lost-renewal.js';
import { replacedKustomization } from './replaced-kustomization.js';
import { replacedObject } from './replaced-object.js';
import { replacedRelease } from './replaced-release.js';
import type { Change, ReplacementCause } from './replacement.js';
import { scaledDownSet } from './scaled-down-set.js';

/** The first of them that finds a cause counts. */
const finders: readonly ((change: Change) => ReplacementCause | undefined)[] = [
  replacedRelease,
  replacedKustomization,
  replacedObject,
  scaledDownSet,
  destroyedByTerraform,
  lostAddress,
  lostConversion,
  lostRenewal,
  lostBalancer,
  ({ transitions }) => lossyChanges(transitions()),
];

/** Why an object that is on both sides is replaced, or destroys what belongs to it; `undefined`: it stays, or changes in place. Pure. */
export const tryFindReplacement = (change: Change): ReplacementCause | undefined => {
  for (const find of finders) {
    const cause = find(change);
    if (cause !== undefined) return cause;
  }
  return undefined;
};
