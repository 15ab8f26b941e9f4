import { type ClusterState, ownerKey, ROOT } from '../../base/cluster-state.js';
import { titleOf } from '../../base/object-id.js';
import { ownerName } from '../../base/owner-name.js';
import type { FluxObject } from '../../base/view/flux-view.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { adoptionWaits } from '../diagnostics.js';
import { keyOf, readySettings } from '../externals/is-proven.js';
import type { AdoptionReader } from './adoption-reader.js';
import { nextOwners, type Taken, type TakenOwner } from './choose-taken.js';
import { kustomizationKey } from './object-edit.js';

/** What no longer waits for what it waited for. A cluster that runs doesn't notice, and a new one may. */
export const orderNotices = (
  { base }: AdoptionReader,
  cluster: string,
  { owners }: Taken,
  planned: ClusterState,
): readonly Diagnostic[] => {
  const notices: Diagnostic[] = [];
  const waitsOf = (key: string): readonly string[] => {
    const manifest = planned.objects.get(kustomizationKey(key))?.holdings[0].json;
    return manifest === undefined ? [] : dependenciesOf(manifest, key);
  };
  const waitsFor = (key: string, other: string, seen = new Set([key])): boolean =>
    waitsOf(key).some((one) => one === other || (!seen.has(one) && waitsFor(one, other, seen.add(one))));
  const addonsOf = (objects: readonly FluxObject[]): readonly string[] =>
    [...new Set(objects.flatMap((object) => nextOwners(object, planned)))].filter((key) => key !== ROOT).sort();
  for (const taken of owners.values()) {
    const { owner, goes, isReplaced } = taken;
    const objects = [...taken.objects, ...waitedBelow(taken, owners)];
    const addons = addonsOf(objects);
    // Who waits for one that an addon of its name replaces, waits for the addon.
    for (const one of goes || isReplaced ? [] : base.owners.values()) {
      const waits = dependenciesOf(one.json, one.key);
      const missing = addons.filter((key) => key !== one.key && !waits.includes(key) && !waitsFor(key, one.key));
      if (owners.get(one.key)?.goes === true || !waits.includes(owner.key) || missing.length === 0) continue;
      notices.push(
        diagnose(adoptionWaits, {
          message: `Kustomization "${ownerName(one.key)}" depends on "${ownerName(owner.key)}", and no longer waits for what that one loses: ${objects.map(({ id }) => titleOf(id)).join(', ')}`,
          at: { cluster, ...(one.file === undefined ? {} : { file: one.file }) },
          fix: `where it needs that on a new cluster, add to its dependsOn: ${missing.map(entry).join(', ')}`,
        }),
      );
    }
    for (const addon of addonsOf(taken.objects)) {
      const waits = waitsOf(addon);
      const missing = dependenciesOf(owner.json, owner.key).filter(
        (key) => key !== addon && owners.get(key)?.goes !== true && !planned.owners.has(key) && !waits.includes(key),
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

/** What goes with Kustomizations that one applies and waits for. */
const waitedBelow = ({ owner, children }: TakenOwner, owners: Taken['owners']): readonly FluxObject[] => {
  const { waits, checks } = readySettings(owner);
  const checked = new Set(checks.filter(({ kind }) => kind === 'Kustomization').map(keyOf));
  return children.flatMap(({ id }) => {
    const child = owners.get(ownerKey(id));
    if (child === undefined || !(waits || checked.has(ownerKey(id)))) return [];
    return [...child.objects, ...waitedBelow(child, owners)];
  });
};

const dependenciesOf = ({ spec }: JsonObject, key: string): readonly string[] => {
  const list = isObject(spec) ? spec['dependsOn'] : undefined;
  const namespace = key.slice(0, key.indexOf('/'));
  return Array.isArray(list)
    ? list.filter(isObject).map((one) => `${String(one['namespace'] ?? namespace)}/${String(one['name'])}`)
    : [];
};

const entry = (key: string): string =>
  `{ name: ${key.slice(key.indexOf('/') + 1)}, namespace: ${key.slice(0, key.indexOf('/'))} }`;
