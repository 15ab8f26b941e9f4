import { posix } from 'node:path';
import { isYaml } from '../applied/is-yaml.js';
import type { FluxView } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { KUSTOMIZATION_FILES } from '../flux/kustomization-file-names.js';
import { fieldsOf } from '../json/as-shape.js';
import { outsideData, outsideSecret } from './diagnostics.js';
import type { FolderTree } from './folder-tree.js';
import { readableObjects } from './readable-objects.js';

type Tree = Pick<FolderTree, 'blobs' | 'objects' | 'textOf'>;

/** What {@link outsideData} and {@link outsideSecret} say is missing. */
const MISSING = /(ConfigMap|Secret)\/(\S+) in namespace "([^"]*)", which nothing in this repository makes$/;

/**
 * The same findings, where a file makes what is missing and lies in a folder that the cluster reads, and the folder's
 * kustomization file doesn't list it: somebody forgot it there.
 */
export const withUnappliedMakers = (
  found: readonly Diagnostic[],
  view: FluxView,
  tree: Tree,
): readonly Diagnostic[] => {
  const read = new Set([...view.owners.values()].flatMap(({ files }) => files));
  const lists = new Map(
    [...read].flatMap((path) =>
      KUSTOMIZATION_FILES.includes(posix.basename(path)) ? [[posix.dirname(path), path]] : [],
    ),
  );
  return found.map((one) => {
    if (one.code !== outsideData.code && one.code !== outsideSecret.code) return one;
    const [, kind, name = '', namespace] = MISSING.exec(one.message) ?? [];
    if (kind === undefined) return one;
    const file = [...tree.blobs.keys()].find(
      (path) =>
        lists.has(posix.dirname(path)) &&
        !read.has(path) &&
        isYaml(path) &&
        tree.textOf(path)?.includes(name) === true &&
        readableObjects(tree, path).some((object) => {
          const metadata = fieldsOf(object['metadata']);
          return (
            object['kind'] === kind &&
            metadata['name'] === name &&
            [undefined, namespace].includes(metadata['namespace'] as string | undefined)
          );
        }),
    );
    if (file === undefined) return one;
    return {
      ...one,
      severity: 'warning',
      message: one.message.replace(
        /which nothing in this repository makes$/,
        `which ${file} makes, and no Kustomization applies that`,
      ),
      fix: `add ${posix.basename(file)} to resources of ${lists.get(posix.dirname(file))}`,
    };
  });
};
