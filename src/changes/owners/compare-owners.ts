import { openApplySettings, openKeptSettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import type { ClusterState, Holding, OwnedObject } from '../../applied/cluster-state.js';
import { deletes } from '../../applied/owned-objects.js';
import { compareText } from '../../json/compare-text.js';
import { equalJson } from '../../json/equal-json.js';
import type { Deletion, Move, OwnerChanges, Replacement } from '../model/owner-changes.js';
import { tryFindReplacement } from '../replacement/find-replacement.js';
import { kubeConfigDifference } from '../replacement/replacement-differences.js';
import { openTransitions, type TransitionsOf } from '../transitions/find-transitions.js';
import { openRestarts } from '../updates/pod-restarts.js';
import { findRefusedUpdates, type RefusedUpdates } from '../updates/refused-update.js';
import { takeSuccessions } from './find-successions.js';
import { mayBeMadeYet, setMoveOf } from './set-owners.js';
import { findTakenReleases, takerOf } from './taken-releases.js';

/**
 * Compares what Flux has with what it will have. Pure.
 *
 * @param updates the updates that the API server refuses
 * @param transitionsOf gives the harmful changes of an object between the two states
 */
export const compareOwners = (
  before: ClusterState,
  after: ClusterState,
  updates: RefusedUpdates = findRefusedUpdates(before, after),
  transitionsOf: TransitionsOf = openTransitions(before, after),
): OwnerChanges => {
  const created: OwnedObject[] = [];
  const changed: OwnedObject[] = [];
  const restarts = new Map<string, string>();
  const restartOf = openRestarts(before, after);
  const isChanged = openChanged(before, after);
  const moved: Move[] = [];
  const deleted: Deletion[] = [];
  const leftBehind: Deletion[] = [];
  const replaced: Replacement[] = [];
  for (const object of after.objects.values()) if (!before.objects.has(object.key)) created.push(object);
  for (const object of before.objects.values()) {
    const next = after.objects.get(object.key);
    const owners = ownersOf(object.holdings, before, after);
    const unseen = next === undefined ? unseenOwner(object, after) : undefined;
    if (unseen !== undefined) {
      const losing = object.holdings.filter((holding) => holding.owner !== unseen);
      const holding = losing.filter((one) => !letsGo(one, before, after));
      moved.push({ before: object, after: undefined, from: losing.map((one) => one.owner), to: [unseen], holding });
      continue;
    }
    if (next === undefined && object.holdings.every((holding) => isHiddenNow(holding, before, after))) continue;
    if (next === undefined) {
      const late = object.holdings.filter((holding) => deletesWhenResumed(holding, before, after));
      const now = object.holdings.filter((holding) => !letsGo(holding, before, after));
      const by = [...now, ...late].map((holding) => holding.owner);
      const isLate = now.length === 0 && late.length > 0;
      const inUse = object.id.kind === 'Namespace' && after.index.inNamespace(object.id.name).length > 0;
      (by.length === 0 ? leftBehind : deleted).push({
        object,
        owners,
        by,
        ...(inUse ? { inUse } : {}),
        ...(isLate ? { isLate } : {}),
      });
      continue;
    }
    const to = next.holdings.map((holding) => holding.owner);
    const bySets = setMoveOf(object, next);
    if (bySets === 'taken-from-set') {
      created.push(next);
      continue;
    }
    if (bySets === 'taken-by-set') {
      const by = object.holdings.filter((one) => !letsGo(one, before, after)).map((one) => one.owner);
      if (by.length > 0) {
        deleted.push({ object, owners, by });
        continue;
      }
    }
    const losing = bySets === undefined ? object.holdings.filter(({ owner }) => !to.includes(owner)) : [];
    // A second owner may join an old owner that stays. Nothing is lost, and the rules refuse it.
    if (losing.length > 0) {
      const holding = losing.filter((one) => !letsGo(one, before, after));
      moved.push({ before: object, after: next, from: losing.map((one) => one.owner), to, holding });
    }
    const cause = tryFindReplacement({
      object,
      before,
      next,
      after,
      refused: updates.get(object.key),
      transitions: () => transitionsOf(object, next),
    });
    if (cause !== undefined) replaced.push({ object, after: next, owners, by: to, ...cause });
    else if (losing.length === 0 && isChanged(object.holdings[0], next.holdings[0])) {
      changed.push(next);
      const restart = restartOf(object, next);
      if (restart !== undefined) restarts.set(next.key, restart);
    }
  }
  const renamed = takeSuccessions(created, deleted);
  for (const { object, next, cause } of findTakenReleases({ before, after, created, deleted })) {
    const at = deleted.findIndex((one) => one.object === object);
    const [deletion] = deleted.splice(at, 1);
    created.splice(created.indexOf(next), 1);
    replaced.push({ ...deletion!, after: next, ...cause });
  }
  for (const [at, one] of leftBehind.entries()) {
    const takenBy = takerOf(one.object, created, before, after);
    if (takenBy !== undefined) leftBehind[at] = { ...one, takenBy };
  }
  const root = after.rootKey ?? before.rootKey;
  const list = {
    ...(root === undefined ? {} : { root }),
    created,
    changed,
    ...(restarts.size === 0 ? {} : { restarts }),
    renamed,
    deleted,
    leftBehind,
    moved,
    replaced,
  };
  created.sort(byKey);
  changed.sort(byKey);
  moved.sort((a, b) => byKey(a.before, b.before));
  for (const removals of [renamed, deleted, leftBehind, replaced]) removals.sort((a, b) => byKey(a.object, b.object));
  return list;
};

/** Whether Flux applies something else, for all that is known: in the tree, or by the settings of the Kustomization. */
const openChanged = (before: ClusterState, after: ClusterState): ((from: Holding, to: Holding) => boolean) => {
  const keepsSettings = openKeptSettings(before, after);
  const [was, is] = [openApplySettings(before), openApplySettings(after)];
  return (from, to) => {
    const isWritten = !equalJson(from.json, to.json);
    if (from.owner !== to.owner || (!isWritten && keepsSettings(from.owner))) return isWritten;
    const [old, now] = [was(from), is(to)];
    if (isWritten && [old, now].every(({ setImages, common }) => setImages === undefined && common === undefined))
      return true;
    return (isWritten || !now.isLeftAlone) && !equalJson(asApplied(from.json, old), asApplied(to.json, now));
  };
};

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => compareText(a.key, b.key);

/** The keys of the owners that apply the object. If a ResourceSet is deleted, they include the owners of the set. */
const ownersOf = (holdings: readonly Holding[], before: ClusterState, after: ClusterState): readonly string[] => [
  ...new Set(
    holdings.flatMap(({ owner: key }): readonly string[] => {
      const set = before.owners.get(key)?.set;
      if (set === undefined || after.owners.has(key)) return [key];
      return [key, ...ownersOf(set.object.holdings, before, after)];
    }),
  ),
];

/**
 * Whether an owner that loses an object leaves it alone. What the owner applied last counts, so the state before. An
 * owner that stays may see the new tree with its old settings, so both the old and the new settings must let go.
 */
export const letsGo = (holding: Holding, before: ClusterState, after: ClusterState): boolean => {
  if (holding.kept) return true;
  const owner = before.owners.get(holding.owner);
  if (owner === undefined || owner.keepsAll) return true;
  const later = after.owners.get(holding.owner);
  // The operator reads a ResourceSet and its annotations together.
  if (owner.set !== undefined) return later === undefined ? owner.suspend : later.suspend;
  // Flux prunes in the cluster that the new settings name.
  if (later !== undefined && kubeConfigDifference(owner.kubeConfig, later.kubeConfig).length > 0) return true;
  if (later !== undefined) return (!owner.prune && !later.prune) || (owner.suspend && later.suspend);
  // `Orphan` isn't enough: an owner that sees the new tree before its deletion prunes the objects that the tree no
  // longer has.
  return owner.suspend || (!owner.prune && !deletes(owner));
};

/**
 * Whether the trees don't show that an owner loses an object: the new path of a Kustomization can't be seen, a
 * ResourceSet stays in the cluster with all that it has made, or a template that isn't followed makes the object.
 */
const isHiddenNow = (holding: Holding, before: ClusterState, after: ClusterState): boolean => {
  const [owner, later] = [before.owners.get(holding.owner), after.owners.get(holding.owner)];
  if (owner === undefined) return false;
  if (owner.set !== undefined) {
    if (later !== undefined) return mayBeMadeYet(owner.set, later.set);
    const { holdings } = owner.set.object;
    return holdings.every((one) => letsGo(one, before, after) || isHiddenNow(one, before, after));
  }
  if (later?.isHidden !== true || owner.isHidden === true) return false;
  if (!owner.prune && !later.prune) return false;
  return kubeConfigDifference(owner.kubeConfig, later.kubeConfig).length === 0;
};

/** A suspended owner remembers what it has applied, and prunes on resume what its folder no longer has. */
const deletesWhenResumed = ({ kept, owner: key }: Holding, before: ClusterState, after: ClusterState): boolean => {
  const [owner, later] = [before.owners.get(key), after.owners.get(key)];
  if (kept || owner === undefined || later === undefined || owner.keepsAll) return false;
  if (owner.set !== undefined) return later.suspend;
  return owner.suspend && later.suspend && (owner.prune || later.prune);
};

/**
 * Finds the new owner of a CRD that is no longer visible: one that reads another repository and declares that it brings
 * the API group.
 */
const unseenOwner = ({ id, holdings }: OwnedObject, after: ClusterState): string | undefined => {
  if (id.kind !== 'CustomResourceDefinition') return undefined;
  const group = (holdings[0].json['spec'] as { group?: unknown } | undefined)?.group;
  return typeof group === 'string' ? after.unseenGroups.get(group) : undefined;
};
