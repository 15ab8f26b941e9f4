import { join } from 'node:path';
import type { TreePlace } from '../compile/layout.js';
import { readOurText } from '../files/read-file.js';
import type { TreeChanges } from '../tree/compare-tree.js';
import { ownerOf } from '../tree/header.js';
import { joinChecksums } from '../tree/line-checksums.js';

/**
 * Keeps the checksums of files that stay although no plan has them: without them, the next run would take such a file
 * for one that a person edited.
 *
 * @param root the tree's root, absolute
 * @param kept paths from there
 */
export const keepListed = (
  root: string,
  tree: TreePlace,
  lists: TreeChanges['lists'],
  kept: ReadonlySet<string>,
): TreeChanges['lists'] => {
  if (kept.size === 0) return lists;
  const staying = new Map(lists);
  for (const path of kept) {
    const owner = ownerOf(path, readOurText(join(root, path)));
    if (owner?.addon === undefined) continue;
    const list = tree.checksums(owner.cluster, owner.addon);
    const planned = lists.get(list);
    if (planned === undefined) {
      staying.delete(list);
      continue;
    }
    const there = readOurText(join(root, list));
    const joined = joinChecksums(there, planned);
    if (joined === there) staying.delete(list);
    else staying.set(list, joined);
  }
  return staying;
};
