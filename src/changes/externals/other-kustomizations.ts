import type { FluxOwner, FluxView } from '../../applied/view/flux-view.js';
import { ownerKey, parseOwnerKey } from '../../declared/owner-key.js';
import { objectsOf } from '../../json/as-shape.js';
import { specOf } from '../../json/manifest-fields.js';
import type { OtherKustomization } from '../../rules/index.js';
import { nestedIn, readySettings } from './is-proven.js';

export const isSuspended = (owner: Pick<FluxOwner, 'json'>): boolean => specOf(owner.json)['suspend'] === true;

/**
 * Keys of the Kustomizations that an owner certainly depends on. An expression in a dependency may stand for another
 * name.
 */
export const dependenciesOf = (owner: Pick<FluxOwner, 'key' | 'json'>): readonly string[] => {
  const all = specOf(owner.json)['dependsOn'];
  return objectsOf(all).flatMap(({ name, namespace, readyExpr }) => {
    if (typeof name !== 'string' || (readyExpr ?? undefined) !== undefined) return [];
    return [
      ownerKey({ namespace: typeof namespace === 'string' ? namespace : parseOwnerKey(owner.key).namespace, name }),
    ];
  });
};

/** The order of all Kustomizations that the given ones wait for, directly or indirectly. */
export const otherKustomizations = (view: FluxView, from: readonly string[]): readonly OtherKustomization[] => {
  const found = new Map<string, OtherKustomization>();
  const open = [...from];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const owner = view.owners.get(key);
    // Another diagnostic reports suspended Kustomizations, which do nothing.
    if (owner === undefined || found.has(key) || isSuspended(owner)) continue;
    // A root that checks nothing is ready once it has applied all.
    if (key === view.root && waitedFor(owner).length === 0) continue;
    const other: OtherKustomization = {
      key,
      place: owner.file === undefined ? {} : { file: owner.file },
      dependsOn: dependenciesOf(owner),
      waitsFor: waitedFor(owner),
      parents: owner.parents.filter((one) => one !== view.root),
    };
    found.set(key, other);
    open.push(...other.dependsOn, ...other.waitsFor, ...other.parents);
  }
  return [...found.values()];
};

/**
 * The Kustomizations that must be ready before an owner is. One with a kubeConfig applies its objects to another
 * cluster.
 */
export const waitedFor = (owner: FluxOwner): readonly string[] => {
  if ((specOf(owner.json)['kubeConfig'] ?? undefined) !== undefined) return [];
  const { waits, checks } = readySettings(owner);
  // `wait` ignores Kustomizations among an owner's objects.
  const all = waits ? nestedIn(owner) : checks.filter(({ kind }) => kind === 'Kustomization').map(ownerKey);
  return all.filter((key) => key !== owner.key);
};
