import {
  type ClusterState,
  isFluxKustomization,
  makeState,
  ownerKey,
  ROOT,
  readOwner,
  type StateEntry,
} from '../base/cluster-state.js';
import { tryReadId } from '../base/object-id.js';
import { isAddonOf } from '../base/state-of-plan.js';
import { type ClusterViews, foreignEntries } from '../base/view/cluster-views.js';
import type { FluxView, NotSeen } from '../base/view/flux-view.js';
import type { AppSettings } from '../compile/declared-app.js';

/** A cluster with all that others have in it. */
export interface WholeStates {
  readonly before: ClusterState;
  readonly after: ClusterState;
}

/** Lays what others have over what fluxspan has written and plans. */
export const wholeStates = (
  app: Pick<AppSettings, 'source'>,
  { before: own, after: planned }: WholeStates,
  { before, after, wasOwn, isOwn }: Pick<ClusterViews, 'before' | 'after' | 'wasOwn' | 'isOwn'>,
): WholeStates => {
  const isOurs = (path: string): boolean => wasOwn(path) || isOwn(path);
  return {
    before: withForeign(app, own, before, wasOwn),
    after: withForeign(app, planned, after, isOurs),
  };
};

const withForeign = (
  app: Pick<AppSettings, 'source'>,
  state: ClusterState,
  view: FluxView,
  isOwn: ClusterViews['isOwn'],
): ClusterState => {
  const own: StateEntry[] = [...state.objects.values()].flatMap(({ holdings }) =>
    holdings.map(({ json, owner, path }) => ({ json, owner, path })),
  );
  const isAddon = isAddonOf(app);
  const { unseenGroups, scopeOf, protectedKinds } = state;
  const root = view.owners.get(view.root);
  return makeState([...own, ...foreignEntries(view, isOwn)], (entry) => isSeen(view, entry) ?? isAddon(entry), {
    ...(root === undefined ? {} : { root: readOwner(root.json, ROOT, true) }),
    unseenGroups,
    scopeOf,
    protectedKinds,
  });
};

/** Whether all of what a Kustomization of others applies is known; undefined for one of ours. */
const isSeen = (view: FluxView, { json, isForeign }: StateEntry): boolean | undefined => {
  const id = isForeign === true ? tryReadId(json) : undefined;
  if (id === undefined || !isFluxKustomization(id)) return undefined;
  const owner = view.owners.get(ownerKey(id));
  return owner !== undefined && owner.folder !== undefined && owner.notSeen.every((one) => !hidesObjects(one));
};

/** Causes for which objects of an owner are missing. */
const HIDES: ReadonlySet<string> = new Set(['elsewhere', 'unbuilt', 'no-kubectl', 'remote', 'var', 'encrypted']);

/** Whether objects of an owner may be missing for it. */
export const hidesObjects = ({ cause }: NotSeen): boolean => HIDES.has(cause);
