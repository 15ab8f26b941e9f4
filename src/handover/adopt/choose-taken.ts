import { type ClusterState, isFluxKustomization, ownerKey, ROOT } from '../../applied/cluster-state.js';
import { keyOf, type ObjectId } from '../../applied/object-id.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { FluxObject, FluxOwner, FluxView } from '../../applied/view/flux-view.js';
import { hidesObjects } from '../../changes/views/whole-states.js';
import { isObject } from '../../json/is-object.js';

/** What an adoption takes from the Kustomizations that fluxspan did not write. */
export interface Taken {
  /** By the owner's key, of all that lose something. */
  readonly owners: ReadonlyMap<string, TakenOwner>;
}

export interface TakenOwner {
  readonly owner: FluxOwner;
  /** Nothing of it is left that anybody uses. */
  readonly goes: boolean;
  /** An addon's own Kustomization has its name and namespace, and takes its place. */
  readonly isReplaced: boolean;
  /** Objects that the plan has too. */
  readonly objects: readonly FluxObject[];
  /** Kustomizations that go with it. */
  readonly children: readonly FluxObject[];
  /** What only the taken objects use: values of a chart, sources. It goes from git with one that goes, and stays else. */
  readonly rest: readonly FluxObject[];
  /** What it keeps. */
  readonly kept: readonly FluxObject[];
}

/**
 * Finds what the plan takes over: the objects that it declares, and nothing else. A Kustomization goes only when all
 * that it applies is taken or serves nothing but what is taken.
 *
 * @param planned what fluxspan will write, as Flux will have it
 * @param isOwn whether a file is one of fluxspan's
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
  // Children are read after their parents, so that from the end each is known before what applies it.
  for (const owner of [...view.owners.values()].reverse()) {
    const objects = own.get(owner.key)!;
    // One that an addon takes over as an object goes on with its own.
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

/** Whether a Kustomization is an object in the folder of an addon, and not the addon's own. */
export const isObjectOfAddon = (owner: string, planned: ClusterState): boolean =>
  planned.objects.get(ownerObjectKey(owner))?.holdings.every((one) => one.owner !== ROOT) === true;

/** Who has an object with the plan, by its key; no one, where it isn't taken. */
export const nextOwners = ({ id, json }: FluxObject, planned: ClusterState): readonly string[] => {
  const next = planned.objects.get(keyOf(id));
  if (next !== undefined) return next.holdings.map(({ owner }) => owner);
  // CRDs that come from another repository are in no plan.
  const group = isObject(json['spec']) ? json['spec']['group'] : undefined;
  const unseen = id.kind === 'CustomResourceDefinition' ? planned.unseenGroups.get(String(group)) : undefined;
  return unseen === undefined ? [] : [unseen];
};

/** Kinds that hold no state, and that others name by their name. */
const SERVING: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap'],
  'source.toolkit.fluxcd.io': ['HelmRepository', 'OCIRepository', 'HelmChart', 'Bucket', 'GitRepository'],
};

/**
 * Objects that a taken one names, and that nothing names which stays or comes. A ConfigMap is named by any text that is
 * its name; a source by its kind, namespace and name.
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

/** Without a namespace where it isn't known. */
const sourceName = ({ kind, namespace, name }: Pick<ObjectId, 'kind' | 'namespace' | 'name'>): string =>
  `${kind}/${namespace}/${name}`;

/** All texts of an object but what describes it, and what it names by kind and name, in its own namespace or another. */
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
