import type { JsonObject } from '../../json/json-value.js';
import type { BaseTree } from '../base-tree.js';
import { isYaml } from '../is-yaml.js';
import type { ParsedFiles } from '../parsed-files.js';
import type { RepositoryTree } from './flux-view.js';

/** By path from the repository's root. */
export type PlannedFiles = ReadonlyMap<string, PlannedFile>;

export interface PlannedFile {
  readonly text: string;
  /** The objects, if known without parsing the text. */
  readonly objects: readonly JsonObject[] | undefined;
}

/**
 * A commit as Flux fetches it.
 *
 * @param tree of the whole repository
 * @param planned texts by path from the repository's root; a file of the commit with the same text isn't read
 */
export const commitTree = (tree: BaseTree, parsed: ParsedFiles, planned: PlannedFiles): RepositoryTree => {
  const isPlanned = new Map<string, boolean>();
  const plannedAt = (path: string): readonly JsonObject[] | undefined => {
    const file = planned.get(path);
    if (file?.objects === undefined) return undefined;
    let same = isPlanned.get(path);
    if (same === undefined) {
      same = tree.holds(path, file.text);
      isPlanned.set(path, same);
    }
    return same ? file.objects : undefined;
  };
  return {
    blobs: tree.blobs,
    links: tree.links,
    near: tree.near,
    read: (paths) => tree.read(paths),
    folderOf: (path) => tree.folderOf(path),
    prepare: (paths) => tree.expect(() => paths().filter((path) => isYaml(path) && plannedAt(path) === undefined)),
    objects: (path) => {
      const blob = tree.blobs.get(path);
      if (blob === undefined) return [];
      return plannedAt(path) ?? parsed.objectsOfBlob(blob, () => tree.read([path]).get(path) ?? '');
    },
    marks: (paths) => tree.marks(paths),
    ofSources: new Map(),
    namingKustomizations: () => tree.namingKustomizations(),
  };
};
