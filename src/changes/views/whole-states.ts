import {
  type ClusterState,
  entryOf,
  isFluxKustomization,
  isWritten,
  makeState,
  ownerKey,
  ROOT,
  readOwner,
  type StateEntry,
} from '../../applied/cluster-state.js';
import { keyOf, tryReadId } from '../../applied/object-id.js';
import { isAddonOf } from '../../applied/state-of-plan.js';
import { type ClusterViews, type ViewEntries, viewEntries } from '../../applied/view/cluster-views.js';
import type { FluxView, NotSeen } from '../../applied/view/flux-view.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { heldByOperator, isOperated } from '../root/operator-takes.js';

/** A cluster's states, including all that other owners apply. */
export interface WholeStates {
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** Merges the objects of other owners into what fluxspan wrote and plans, all of it as the root applies it. */
export const wholeStates = (
  compiled: Pick<CompiledCluster, 'app' | 'layout'> & {
    readonly cluster: Pick<CompiledCluster['cluster'], 'externalObjects'>;
  },
  { before: own, after: planned }: WholeStates,
  { before, after, wasOwn, isOwn, inTree }: Pick<ClusterViews, 'before' | 'after' | 'wasOwn' | 'isOwn' | 'inTree'>,
): WholeStates => {
  const isOurs = (path: string): boolean => wasOwn(path) || isOwn(path);
  const entries = viewEntries(after, isOurs, inTree);
  // A root that switches to another folder drops all that was there.
  const isThere = after.running.folder === before.running.folder;
  const now = withForeign(compiled, planned, after, isThere ? entries : { ...entries, reads: () => true });
  const had = viewEntries(before, wasOwn, inTree);
  const isHeld = heldByOperator(before, isOperated(compiled.cluster));
  // The Flux Operator keeps these objects, so their former owner doesn't delete them.
  const others = had.others.filter(({ json }) => {
    const id = tryReadId(json, planned.scopeOf);
    return id === undefined || now.objects.has(keyOf(id)) || !isHeld(id, json);
  });
  return { before: withForeign(compiled, own, before, { ...had, others }), after: now };
};

const withForeign = (
  compiled: Pick<CompiledCluster, 'app' | 'layout'>,
  state: ClusterState,
  view: FluxView,
  { ours, redirected, reads, others }: ViewEntries,
): ClusterState => {
  const written: StateEntry[] = [...state.objects.values()].flatMap(({ holdings }) =>
    holdings.filter(isWritten).map(entryOf),
  );
  const isAddon = isAddonOf(compiled.app, compiled.layout);
  const { unseenGroups, scopeOf, protectedKinds } = state;
  const root = view.owners.get(view.root);
  const entries = view.running.isGone
    ? []
    : ours === undefined
      ? written
      : appliedBy([...ours, ...unread(written, reads)], written, redirected);
  return makeState([...entries, ...others], (entry) => isSeen(view, entry) ?? isAddon(entry), {
    ...(view.running.isGone ? { root: null } : root === undefined ? {} : { root: readOwner(root.json, ROOT, true) }),
    rootKey: view.root,
    unseenGroups,
    scopeOf,
    protectedKinds,
  });
};

/** Generated files that the root doesn't read count as written: another rule reports that they must be listed. */
const unread = (written: readonly StateEntry[], reads: ViewEntries['reads']): readonly StateEntry[] =>
  written.filter(({ owner, path }) => owner === ROOT && !reads(path));

/** What the root applies, and the objects of Kustomizations that read their files as written. */
const appliedBy = (
  ours: readonly StateEntry[],
  written: readonly StateEntry[],
  redirected: ReadonlySet<string>,
): readonly StateEntry[] => {
  const applied = new Set(
    ours.flatMap(({ json }) => {
      const id = tryReadId(json);
      return id !== undefined && isFluxKustomization(id) ? [ownerKey(id)] : [];
    }),
  );
  return [...ours, ...written.filter(({ owner }) => owner !== ROOT && applied.has(owner) && !redirected.has(owner))];
};

/** Whether all that a Kustomization applies is known. Undefined for a generated one that reads its files as written. */
const isSeen = (view: FluxView, { json, isForeign }: StateEntry): boolean | 'hidden' | undefined => {
  const id = tryReadId(json);
  if (id === undefined || !isFluxKustomization(id)) return undefined;
  const owner = view.owners.get(ownerKey(id));
  if (owner === undefined && isForeign !== true) return undefined;
  if (owner?.folder === undefined) return 'hidden';
  return owner.notSeen.every((one) => !hidesObjects(one));
};

/** Causes that hide objects of an owner. */
const HIDES: ReadonlySet<string> = new Set(['elsewhere', 'unbuilt', 'no-kubectl', 'remote', 'var', 'encrypted']);

/** Whether it may hide objects of an owner. */
export const hidesObjects = ({ cause }: NotSeen): boolean => HIDES.has(cause);
