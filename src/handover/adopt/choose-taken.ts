import { type ClusterState, isFluxKustomization, ownerKey, ROOT } from '../../applied/cluster-state.js';
import { keyOf, type ObjectId } from '../../applied/object-id.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxObject, FluxOwner, FluxView } from '../../applied/view/flux-view.js';
import { hidesObjects } from '../../changes/views/whole-states.js';
import { isObject } from '../../json/is-object.js';

/** What an adoption takes over from Kustomizations that fluxspan didn't write. */
export interface Taken {
  /** All owners that lose something, by key. */
  readonly owners: ReadonlyMap<string, TakenOwner>;
}

export interface TakenOwner {
  readonly owner: FluxOwner;
  /** Nothing that it keeps is used, so it goes. */
  readonly goes: boolean;
  /** An addon's own Kustomization with the same name and namespace replaces it. */
  readonly isReplaced: boolean;
  /** Objects that the plan also has. */
  readonly objects: readonly FluxObject[];
  /** Child Kustomizations that go with it. */
  readonly children: readonly FluxObject[];
  /**
   * Objects that only the taken objects use, such as chart values and sources. They are removed from git if the owner
   * goes, else they stay.
   */
  readonly rest: readonly FluxObject[];
  /** Objects that it keeps. */
  readonly kept: readonly FluxObject[];
}

/**
 * Finds what the plan takes over: exactly the objects that it declares. A Kustomization goes only if everything that it
 * applies is taken, or only serves taken objects.
 *
 * @param planned the state that Flux will have of the files that fluxspan writes
 * @param isOwn whether fluxspan wrote a file
 */
export const chooseTaken = (view: FluxView, planned: ClusterState, isOwn: (path: string) => boolean): Taken => {
  const isForeign = ({ path }: FluxObject, { key }: FluxOwner): boolean => key !== view.root || !isOwn(path);
  const isReplaced = (key: string): boolean =>
    key !== view.root && planned.owners.has(key) && !isObjectOfAddon(key, planned);
  const own = new Map(
    [...view.owners.values()].map((owner) => [owner.key, owner.objects.filter((one) => isForeign(one, owner))]),
  );
  const takenKeys = new Set<string>();
  for (const objects of own.values()) {
    for (const one of objects) if (nextOwners(one, planned).length > 0) takenKeys.add(keyOf(one.id));
  }
  const serving = findServing(own, takenKeys, planned);
  const goes = new Set<string>();
  // Parents come before their children, so the reverse order visits children first.
  for (const owner of [...view.owners.values()].reverse()) {
    const objects = own.get(owner.key)!;
    // A Kustomization that an addon takes over as an object keeps applying its own objects.
    const stays = owner.key === view.root || planned.owners.has(owner.key);
    if (stays || owner.notSeen.some(hidesObjects)) continue;
    const isGoing = ({ id }: FluxObject) => isFluxKustomization(id) && goes.has(ownerKey(id));
    const isTaken = ({ id }: FluxObject) => takenKeys.has(keyOf(id));
    if (!objects.some((one) => isTaken(one) || isGoing(one))) continue;
    if (objects.every((one) => isTaken(one) || isGoing(one) || serving.has(keyOf(one.id)))) goes.add(owner.key);
  }
  const owners = new Map<string, TakenOwner>();
  for (const owner of view.owners.values()) {
    const objects = own.get(owner.key)!;
    const taken = objects.filter(({ id }) => takenKeys.has(keyOf(id)));
    const children = objects.filter(
      ({ id }) => isFluxKustomization(id) && goes.has(ownerKey(id)) && !takenKeys.has(keyOf(id)),
    );
    const ends = goes.has(owner.key) || isReplaced(owner.key);
    if (taken.length === 0 && children.length === 0 && !(isReplaced(owner.key) && objects.length > 0)) continue;
    const left = objects.filter((one) => !taken.includes(one) && !children.includes(one));
    owners.set(owner.key, {
      owner,
      goes: goes.has(owner.key),
      isReplaced: isReplaced(owner.key),
      objects: taken,
      children,
      rest: left.filter(({ id }) => serving.has(keyOf(id))),
      kept: ends ? left.filter(({ id }) => !serving.has(keyOf(id))) : left,
    });
  }
  return { owners };
};

/** Whether a Kustomization is an object in an addon's folder, rather than the addon's own Kustomization. */
export const isObjectOfAddon = (owner: string, planned: ClusterState): boolean =>
  planned.objects.get(ownerObjectKey(owner))?.holdings.every((one) => one.owner !== ROOT) === true;

/** Keys of the owners that an object has in the plan; none if it isn't taken. */
export const nextOwners = ({ id, json }: FluxObject, planned: ClusterState): readonly string[] => {
  const next = planned.objects.get(keyOf(id));
  if (next !== undefined) return next.holdings.map(({ owner }) => owner);
  // CRDs from another repository aren't in the plan.
  const group = isObject(json['spec']) ? json['spec']['group'] : undefined;
  const unseen = id.kind === 'CustomResourceDefinition' ? planned.unseenGroups.get(String(group)) : undefined;
  return unseen === undefined ? [] : [unseen];
};

/** Stateless kinds that other objects reference by name. */
const SERVING: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap'],
  'source.toolkit.fluxcd.io': ['HelmRepository', 'OCIRepository', 'HelmChart', 'Bucket', 'GitRepository'],
};

/**
 * Objects that a taken object references, and that no remaining or new object references. Any text that equals its name
 * references a ConfigMap; a source needs kind, namespace and name.
 */
const findServing = (
  own: ReadonlyMap<string, readonly FluxObject[]>,
  taken: ReadonlySet<string>,
  planned: ClusterState,
): ReadonlySet<string> => {
  const candidates: FluxObject[] = [];
  const byTaken = new Set<string>();
  const byOthers = new Set<string>();
  for (const objects of own.values()) {
    for (const object of objects) {
      const { id } = object;
      if (taken.has(keyOf(id))) for (const name of namesIn(object)) byTaken.add(name);
      else if (SERVING[id.group]?.includes(id.kind) === true) candidates.push(object);
      else for (const name of namesIn(object)) byOthers.add(name);
    }
  }
  if (candidates.length === 0) return new Set();
  for (const { id, holdings } of planned.objects.values())
    for (const name of namesIn({ id, json: holdings[0].json })) byOthers.add(name);
  const serving = candidates.filter(({ id }) => {
    const names = id.kind === 'ConfigMap' ? [id.name] : [sourceName(id), sourceName({ ...id, namespace: '' })];
    return names.some((name) => byTaken.has(name)) && !names.some((name) => byOthers.has(name));
  });
  return new Set(serving.map(({ id }) => keyOf(id)));
};

/** The key of a source; without a namespace if that isn't known. */
const sourceName = ({ kind, namespace, name }: Pick<ObjectId, 'kind' | 'namespace' | 'name'>): string =>
  `${kind}/${namespace}/${name}`;

/** All texts of an object outside of its metadata, and keys of the sources that it references. */
const namesIn = ({ id, json: { metadata: _, ...rest } }: Pick<FluxObject, 'id' | 'json'>): readonly string[] => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isObject(value)) {
      const { kind, name, namespace = id.namespace } = value;
      if (typeof kind === 'string' && typeof name === 'string')
        found.push(sourceName({ kind, name, namespace: String(namespace) }));
      for (const item of Object.values(value)) visit(item);
    }
  };
  visit(rest);
  return found;
};
