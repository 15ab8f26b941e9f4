import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import type { EffectRow, Place, When } from '../form/effect.js';
import { KEEP, keysOf, ofValues } from '../form/helm-release.js';
import { isStateful } from '../form/stateful.js';
import { isAbsent, isKept, isOff, isText } from './values.js';

type At = Pick<Place, 'path'>;

/** The usual name of a claim's settings in charts; charts of bjw-s have several claims below it. */
const CLAIMS = ['persistence', 'persistentVolume'];
const inClaim = (...keys: readonly string[]) =>
  ofValues(...CLAIMS.flatMap((claim) => keys.flatMap((key) => [`${claim}.${key}`, `${claim}.*.${key}`])));

/** Keys below `persistence` that aren't claims, but other volumes and settings. */
const NO_CLAIM = /^(?:inMemory|labels|annotations|metrics|lookup\w*)$/i;
const NO_CLAIM_KEYS = ['medium', 'hostPath', 'configMap', 'secret', 'server', 'emptyDir'];
const isClaim = (claim: JsonObject, { path }: At): boolean => {
  const { type, existingClaim, retain } = claim;
  const isOther = NO_CLAIM.test(String(path.at(-2))) || NO_CLAIM_KEYS.some((key) => claim[key] !== undefined);
  const isOfClaim = type === 'pvc' || type === 'persistentVolumeClaim' || (type === undefined && !isOther);
  return isOfClaim && !isText(existingClaim) && retain !== true && !isKept(claim);
};
/** Whether a claim is enabled. Charts have a default, but a size implies a claim. */
const isEnabled = ({ enabled, type, size, storageClass }: JsonObject): boolean =>
  enabled === true || (enabled === undefined && [type, size, storageClass].some(isText));
/** Whether the chart creates the claim, so that Helm may delete it. */
const isOwn = (claim: JsonObject, at: At): boolean => isClaim(claim, at) && isEnabled(claim);
const wasOwn: When = (_, __, place) => isOwn(place.holder[0], place);
const isOwnOnBoth: When = (_, __, place) => place.holder.every((claim) => isOwn(claim, place));
const isOn: When = (_, __, { holder: [, is] }) => is['enabled'] !== false;

const lostClaim = {
  destroys: 'a claim of the chart with its data',
  effect: `Helm deletes a claim that the chart made and no longer makes, unless it has the annotation ${KEEP}: keep`,
  instead: 'to keep it, let the chart set that annotation in a change of its own, or back up the data',
};

/** Whether some part of a chart has a claim of its own. */
const hasClaims = (part: JsonObject): boolean =>
  CLAIMS.some((key) => {
    const all = fieldsOf(part[key]);
    return (
      isOwn(all, { path: [key, ''] }) ||
      Object.entries(all).some(([name, one]) => isObject(one) && hasSize(one) && isOwn(one, { path: [key, name, ''] }))
    );
  });
const hasSize = ({ size, accessMode, accessModes, storageClass }: JsonObject): boolean =>
  [size, accessMode, accessModes, storageClass].some((one) => one !== undefined);

/** Types with which a volume starts empty. */
const EMPTY: ReadonlySet<unknown> = new Set(['pvc', 'persistentVolumeClaim', 'emptyDir']);
/** Databases and the like, whose charts create a StatefulSet. */
const isOfSet: When = (_, __, place) => [...keysOf(place), place.release.chart].some(isStateful);
const compareSize = (from: unknown, to: unknown): 'grows' | 'shrinks' | undefined => {
  const [old, now] = [parseQuantity(from), parseQuantity(to)];
  if (old === undefined || now === undefined || old === now) return undefined;
  return now > old ? 'grows' : 'shrinks';
};
const isOtherSize: When = (was, is, place) => {
  const change = compareSize(was, is);
  return change === 'shrinks' || (change === 'grows' && isOfSet(was, is, place));
};

const growsByHand =
  'for a StatefulSet, first let its claims grow (kubectl edit pvc), then delete it with --cascade=orphan right before the upgrade';

/** Claims that a chart creates, and existing ones that it uses. */
export const claims: readonly EffectRow[] = [
  {
    ...inClaim('enabled'),
    ...lostClaim,
    when: (was, is, place) => {
      const [claim, next] = place.holder;
      const wasOn = was === true || (was === undefined && is === false && isEnabled(claim));
      // A claim with a type or size doesn't need `enabled`.
      const staysOn = isAbsent(is) && isClaim(next, place) && isEnabled({ ...next, enabled: undefined });
      return wasOn && isOff(is) && isClaim(claim, place) && !staysOn;
    },
  },
  // A whole entry, as in charts of bjw-s, recognized by its type.
  {
    ...ofValues(...CLAIMS.map((claim) => `${claim}.*`)),
    ...lostClaim,
    when: (was, is, { path }) =>
      isObject(was) &&
      was['type'] === undefined &&
      was['enabled'] === undefined &&
      hasSize(was) &&
      isOwn(was, { path: [...path, ''] }) &&
      isAbsent(is),
  },
  {
    ...ofValues('*.enabled'),
    ...lostClaim,
    when: (was, is, place) => {
      const keys = keysOf(place);
      const isDependency = keys.length === 2 && isStateful(keys[0]);
      return was === true && is === false && hasClaims(place.holder[0]) && !isDependency;
    },
  },
  {
    ...inClaim('existingClaim'),
    ...lostClaim,
    when: (was, is, place) => !isText(was) && isText(is) && wasOwn(was, is, place) && isOn(was, is, place),
  },
  {
    ...inClaim('type'),
    ...lostClaim,
    when: (was, is, place) => {
      const [claim, next] = place.holder;
      const isOther = isText(is) || (isAbsent(is) && claim['enabled'] === undefined);
      const staysClaim = isClaim(next, place) && is !== undefined;
      return isOther && wasOwn(was, is, place) && isOn(was, is, place) && !staysClaim;
    },
  },
  {
    ...inClaim('existingClaim'),
    when: (was, is, { holder: [claim, next] }) => {
      // Types such as NFS have existing or other data.
      const isOther = isText(next['type']) && !EMPTY.has(next['type']);
      return isText(was) && !isText(is) && claim['enabled'] !== false && next['enabled'] !== false && !isOther;
    },
    risks: 'start without its data',
    effect: 'without existingClaim, the chart makes a new, empty claim or none; the old one stays, and nothing uses it',
    instead: 'to go on with the data, leave existingClaim, or copy them to the new claim first',
  },
  {
    ...inClaim('storageClass', 'storageClassName'),
    when: (was, is, place) => isOwnOnBoth(was, is, place) && isText(was) !== isText(is),
    severity: 'notice',
    says: 'asks for another class of its claim, unless it is the default one',
    effect: 'the class of a claim that is there cannot change, so the upgrade fails where it is another one',
    instead: 'leave the class as it is, unless the claim has this one already',
  },
  {
    ...inClaim('size'),
    when: (was, is, place) =>
      compareSize(was, is) === 'grows' && isOwnOnBoth(was, is, place) && !isOfSet(was, is, place),
    severity: 'notice',
    says: 'asks for a larger claim',
    effect:
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment grows where its class lets it",
    instead: growsByHand,
  },
  {
    ...inClaim('size', 'storageClass', 'storageClassName'),
    when: (was, is, place) => {
      const isOther = place.path.at(-1) === 'size' ? isOtherSize(was, is, place) : isText(was) && isText(is);
      return isOther && isOwnOnBoth(was, is, place);
    },
    risks: 'fail to upgrade',
    effect:
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment can grow where its class lets it, and nothing else",
    instead: growsByHand,
  },
];
