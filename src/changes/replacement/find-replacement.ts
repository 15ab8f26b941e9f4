import type { ReplacementCause } from '../model/replacement-cause.js';
import type { Change } from './change.js';
import { destroyedByTerraform } from './destroyed-by-terraform.js';
import { lossyChanges } from './lossy-changes.js';
import { lostAddress } from './lost-address.js';
import { lostBalancer } from './lost-balancer.js';
import { lostConversion } from './lost-conversion.js';
import { lostRenewal } from './lost-renewal.js';
import { replacedKustomization } from './replaced-kustomization.js';
import { replacedObject } from './replaced-object.js';
import { replacedRelease } from './replaced-release.js';
import { scaledDownSet } from './scaled-down-set.js';

/** The most severe cause comes first. */
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

/**
 * Finds why an object on both sides is replaced, or destroys what belongs to it. Merges all causes into one: a
 * declaration covers the object, so the report must show everything that it covers. Returns `undefined` if the object
 * stays or changes in place. Pure.
 */
export const tryFindReplacement = (change: Change): ReplacementCause | undefined => {
  const found = finders.flatMap((find) => find(change) ?? []);
  const first = found.find(({ certain }) => certain) ?? found[0];
  return first === undefined ? undefined : found.filter((one) => one !== first).reduce(withMore, first);
};

const withMore = (cause: ReplacementCause, other: ReplacementCause): ReplacementCause => {
  const { isHarmless, ...rest } = cause;
  const news = other.differences.filter((one) => !cause.differences.includes(one));
  // Two finders may describe the same change.
  if (news.length === 0 && other.destroys === cause.destroys) return cause;
  const also = alsoOf(other);
  const instead = [cause.instead, other.instead].filter((one) => one !== undefined && one !== '');
  return {
    ...rest,
    differences: [...cause.differences, ...news],
    effect: also === undefined ? cause.effect : `${cause.effect}; ${also}`,
    also: [...(cause.also ?? []), other.effect, ...(other.also ?? [])],
    ...(instead.length === 0 ? {} : { instead: [...new Set(instead)].join('; ') }),
    ...(isHarmless === true && other.isHarmless === true ? { isHarmless } : {}),
  };
};

const alsoOf = ({ destroys, risks, certain }: ReplacementCause): string | undefined => {
  if (risks !== undefined) return `apart from that, the change may ${risks}`;
  if (destroys !== undefined)
    return certain
      ? `apart from that, the change destroys ${destroys}`
      : `apart from that, the change may destroy ${destroys}`;
  return undefined;
};
