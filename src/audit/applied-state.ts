import {
  type ClusterState,
  isFluxKustomization,
  makeState,
  ownerKey,
  ROOT,
  readOwner,
  type StateEntry,
} from '../applied/cluster-state.js';
import { tryReadId } from '../applied/object-id.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { hidesObjects } from '../changes/views/whole-states.js';
import { applyVars } from './apply-vars.js';
import { builtObjectsOf } from './state-of-view.js';
import type { ViewedState } from './view-cluster.js';

/** All that Flux applies, with the values of vars that the repository has. */
export const appliedState = ({ view, owners, state: { scopeOf } }: ViewedState): ClusterState => {
  const root = view.owners.get(view.root);
  const entries = owners.flatMap(({ owner, vars }) =>
    builtObjectsOf(owner).map(
      ({ built, json, path, id }): StateEntry => ({
        // A Kustomization is as the view has followed it.
        json: isFluxKustomization(id) ? json : applyVars(built, vars).json,
        owner: owner.key === view.root ? ROOT : owner.key,
        path,
        isForeign: true,
        isSubstituted: true,
      }),
    ),
  );
  return makeState(entries, (entry) => isSeen(view, entry), {
    ...(root === undefined ? {} : { root: readOwner(root.json, ROOT, true) }),
    rootKey: view.root,
    scopeOf,
  });
};

const isSeen = (view: FluxView, { json }: Pick<StateEntry, 'json'>): boolean | 'hidden' => {
  const id = tryReadId(json);
  const owner = id !== undefined && isFluxKustomization(id) ? view.owners.get(ownerKey(id)) : undefined;
  // What doesn't build is neither applied nor deleted.
  if (owner?.folder === undefined || owner.notSeen.some(({ cause }) => cause === 'unbuilt')) return 'hidden';
  return owner.notSeen.every((one) => !hidesObjects(one));
};
