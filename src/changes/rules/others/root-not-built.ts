import { ownerName } from '../../../applied/owner-name.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { FluxOwner } from '../../../applied/view/flux-view.js';
import { lineOfText } from '../../../applied/view/line-of.js';
import { tryFindMissingEntry } from '../../../applied/view/missing-entries.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { rootNotBuilt } from '../../diagnostics.js';
import { isToldWithCause, unbuiltOwners } from '../../views/unbuilt-owners.js';

/** Reports Kustomizations that would no longer build. */
export const rootNotBuiltRule = defineChangeRule(
  [rootNotBuilt],
  ({ cluster, view, twinFiles, others }, report) => {
    if (view === undefined) return;
    const isTold = isToldWithCause(view, twinFiles, others);
    const problems = unbuiltOwners(view)
      .filter(({ key }) => !isTold(key))
      .map((owner) => doesNotBuild(cluster, view, owner));
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);

const doesNotBuild = (
  cluster: string,
  { before, tree, baseTree, after }: ClusterViews,
  { key, file, folder, notSeen }: FluxOwner,
): Diagnostic => {
  const build = before.owners.has(key) ? 'build any more' : 'build';
  const unbuilt = notSeen.find(({ cause }) => cause === 'unbuilt')!;
  const missing = folder === undefined ? undefined : tryFindMissingEntry(tree, folder);
  if (missing !== undefined) {
    const { list, entry, path } = missing;
    const { line } = lineOfText(tree, list, entry);
    const isGone = baseTree.blobs.has(path) || [...baseTree.blobs.keys()].some((one) => one.startsWith(`${path}/`));
    const what = key === after.root ? 'of the cluster' : 'of it';
    const isFolder = !/\.(?:ya?ml|json)$/.test(path);
    const isAbsent = isFolder ? "isn't there, or is a folder without files, which git doesn't keep" : "isn't there";
    return diagnose(rootNotBuilt, {
      message: `"${list}" lists "${entry}", which ${isGone ? 'the change deletes' : isAbsent}: Kustomization "${ownerName(key)}" would not ${build}, and Flux would apply nothing ${what}`,
      at: { cluster, file: line === undefined ? list : `${list}:${line}` },
      fix: isGone
        ? `take "${entry}" out of "${list}" too, and Flux deletes what it declared; or restore "${path}"`
        : `add "${path}", or take "${entry}" out of "${list}"`,
    });
  }
  return diagnose(rootNotBuilt, {
    message: `Kustomization "${ownerName(key)}" would not ${build}, and Flux would apply nothing of it: ${unbuilt.reason}`,
    at: { cluster, ...(file === undefined ? {} : { file }) },
    fix: `correct ${unbuilt.what} before this is merged`,
  });
};
