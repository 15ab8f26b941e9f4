import { openApplySettings, openKeptVars } from '../../applied/apply-settings.js';
import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { tryFindSource } from '../../applied/find-source.js';
import { keyOf } from '../../applied/object-id.js';
import { withVars } from '../../applied/with-vars.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import { isHelmRelease } from '../releases/release-of.js';
import { pairOf } from '../updates/refused-update.js';
import { valuesOfRelease } from './values/values-of-release.js';

/** An object that stays, as Flux applies it before and after. */
export interface Sides {
  /** With the vars that are known in their places; of a HelmRelease, `spec.values` are what Helm gets. */
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly object: OwnedObject;
  readonly next: OwnedObject;
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** Its Kustomization has patches or the like. */
  readonly isTransformed: boolean;
  /** Of the values of a release. */
  readonly values: SidesOfValues | undefined;
}

export interface SidesOfValues {
  /** A layer is new that the trees don't show: what is no longer seen may be in it. */
  readonly mayHaveMoved: boolean;
  /** The ConfigMap that a value comes from, or came from where it is gone; `undefined`: it is inline. */
  originOf(path: JsonPath, isGone: boolean): string | undefined;
}

/** @returns the sides of an object; `undefined` where nothing differs that Flux applies */
export type OpenSides = (object: OwnedObject, next: OwnedObject) => Sides | undefined;

/** Opens two states; what a Kustomization says of its objects is read once. */
export const openSides = (before: ClusterState, after: ClusterState): OpenSides => {
  const [settingsBefore, settingsAfter] = [openApplySettings(before), openApplySettings(after)];
  const keepsVars = openKeptVars(before, after);
  const isSame = (object: OwnedObject, next: OwnedObject): boolean => {
    const [held, holds] = pairOf(object, next);
    return held.owner === holds.owner && equalJson(held.json, holds.json) && keepsVars(held.owner);
  };
  /** What a release reads, beside its own manifest. */
  const readsSame = ({ id, holdings: [{ json }] }: OwnedObject): boolean => {
    const isKept = (key: string): boolean => {
      const [old, now] = [before.objects.get(key), after.objects.get(key)];
      return old === now || (old !== undefined && now !== undefined && isSame(old, now));
    };
    const maps = objectsOf(readField(json, 'spec.valuesFrom')).filter(({ kind }) => kind === 'ConfigMap');
    const chart = fieldsOf(readField(json, 'spec.chartRef'));
    const source = tryFindSource(chart, id.namespace, before);
    return (
      maps.every(({ name }) =>
        isKept(keyOf({ group: '', kind: 'ConfigMap', namespace: id.namespace, name: String(name) })),
      ) &&
      (source === undefined || isKept(source.key))
    );
  };
  return (object, next) => {
    const isRelease = isHelmRelease(object);
    if (isSame(object, next) && (!isRelease || readsSame(object))) return undefined;
    const [held, holds] = pairOf(object, next);
    const [had, has] = [settingsBefore(held), settingsAfter(holds)];
    // What SOPS encrypts looks different each time.
    if (has.isLeftAlone || [held, holds].some(({ json }) => json['sops'] !== undefined)) return undefined;
    const [from, to] = [withVars(held.json, had), withVars(holds.json, has)];
    const rest = { object, next, before, after, isTransformed: has.isTransformed };
    if (!isRelease) return equalJson(from, to) ? undefined : { from, to, ...rest, values: undefined };
    const [was, is] = [valuesOfRelease(object, from, before), valuesOfRelease(next, to, after)];
    return {
      from: withValues(from, was.values),
      to: withValues(to, is.values),
      ...rest,
      values: {
        // What was seen and is no longer there is gone.
        mayHaveMoved: is.isUnreadable || [...is.unseen].some((layer) => !was.unseen.has(layer) && !was.seen.has(layer)),
        originOf: (path, isGone) => (isGone ? was : is).originOf(path),
      },
    };
  };
};

const withValues = (json: JsonObject, values: JsonObject): JsonObject => ({
  ...json,
  spec: { ...fieldsOf(json['spec']), values },
});
