import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClusterTree, inRepository } from '../../applied/base-tree.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import { baseNotBuilt } from '../../applied/diagnostics.js';
import { keyOf, titleOf, tryReadId } from '../../applied/object-id.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { TreePlace } from '../../compile/layout.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isUnnameable } from '../../files/is-unnameable.js';
import { readHeader } from '../../tree/header.js';
import { readOwnHeader } from '../../tree/own-file.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { foreignOwner } from '../diagnostics.js';
import type { OtherFile } from '../model/other-file.js';

export interface NewFileProblems {
  readonly others: readonly OtherFile[];
  /** Files that don't build. */
  readonly unbuilt: readonly Diagnostic[];
  /** Files with an object of the plan, which would get two owners. */
  readonly secondOwners: readonly Diagnostic[];
}

/**
 * Refuses hand-written files in a cluster's folder that aren't merged yet, or that copy generated files, where they
 * don't build or contain an object of the tree: the root Kustomization would apply them with the tree.
 *
 * @param root the tree's folder on the disk
 * @param planned computes what Flux will have; called only if there is such a file
 */
export const newFileProblems = (
  root: string,
  tree: ClusterTree,
  layout: TreePlace,
  plan: ClusterPlan,
  planned: () => ClusterState,
): NewFileProblems => {
  const unbuilt: Diagnostic[] = [];
  const secondOwners: Diagnostic[] = [];
  const others: OtherFile[] = [];
  for (const path of otherFiles(root, plan)) {
    if (isUnnameable(join(root, path))) {
      if (tree.blobs.has(path)) continue;
      const file = inRepository(tree, path);
      const message = `"${file}" has a name that isn't UTF-8, and Flux would build nothing of the cluster with it`;
      unbuilt.push(
        diagnose(baseNotBuilt, { message, at: { cluster: plan.cluster, file }, fix: 'rename it, or take it out' }),
      );
      continue;
    }
    const text = readFileSync(join(root, path), 'utf8');
    const isMerged = tree.blobs.has(path);
    if (readOwnHeader(layout, path, text) !== undefined) continue;
    const other = { path: inRepository(tree, path), isTold: false };
    others.push(other);
    if (isMerged && readHeader(path, text) === undefined) continue;
    const at = { cluster: plan.cluster, file: inRepository(tree, path) };
    let contents: ReturnType<typeof parseObjects>;
    try {
      contents = parseObjects(text);
    } catch (error) {
      others[others.length - 1] = { ...other, isTold: true };
      const why = error instanceof Error ? error.message : String(error);
      const message = `"${at.file}" does not build, and Flux would build nothing of the cluster with it: ${why}`;
      unbuilt.push(diagnose(baseNotBuilt, { message, at, fix: 'fix it, or take it out, before it is merged' }));
      continue;
    }
    const { objects, scopeOf } = planned();
    const found = contents.flatMap((json) => {
      const id = tryReadId(json, scopeOf);
      return id !== undefined && objects.has(keyOf(id)) ? [titleOf(id)] : [];
    });
    if (found.length === 0) continue;
    others[others.length - 1] = { ...other, isTold: true };
    secondOwners.push(
      diagnose(foreignOwner, {
        message: `${found.length === 1 ? '1 object' : `${found.length} objects`} of the plan would have two owners: the root Kustomization would apply ${found.length === 1 ? 'it' : 'them'} from this file too`,
        at,
        notes: [`objects: ${[...found].sort().join(', ')}`],
        fix: 'take it out of this file, or out of the addon',
      }),
    );
  }
  return { others, unbuilt, secondOwners };
};

const otherFiles = (root: string, { layout, files }: ClusterPlan): readonly string[] => {
  const found: string[] = [];
  const visit = (folder: string): void => {
    if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true) return;
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        // `flux bootstrap` writes this folder.
        if (!entry.name.startsWith('.') && entry.name !== 'flux-system') visit(path);
      } else if (entry.isFile() && /\.ya?ml$/.test(entry.name) && !files.has(path)) {
        found.push(path);
      }
    }
  };
  visit(layout.folder);
  return found.sort();
};
