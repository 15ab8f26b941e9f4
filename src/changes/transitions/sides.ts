import { openApplySettings, openKeptSettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { tryFindSource } from '../../applied/find-source.js';
import { keyOf } from '../../applied/object-id.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import { isHelmRelease } from '../releases/release-of.js';
import { pairOf } from '../updates/refused-update.js';
import { valuesOfRelease } from './values/values-of-release.js';

/** An object that stays, as Flux applies it before and after the change. */
export interface Sides {
  /** With the known vars substituted. For a HelmRelease, `spec.values` are the values that Helm gets. */
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly object: OwnedObject;
  readonly next: OwnedObject;
  readonly before: ClusterState;
  readonly after: ClusterState;
  /** Whether its Kustomization has components, or patches that can't be applied here. */
  readonly isTransformed: boolean;
  /** The values of a release. */
  readonly values: SidesOfValues | undefined;
}

export interface SidesOfValues {
  /** Whether the change adds a layer that the trees don't show: it may contain the values that disappear. */
  readonly mayHaveMoved: boolean;
  /** The ConfigMap that a value comes from, or came from before it was removed. `undefined` if the value is inline. */
  originOf(path: JsonPath, isGone: boolean): string | undefined;
}

/**
 * Opens the sides of an object.
 *
 * @returns `undefined` if nothing differs that Flux applies
 */
export type OpenSides = (object: OwnedObject, next: OwnedObject) => Sides | undefined;

/** Opens two states. The settings of each Kustomization are read once. */
export const openSides = (before: ClusterState, after: ClusterState): OpenSides => {
  const [settingsBefore, settingsAfter] = [openApplySettings(before), openApplySettings(after)];
  const keepsSettings = openKeptSettings(before, after);
  const isSame = (object: OwnedObject, next: OwnedObject): boolean => {
    const [held, holds] = pairOf(object, next);
    return held.owner === holds.owner && equalJson(held.json, holds.json) && keepsSettings(held.owner);
  };
  /** Whether a release reads the same ConfigMaps and Secrets in addition to its own manifest. */
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
    // SOPS encrypts to another text each time.
    if (has.isLeftAlone || [held, holds].some(({ json }) => json['sops'] !== undefined)) return undefined;
    const [from, to] = [asApplied(held.json, had), asApplied(holds.json, has)];
    const rest = { object, next, before, after, isTransformed: has.isTransformed };
    if (!isRelease) return equalJson(from, to) ? undefined : { from, to, ...rest, values: undefined };
    const [was, is] = [valuesOfRelease(object, from, before), valuesOfRelease(next, to, after)];
    return {
      from: withValues(from, was.values),
      to: withValues(to, is.values),
      ...rest,
      values: {
        // A layer that was visible and disappears is really removed.
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
