import { posix } from 'node:path';
import { isFluxKustomization, type OwnedObject, ownerKey, ROOT } from '../../applied/cluster-state.js';
import { readKustomizeFolder } from '../../applied/kustomize-files.js';
import type { ClusterViews } from '../../applied/view/cluster-views.js';
import type { RepositoryTree } from '../../applied/view/flux-view.js';
import { type Diagnostic, ties } from '../../diagnostics/index.js';
import type { OwnerChanges } from '../model/owner-changes.js';

/** Files that still exist but that Flux no longer reads. */
export interface LeftOut {
  /** The causes of an object's removal, if its file still exists. */
  readonly follows: (object: OwnedObject) => readonly string[];
  /** The causes of a Kustomization's removal, by its key. */
  readonly ownerFollows: (key: string) => readonly string[];
  /** The kustomization files that cause the given problems. */
  readonly causesOf: (problems: readonly Diagnostic[]) => readonly LeftOutOf[];
}

/** A kustomization file through which Flux no longer reads existing files. */
export interface LeftOutOf {
  readonly list: string;
  /** The entries that it lacks. */
  readonly entries: readonly string[];
  /** How many objects Flux deletes because of it. */
  readonly count: number;
  /** Set if the change adds the file; until then, Flux read the whole folder. */
  readonly isNew: boolean;
}

/** For comparisons that read only what fluxspan writes: no file can be left out. */
export const NOTHING_LEFT_OUT: LeftOut = { follows: () => [], ownerFollows: () => [], causesOf: () => [] };

/** A kustomization file, and the missing entry that keeps Flux from reading a file. */
interface Gap {
  readonly list: string;
  readonly entry: string;
  /** Set if the change adds the file; until then, Flux read the whole folder. */
  readonly isNew: boolean;
}

type Views = Pick<ClusterViews, 'before' | 'after' | 'tree' | 'baseTree'>;

/** Finds why Flux no longer reads files that still exist: entries that a kustomization file has lost. */
export const findLeftOut = ({ deleted }: Pick<OwnerChanges, 'deleted'>, views: Views): LeftOut => {
  if (deleted.length === 0) return NOTHING_LEFT_OUT;
  const owners = new Map(
    deleted.flatMap(({ object }) => (isFluxKustomization(object.id) ? [[ownerKey(object.id), object] as const] : [])),
  );
  const known = new Map<string, Gap | undefined>();
  const gapOf = (object: OwnedObject, above: readonly string[] = []): Gap | undefined => {
    if (known.has(object.key) || above.includes(object.key)) return known.get(object.key);
    const [{ owner, path, isForeign }] = object.holdings;
    const parent = owners.get(owner);
    const found =
      isForeign !== true || !views.tree.blobs.has(path)
        ? undefined
        : parent === undefined
          ? findGap(views, owner === ROOT ? views.before.root : owner, path)
          : gapOf(parent, [...above, object.key]);
    known.set(object.key, found);
    return found;
  };
  const tiesOf = (object: OwnedObject): readonly string[] => {
    const gap = gapOf(object);
    const isThere = object.holdings.some(({ path, isForeign }) => isForeign !== true || views.tree.blobs.has(path));
    const isRoot = isFluxKustomization(object.id) && ownerKey(object.id) === views.before.root;
    return [...(gap === undefined ? [] : [ties.unlisted(gap.list)]), ...(isThere || isRoot ? [ties.lostRoot] : [])];
  };
  return {
    follows: tiesOf,
    ownerFollows: (key) => {
      const object = owners.get(key);
      return object === undefined ? [] : tiesOf(object);
    },
    causesOf: (problems) => {
      const wanted = new Set(problems.flatMap(({ ties: tied }) => tied?.follows ?? []));
      const gaps = new Map<string, Gap[]>();
      for (const { object } of deleted) {
        const gap = gapOf(object);
        if (gap === undefined || !wanted.has(ties.unlisted(gap.list))) continue;
        gaps.set(gap.list, [...(gaps.get(gap.list) ?? []), gap]);
      }
      return [...gaps].map(([list, found]) => ({
        list,
        entries: [...new Set(found.map(({ entry }) => entry))].sort(),
        count: deleted.filter(({ object }) => gapOf(object)?.list === list).length,
        isNew: found[0]!.isNew,
      }));
    },
  };
};

const findGap = ({ before, after, tree, baseTree }: Views, owner: string, path: string): Gap | undefined => {
  const [was, is] = [before.owners.get(owner), after.owners.get(owner)];
  if (was === undefined || is?.folder === undefined || was.folder !== is.folder) return undefined;
  for (const list of new Set([...was.files, ...is.files])) {
    if (!/(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(list) || !tree.blobs.has(list)) continue;
    const now = entriesOf(tree, list);
    const covers = (entry: string): boolean => reads(baseTree, posix.join(posix.dirname(list), entry), path);
    if (baseTree.blobs.has(list)) {
      const gone = entriesOf(baseTree, list).find((entry) => !now.includes(entry) && covers(entry));
      if (gone !== undefined) return { list, entry: gone, isNew: false };
    } else if (isBelow(path, posix.dirname(list)) && !now.some(covers)) {
      return { list, entry: posix.relative(posix.dirname(list), path), isNew: true };
    }
  }
  return undefined;
};

const isBelow = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

const reads = (tree: RepositoryTree, entry: string, path: string): boolean => {
  const at = entry.replace(/\/$/, '');
  return at === path || (!tree.blobs.has(at) && readKustomizeFolder(tree, at).files.includes(path));
};

const entriesOf = (tree: RepositoryTree, list: string): readonly string[] => {
  try {
    const [json] = tree.objects(list);
    return ['resources', 'bases', 'components'].flatMap((name) => {
      const entries = json?.[name];
      return Array.isArray(entries) ? entries.filter((one) => typeof one === 'string') : [];
    });
  } catch {
    // The build reports an unreadable file.
    return [];
  }
};
