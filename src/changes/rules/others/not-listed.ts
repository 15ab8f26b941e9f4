import { posix } from 'node:path';
import { inRepository } from '../../../applied/base-tree.js';
import { tryFindKustomizationFile } from '../../../applied/kustomize-files.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import { diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { notListed } from '../../diagnostics.js';

/** Reports generated files that a kustomization file in the cluster's folder doesn't list. */
export const notListedRule = defineChangeRule(
  [notListed],
  ({ tree, cluster, plan, view }, report) => {
    if (view === undefined) return;
    const owner = view.root;
    // A deleted root reads nothing, and another rule reports it.
    if (view.after.running.isGone || owner.folder === undefined) return;
    const read = new Set(owner.files);
    const folder = inRepository(tree, plan.layout.folder);
    const missing = [...plan.files.keys()]
      .filter((path) => plan.layout.isInFolder(path) && path.endsWith('.yaml'))
      .map((path) => inRepository(tree, path))
      .filter((path) => !read.has(path));
    if (missing.length === 0) return;
    const list = listAbove(view, folder, owner.folder ?? folder);
    // Without a list, the root reads all files in the folder.
    if (list === undefined) return;
    const names = missing.map((path) => posix.relative(posix.dirname(list), path));
    const count = missing.length === 1 ? `"${missing[0]}"` : `${missing.length} files of "${folder}"`;
    report(
      diagnose(notListed, {
        message: `"${list}" does not list ${count}, so Flux would never apply ${missing.length === 1 ? 'it' : 'them'}`,
        at: { cluster, file: list },
        notes: ['without a kustomization file in the folder, Flux reads all manifests that are there'],
        fix: `add to its resources:${names.map((name) => `\n  - ${name}`).join('')}`,
        // An adoption adds the files to the list.
        ties: { follows: [ties.adoption] },
      }),
    );
  },
  { settledBy: ['adoption'], asksOfAdoption: 'others' },
);

/** The kustomization file through which the root reaches a folder. */
const listAbove = ({ tree }: ClusterViews, folder: string, top: string): string | undefined => {
  for (let at = folder; ; at = at.includes('/') ? posix.dirname(at) : '') {
    const found = tryFindKustomizationFile(tree, at);
    if (found !== undefined || at === top || at === '') return found;
  }
};
