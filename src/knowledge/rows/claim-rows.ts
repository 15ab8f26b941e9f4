import type { Step, ValueTransition } from '../../changes/transitions/values/value-transition.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { isStateful } from '../form/stateful.js';
import { isAbsent, isKept, isOff, isOn, isText, KEEP } from './value-predicates.js';

/** What most charts call the settings of a claim that they make; those of bjw-s have several below. */
const inClaim = (...keys: readonly string[]): RegExp =>
  new RegExp(`(?:^|\\.)(?:persistence|persistentVolume)(?:\\.[^.]+)?\\.(?:${keys.join('|')})$`);

/** Below `persistence`, by the name, and by what they have: other volumes and settings. */
const NO_CLAIM = /^(?:inMemory|labels|annotations|metrics|lookup\w*)$/i;
const NO_CLAIM_KEYS = ['medium', 'hostPath', 'configMap', 'secret', 'server', 'emptyDir'];
const isClaim = (claim: JsonObject, { path }: Pick<Step, 'path'>): boolean => {
  const { type, existingClaim, retain } = claim;
  const isOther = NO_CLAIM.test(String(path.at(-2))) || NO_CLAIM_KEYS.some((key) => claim[key] !== undefined);
  const isOfClaim = type === 'pvc' || type === 'persistentVolumeClaim' || (type === undefined && !isOther);
  return isOfClaim && !isText(existingClaim) && retain !== true && !isKept(claim);
};
/** Charts have a default for it; who sets a size has a claim. */
const isEnabled = ({ enabled, type, size, storageClass }: JsonObject): boolean =>
  enabled === true || (enabled === undefined && [type, size, storageClass].some(isText));
/** The chart makes the claim, and Helm may delete it. */
const isOwn = (claim: JsonObject, step: Pick<Step, 'path'>): boolean => isClaim(claim, step) && isEnabled(claim);

const lostClaim = {
  destroys: 'a claim of the chart with its data',
  effect: `Helm deletes a claim that the chart made and no longer makes, unless it has the annotation ${KEEP}: keep`,
  instead: 'to keep it, let the chart set that annotation in a change of its own, or back up the data',
};

/** Whether some part of a chart has a claim of its own. */
export const hasClaims = (part: JsonObject): boolean =>
  ['persistence', 'persistentVolume'].some((key) => {
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
const isOwnOnBoth = (step: Step): boolean => isOwn(step.was, step) && isOwn(step.is, step);
/** Databases and the like: their charts make a StatefulSet. */
const isOfSet = ({ path, release }: Step): boolean => [...path, release.chart].some(isStateful);
const compareSize = (from: unknown, to: unknown): 'grows' | 'shrinks' | undefined => {
  const [old, now] = [parseQuantity(from), parseQuantity(to)];
  if (old === undefined || now === undefined || old === now) return undefined;
  return now > old ? 'grows' : 'shrinks';
};

/** Claims that a chart makes, and those that it is given: https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
export const claimRows: readonly ValueTransition[] = [
  {
    ...lostClaim,
    path: inClaim('enabled'),
    from: (value, { was, to }) => value === true || (value === undefined && to === false && isEnabled(was)),
    to: isOff,
    // One with a type or a size needs no `enabled`.
    unless: (step) =>
      !isClaim(step.was, step) ||
      (isAbsent(step.to) && isClaim(step.is, step) && isEnabled({ ...step.is, enabled: undefined })),
  },
  // An entry by itself, as the charts of bjw-s have them; one with a type is seen by that.
  {
    ...lostClaim,
    path: /(?:^|\.)(?:persistence|persistentVolume)\.[^.]+$/,
    from: (value, { path }) =>
      isObject(value) &&
      value['type'] === undefined &&
      value['enabled'] === undefined &&
      hasSize(value) &&
      isOwn(value, { path: [...path, ''] }),
    to: isAbsent,
  },
  {
    ...lostClaim,
    path: /\.enabled$/,
    from: isOn,
    to: (value) => value === false,
    unless: ({ path, was }) => !hasClaims(was) || (path.length === 2 && isStateful(path[0])),
  },
  {
    ...lostClaim,
    path: inClaim('existingClaim'),
    from: (value) => !isText(value),
    to: isText,
    unless: (step) => !isOwn(step.was, step) || step.is['enabled'] === false,
  },
  {
    ...lostClaim,
    path: inClaim('type'),
    from: () => true,
    to: (value, { was }) => isText(value) || (isAbsent(value) && was['enabled'] === undefined),
    unless: (step) =>
      !isOwn(step.was, step) || step.is['enabled'] === false || (isClaim(step.is, step) && step.to !== undefined),
  },
  {
    path: inClaim('existingClaim'),
    from: isText,
    to: (value) => !isText(value),
    // NFS and the like have the data, or others.
    unless: ({ was, is }) =>
      was['enabled'] === false || is['enabled'] === false || (isText(is['type']) && !EMPTY.has(is['type'])),
    risks: 'start without its data',
    effect: 'without existingClaim, the chart makes a new, empty claim or none; the old one stays, and nothing uses it',
    instead: 'to go on with the data, leave existingClaim, or copy them to the new claim first',
  },
  {
    path: inClaim('storageClass', 'storageClassName'),
    from: () => true,
    to: () => true,
    unless: (step) => !isOwnOnBoth(step) || isText(step.from) === isText(step.to),
    severity: 'notice',
    says: 'asks for another class of its claim, unless it is the default one',
    effect: 'the class of a claim that is there cannot change, so the upgrade fails where it is another one',
    instead: 'leave the class as it is, unless the claim has this one already',
  },
  {
    path: inClaim('size'),
    from: () => true,
    to: (value, step) => compareSize(step.from, value) === 'grows',
    unless: (step) => !isOwnOnBoth(step) || isOfSet(step),
    severity: 'notice',
    says: 'asks for a larger claim',
    effect:
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment grows where its class lets it",
    instead:
      'for a StatefulSet, first let its claims grow (kubectl edit pvc), then delete it with --cascade=orphan right before the upgrade',
  },
  {
    path: inClaim('size', 'storageClass', 'storageClassName'),
    from: () => true,
    to: () => true,
    unless: (step) => {
      if (!isOwnOnBoth(step)) return true;
      const { path, from, to } = step;
      if (path.at(-1) !== 'size') return !isText(from) || !isText(to);
      const change = compareSize(from, to);
      return change === undefined || (change === 'grows' && !isOfSet(step));
    },
    risks: 'fail to upgrade',
    effect:
      "if the chart makes a StatefulSet, its volumeClaimTemplates can't change, and the upgrade fails; a claim of a Deployment can grow where its class lets it, and nothing else",
    instead:
      'for a StatefulSet, first let its claims grow (kubectl edit pvc), then delete it with --cascade=orphan right before the upgrade',
  },
];
