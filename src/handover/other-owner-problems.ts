import type { BaseTree } from '../base/base-tree.js';
import {
  type ClusterState,
  type Holding,
  isFluxKustomization,
  makeState,
  ownerKey,
  ROOT,
  type StateEntry,
} from '../base/cluster-state.js';
import { readKustomizeFolder } from '../base/kustomize-files.js';
import { titleOf, tryReadId } from '../base/object-id.js';
import { ownerName } from '../base/owner-name.js';
import type { BaseCluster } from '../base/read-base.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { JsonObject } from '../json/json-value.js';
import { compareOwners } from './compare-owners.js';
import { foreignOwner, notCompared } from './diagnostics.js';

export interface OtherOwnerProblems {
  /** Objects of the plan that a Kustomization of others applies too. */
  readonly secondOwners: readonly Diagnostic[];
  /** Kustomizations of others that have nothing in common with the plan. */
  readonly notCompared: readonly Diagnostic[];
}

/**
 * Kustomizations of others in a cluster's folder: named as not compared, and refused where an object of the plan stands
 * in the files that they read too, unless they have let go of it and are going.
 *
 * @param stays whether a file of the tree is still there
 */
export const otherOwnerProblems = (
  tree: BaseTree,
  base: BaseCluster,
  after: ClusterState,
  readsTree: (kustomization: JsonObject) => boolean,
  stays: (path: string) => boolean,
): OtherOwnerProblems => {
  if (base.foreign.length === 0) return { secondOwners: [], notCompared: [] };
  // Once for all files that may be asked for: a run of git for each would take long.
  tree.read([...tree.blobs.keys()].filter((path) => /\.ya?ml$|\/Kustomization$/.test(path)));
  const entries: StateEntry[] = [];
  const staying: StateEntry[] = [];
  const names = new Map<string, string>();
  for (const { path, objects } of base.foreign) {
    const here = stays(path) ? staying : undefined;
    for (const json of objects) {
      const entry = { json, owner: ROOT, path };
      entries.push(entry);
      here?.push(entry);
      const id = tryReadId(json);
      if (id === undefined || !isFluxKustomization(id)) continue;
      const key = ownerKey(id);
      names.set(key, path);
      const { path: folder } = (json['spec'] ?? {}) as { path?: unknown };
      if (typeof folder !== 'string' || !readsTree(json)) continue;
      for (const one of readKustomizeFolder(tree, tree.folderOf(folder)).objects) {
        const held = { json: one.json, owner: key, path: one.path };
        entries.push(held);
        here?.push(held);
      }
    }
  }
  /** By the owner, and by the object's key. */
  const clashes = new Map<string, Map<string, Holding>>();
  const clash = (key: string, holding: Holding) => {
    const list = clashes.get(holding.owner) ?? new Map<string, Holding>();
    clashes.set(holding.owner, list.set(key, holding));
  };
  for (const { before: object, holding } of compareOwners(
    makeState(entries, ({ json }) => readsTree(json), { scopeOf: after.scopeOf }),
    after,
  ).moved) {
    for (const one of holding) clash(object.key, one);
  }
  const left = makeState(staying, ({ json }) => readsTree(json), { scopeOf: after.scopeOf });
  for (const object of left.objects.values()) {
    const planned = after.objects.get(object.key);
    const other = object.holdings.find((one) => planned?.holdings.every(({ owner }) => owner !== one.owner) === true);
    if (other !== undefined) clash(object.key, other);
  }
  const secondOwners = [...clashes].map(([owner, objects]) => {
    const isOurs = [...objects.keys()].every((key) => base.state.objects.has(key));
    return refusal(tree, base.cluster, owner, objects, isOurs);
  });
  const foreign = [...names].filter(([key, path]) => stays(path) && !after.owners.has(key) && !clashes.has(key));
  return {
    secondOwners,
    notCompared: foreign.map(([key, path]) =>
      diagnose(notCompared, {
        message: `Kustomization "${ownerName(key)}" was not written by fluxspan: its objects are not compared`,
        at: { cluster: base.cluster, file: `${tree.root}/${path}` },
        fix: `nothing, if it shall stay; npx fluxspan handover --from ${tree.root}/clusters/${base.cluster} takes over what it has in common with the plan`,
      }),
    ),
  };
};

/** @param isOurs the base's own files hold the objects already: there is nothing to take over, only to let go */
const refusal = (
  tree: BaseTree,
  cluster: string,
  owner: string,
  clashes: ReadonlyMap<string, Holding>,
  isOurs: boolean,
): Diagnostic => {
  const titles = [...clashes.values()].map(({ json }) => titleOf(tryReadId(json)!));
  const files = [...new Set([...clashes.values()].map(({ path }) => `${tree.root}/${path}`))].sort();
  return diagnose(foreignOwner, {
    message: `${titles.length === 1 ? '1 object' : `${titles.length} objects`} of the plan would have two owners: Kustomization "${ownerName(owner)}", which fluxspan did not write, applies ${titles.length === 1 ? 'it' : 'them'} too`,
    at: { cluster, file: files[0]! },
    notes: [`objects: ${titles.sort().join(', ')}`, ...(files.length === 1 ? [] : [`files: ${files.join(', ')}`])],
    fix: isOurs
      ? `annotate ${titles.length === 1 ? 'it' : 'them'} there with kustomize.toolkit.fluxcd.io/prune: disabled, and merge that (synth --no-base); when Flux has reconciled it, delete ${titles.length === 1 ? 'it' : 'them'} there`
      : `take over what it has in two commits: npx fluxspan handover --from ${tree.root}/clusters/${cluster}`,
  });
};
