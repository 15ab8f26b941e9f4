import { type ClusterState, ownerKey, ROOT } from '../../applied/cluster-state.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxObject } from '../../applied/view/flux-view.js';
import { nestedIn, readySettings } from '../../changes/externals/is-proven.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AdoptionReader } from './adoption-reader.js';
import { nextOwners, type Taken, type TakenOwner } from './choose-taken.js';

/** What a remaining Kustomization no longer waits for, since one of its dependencies loses it. */
export interface LostWait {
  readonly objects: readonly FluxObject[];
  /** Keys of the addons that now have these objects and that it can depend on. */
  readonly addons: readonly string[];
  /** Keys of those addons whose objects it waited for until they were ready. */
  readonly proven: readonly string[];
}

/** Tracks what waits for what while dependencies are added. */
export class Waits {
  readonly #base: AdoptionReader['base'];
  readonly #owners: Taken['owners'];
  readonly #planned: ClusterState;
  readonly #added = new Map<string, readonly string[]>();

  constructor({ base }: Pick<AdoptionReader, 'base'>, { owners }: Taken, planned: ClusterState) {
    this.#base = base;
    this.#owners = owners;
    this.#planned = planned;
  }

  add(key: string, dependencies: readonly string[]): void {
    this.#added.set(key, [...(this.#added.get(key) ?? []), ...dependencies]);
  }

  /** Keys of the addons that own some of these objects after the adoption. */
  addonsOf(objects: readonly FluxObject[]): readonly string[] {
    const all = objects.flatMap((object) => nextOwners(object, this.#planned));
    return [...new Set(all)].filter((key) => key !== ROOT).sort();
  }

  /** What a planned Kustomization depends on after the adoption; nothing for other Kustomizations. */
  planned(key: string): readonly string[] {
    const manifest = this.#planned.objects.get(ownerObjectKey(key))?.holdings[0].json;
    return manifest === undefined ? [] : dependenciesOf(manifest, key);
  }

  /** @param dependencies dependencies of the remaining Kustomization, one of which is the key of `taken` */
  lost(key: string, dependencies: readonly string[], taken: TakenOwner): LostWait {
    const below = waitedBelow(taken, this.#owners);
    const objects = [...taken.objects, ...below.flatMap((one) => one.objects)];
    const addons = this.addonsOf(objects).filter(
      (addon) => addon !== key && !dependencies.includes(addon) && !this.#waitsFor(addon, key),
    );
    const awaited = [taken, ...below].filter(({ owner }) => readySettings(owner).waits);
    const ready = this.addonsOf(awaited.flatMap((one) => one.objects));
    return { objects, addons, proven: addons.filter((addon) => ready.includes(addon)) };
  }

  #waitsFor(key: string, other: string, seen = new Set([key])): boolean {
    return this.#waitsOf(key).some(
      (one) => one === other || (!seen.has(one) && this.#waitsFor(one, other, seen.add(one))),
    );
  }

  #waitsOf(key: string): readonly string[] {
    const own = [...this.planned(key), ...(this.#added.get(key) ?? [])];
    const owner = this.#base.owners.get(key);
    if (owner === undefined || this.#planned.objects.has(ownerObjectKey(key))) return own;
    const { waits, checks } = readySettings(owner);
    const nested = waits ? nestedIn(owner) : checks.filter(({ kind }) => kind === 'Kustomization').map(ownerKey);
    return [...own, ...dependenciesOf(owner.json, key), ...nested];
  }
}

/** Kustomizations, at any depth, that one applies and waits for, and that lose something. */
const waitedBelow = ({ owner, children }: TakenOwner, owners: Taken['owners']): readonly TakenOwner[] => {
  const { waits, checks } = readySettings(owner);
  const checked = new Set(checks.filter(({ kind }) => kind === 'Kustomization').map(ownerKey));
  return children.flatMap(({ id }) => {
    const child = owners.get(ownerKey(id));
    if (child === undefined || !(waits || checked.has(ownerKey(id)))) return [];
    return [child, ...waitedBelow(child, owners)];
  });
};

/** The `namespace/name` of each dependency. */
export const dependenciesOf = ({ spec }: JsonObject, key: string): readonly string[] => {
  const list = isObject(spec) ? spec['dependsOn'] : undefined;
  const namespace = parseOwnerKey(key).namespace;
  return Array.isArray(list)
    ? list
        .filter(isObject)
        .map((one) => ownerKey({ namespace: String(one['namespace'] ?? namespace), name: String(one['name']) }))
    : [];
};
