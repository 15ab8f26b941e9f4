import { posix } from 'node:path';
import { isKustomizationFile, readKustomizeFolder } from '../../applied/kustomize-files.js';
import type { FluxView, RepositoryTree } from '../../applied/view/flux-view.js';
import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { AdoptionReader } from './adoption-reader.js';
import type { Taken } from './choose-taken.js';
import type { WorkFiles } from './work-files.js';

/** Files that nothing reads any more. */
export interface OldFiles {
  readonly removed: readonly string[];
  /** Unused files that stay, with the reason. */
  readonly kept: readonly { readonly path: string; readonly why: string }[];
}

/** Finds the files that the owners of taken objects read before, and that nothing reads afterwards. */
export const findOldFiles = (
  reader: AdoptionReader,
  readers: ReadonlyMap<string, string>,
  { owners }: Taken,
  work: WorkFiles,
  after: FluxView,
): OldFiles => {
  const { folder, isOwn } = reader;
  const tree = reader.edited(work.edits);
  const read = new Set([...after.owners.values()].flatMap(({ files }) => files));
  const candidates = new Set<string>();
  for (const { owner } of owners.values()) {
    for (const path of owner.files) {
      const isFlux = path.startsWith(`${folder}/flux-system/`);
      if (tree.blobs.has(path) && !read.has(path) && !readers.has(path) && !isOwn(path) && !isFlux)
        candidates.add(path);
    }
  }
  for (const path of emptiedLists(tree, work, after, reader)) {
    const inside = `${posix.dirname(path)}/`;
    const isAlone = [...tree.blobs.keys()].every(
      (one) => !one.startsWith(inside) || one === path || candidates.has(one),
    );
    if (isAlone && !readers.has(path)) candidates.add(path);
  }
  // A remaining kustomization file still names these.
  for (const path of tree.blobs.keys()) {
    if (!isKustomizationFile(path) || candidates.has(path)) continue;
    for (const one of readKustomizeFolder(tree, posix.dirname(path)).files) candidates.delete(one);
  }
  // The new tree writes a file of the same name, which replaces it.
  for (const { owner } of owners.values())
    for (const path of owner.files)
      if (reader.planned.has(path) && tree.blobs.has(path) && !readers.has(path) && !isOwn(path)) candidates.add(path);
  const kept: { path: string; why: string }[] = [];
  for (const { from, title } of [after, ...reader.others.values()].flatMap(copiesIn)) {
    const start = from.replace(/[*?[{].*$/, '');
    const inside = from === start && start !== '' ? `${start.replace(/\/$/, '')}/` : start;
    const isUnder = (path: string): boolean => path === from || path.startsWith(inside);
    const under = [...tree.blobs.keys()].filter(isUnder);
    // An artifact with nothing to copy fails, and so do all others of its generator.
    if (under.length === 0 || !under.every((path) => candidates.has(path))) continue;
    for (const path of under) {
      candidates.delete(path);
      kept.push({ path, why: `${title} copies "${from}", and fails where nothing is there` });
    }
  }
  return { removed: [...candidates].sort(), kept: kept.sort((a, b) => (a.path < b.path ? -1 : 1)) };
};

/**
 * Kustomization files that no longer name anything, and that nothing names: Flux found them through the folders above.
 */
const emptiedLists = (
  tree: RepositoryTree,
  work: WorkFiles,
  after: FluxView,
  reader: AdoptionReader,
): readonly string[] => {
  const read = new Set(
    [after, ...reader.others.values()].flatMap(({ owners }) => [...owners.values()].map(({ folder }) => folder)),
  );
  return [...work.edited.keys()].filter((path) => {
    if (!isKustomizationFile(path) || read.has(posix.dirname(path))) return false;
    const fields = Object.entries(tree.objects(path)[0] ?? {}).filter(
      ([key]) => key !== 'apiVersion' && key !== 'kind',
    );
    return fields.every(([key, value]) => key === 'resources' && Array.isArray(value) && value.length === 0);
  });
};

/** Paths that the ArtifactGenerators of a cluster copy, from the repository's root, with the generator's title. */
const copiesIn = ({ owners }: FluxView): readonly { readonly from: string; readonly title: string }[] =>
  [...owners.values()].flatMap(({ objects }) =>
    objects.flatMap(({ id, json }) => {
      if (id.kind !== 'ArtifactGenerator' || !isObject(json['spec'])) return [];
      return objectsOf(json['spec']['artifacts']).flatMap((artifact) =>
        objectsOf(artifact['copy']).map(({ from }) => ({
          from: String(from).replace(/^@[^/]+\//, ''),
          title: `ArtifactGenerator "${id.name}"`,
        })),
      );
    }),
  );
