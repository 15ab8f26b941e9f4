import { posix } from 'node:path';
import type { ClusterState } from '../../../applied/cluster-state.js';
import { readKustomizeFolder } from '../../../applied/kustomize-files.js';
import { keyOf, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { FluxOwner, RepositoryTree } from '../../../applied/view/flux-view.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import { mayBecome } from '../../../substitution/may-become.js';
import { defineChangeRule } from '../../change-rule.js';
import { uncertainOwner } from '../../diagnostics.js';
import { plannedKeys } from '../../views/planned-keys.js';

export interface UncertainInput {
  readonly cluster: string;
  /** All that Flux will apply, as far as it can be seen. */
  readonly owners: Iterable<FluxOwner>;
  readonly tree: RepositoryTree;
  /** Whether the change adds an object, by its key. */
  readonly isNew: (key: string) => boolean;
  readonly scopeOf: ClusterState['scopeOf'];
  /** Whether fluxspan writes a file. */
  readonly isOwn: (path: string) => boolean;
}

/** Reports new objects that another Kustomization may own because its path contains an unknown var. */
export const uncertainOwnerRule = defineChangeRule(
  [uncertainOwner],
  ({ cluster, base, after, plan, view }, report) => {
    if (view === undefined) return;
    const planned = plannedKeys(plan, after.scopeOf);
    const problems = uncertainOwners({
      cluster,
      tree: view.tree,
      isNew: (key) => planned.has(key) && !base.state.objects.has(key),
      scopeOf: after.scopeOf,
      isOwn: view.isOwn,
      owners: view.after.owners.values(),
    });
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);

/**
 * Reports objects that the change adds in a folder that another Kustomization may read: its path contains a var without
 * known value.
 */
export const uncertainOwners = (input: UncertainInput): readonly Diagnostic[] =>
  [...input.owners].flatMap((owner) => {
    const spec = isObject(owner.json['spec']) ? owner.json['spec'] : {};
    const isUnknown = owner.folder === undefined && owner.notSeen.some(({ cause }) => cause === 'var');
    return isUnknown && typeof spec['path'] === 'string' ? mayHave(input, owner, spec['path']) : [];
  });

const mayHave = (input: UncertainInput, owner: FluxOwner, path: string): readonly Diagnostic[] => {
  const { cluster, isNew, scopeOf, tree, isOwn } = input;
  const found = new Map<string, string>();
  for (const folder of foldersOf(tree, path)) {
    for (const { json, path: file } of readKustomizeFolder(tree, folder).objects) {
      const id = tryReadId(json, scopeOf);
      if (id === undefined || isOwn(file)) continue;
      if (isNew(keyOf(id)) && !found.has(titleOf(id))) found.set(titleOf(id), file);
    }
  }
  if (found.size === 0) return [];
  const titles = [...found.keys()].sort();
  const them = titles.length === 1 ? 'it' : 'them';
  return [
    diagnose(uncertainOwner, {
      message: `${titles.length === 1 ? '1 object' : `${titles.length} objects`} of the plan may have two owners: Kustomization "${ownerName(owner.key)}" reads "${path}", whose vars are not known here, and a folder of such a name has ${them}`,
      at: { cluster, ...(owner.file === undefined ? {} : { file: owner.file }) },
      ties: { causes: [ties.unknownPath(owner.key)] },
      notes: titles.map((title) => `${title}: ${found.get(title)}`),
      fix: `see which folder it reads: kubectl -n ${owner.key.replace('/', ' get kustomization ')} -o jsonpath='{.spec.path}'; if that one has ${them}, write the value into postBuild.substitute of its parent first, and run handover --from`,
    }),
  ];
};

/** Folders that a path may match. */
const foldersOf = (tree: RepositoryTree, path: string): readonly string[] => {
  const start = tree.folderOf('') ?? '';
  const source = path.replace(/^(?:\.?\/)+|\/+$/g, '');
  const folders = new Set<string>();
  for (const file of tree.blobs.keys()) {
    for (let at = posix.dirname(file); at !== '.' && !folders.has(at); at = posix.dirname(at)) folders.add(at);
  }
  return [...folders].filter((one) => one.startsWith(start) && mayBecome(source, one.slice(start.length))).sort();
};
