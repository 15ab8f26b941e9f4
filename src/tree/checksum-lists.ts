import type { TreePlace } from '../compile/layout.js';
import { compareText } from '../json/compare-text.js';
import type { TreePlan } from './check-plan.js';
import { type Header, type Owner, ownerOf, printFile } from './header.js';
import { compareLines, type ListedFiles, printChecksums, readChecksums } from './line-checksums.js';

/** The lists that a plan needs, and what those on the disk say. */
export interface ChecksumLists {
  /** By path relative to the tree's root. */
  readonly planned: TreePlan;
  /** Whether a file of an addon is as it was written. */
  stateOf(path: string, text: string, header: Header): Header['state'];
  /** Whether there is a checksum of a file: without one, an edit of it doesn't show. */
  knows(path: string, header: Header): boolean;
  /** Whether the list on the disk has other checksums for a file that is as planned: an edit of it would go unseen. */
  misses(path: string): boolean;
  /** The list that a planned file is in. */
  listOf(path: string): string;
}

/**
 * @param read the text of a file as it is now; undefined where there is none
 */
export const openChecksumLists = (
  plan: TreePlan,
  tree: TreePlace,
  read: (path: string) => string | undefined,
): ChecksumLists => {
  const nameOf = (path: string) => printFile(tree.inProject(path));
  const { planned, listOf } = planLists(plan, tree, nameOf);
  const lists = new Map<string, { readonly text: string | undefined; readonly files: ListedFiles }>();
  const open = (path: string) => {
    let known = lists.get(path);
    if (known === undefined) {
      const text = read(path);
      known = { text, files: readChecksums(text ?? '') };
      lists.set(path, known);
    }
    return known;
  };
  const listed = (path: string, { state, cluster, addon }: Header) =>
    state !== 'unsigned' || addon === undefined || tree.isChecksums(path)
      ? 'own'
      : open(tree.checksums(cluster, addon)).files.get(nameOf(path));
  return {
    planned,
    stateOf: (path, text, header) => {
      const lines = listed(path, header);
      return lines === 'own' ? header.state : compareLines(path, text, lines);
    },
    knows: (path, header) => listed(path, header) !== undefined,
    listOf: (path) => listOf.get(path)!,
    misses: (path) => {
      const list = listOf.get(path);
      if (list === undefined) return false;
      const { text, files } = open(list);
      return text !== planned.get(list) && compareLines(path, plan.get(path)!, files.get(nameOf(path))) !== 'intact';
    },
  };
};

const planLists = (plan: TreePlan, tree: TreePlace, nameOf: (path: string) => string) => {
  const listOf = new Map<string, string>();
  const byList = new Map<string, { readonly owner: Owner; readonly files: Map<string, string> }>();
  for (const [path, text] of [...plan].sort(([a], [b]) => compareText(a, b))) {
    const owner = ownerOf(path, text);
    if (owner?.addon === undefined) continue;
    const list = tree.checksums(owner.cluster, owner.addon);
    listOf.set(path, list);
    const known = byList.get(list);
    if (known === undefined) byList.set(list, { owner, files: new Map([[nameOf(path), text]]) });
    else known.files.set(nameOf(path), text);
  }
  const planned = new Map<string, string>();
  for (const [list, { owner, files }] of byList) planned.set(list, printChecksums(tree.inProject(list), owner, files));
  return { planned, listOf };
};
