import { hash } from 'node:crypto';
import { marksOf } from '../file-marks.js';
import { isYaml } from '../is-yaml.js';
import type { ParsedFiles } from '../parsed-files.js';
import type { PlannedFile } from './commit-tree.js';
import type { RepositoryTree } from './flux-view.js';

/** New files, or new texts of files, by path from the repository's root; `undefined` removes a file. */
export type TreeEdits = ReadonlyMap<string, PlannedFile | undefined>;

/** A state of the repository with some of its files changed. */
export const editedTree = (tree: RepositoryTree, edits: TreeEdits, parsed: ParsedFiles): RepositoryTree => {
  const blobs = new Map(tree.blobs);
  for (const [path, file] of edits) {
    if (file === undefined) blobs.delete(path);
    else blobs.set(path, EDITED);
  }
  const isOther = (path: string): boolean => !edits.has(path);
  return {
    blobs,
    links: tree.links,
    folderOf: (path) => tree.folderOf(path),
    read: (paths) => {
      const others = tree.read(paths.filter(isOther));
      return new Map(
        paths.flatMap((path) => {
          const text = isOther(path) ? others.get(path) : edits.get(path)?.text;
          return text === undefined ? [] : [[path, text] as const];
        }),
      );
    },
    prepare: (paths) => tree.prepare(() => paths().filter((path) => isYaml(path) && isOther(path))),
    ofSources: new Map(),
    namingKustomizations: () => [
      ...tree.namingKustomizations().filter(isOther),
      ...[...edits].flatMap(([path, file]) => (file !== undefined && isYaml(path) ? [path] : [])),
    ],
    marks: (paths) => {
      const found = new Map(tree.marks(paths.filter(isOther)));
      for (const path of paths) if (edits.get(path) !== undefined) found.set(path, marksOf(edits.get(path)!.text));
      return found;
    },
    objects: (path) => {
      const edit = edits.get(path);
      if (edit === undefined) return tree.objects(path);
      return edit.objects ?? parsed.objects(hash('sha256', edit.text), () => edit.text);
    },
  };
};

/** Not the id of a git blob. */
const EDITED = 'edited';
