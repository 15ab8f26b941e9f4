import { posix } from 'node:path';
import { isYaml } from '../applied/is-yaml.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { fieldsOf } from '../json/as-shape.js';
import type { FolderTree } from './folder-tree.js';
import { readableObjects } from './readable-objects.js';

interface Wanted {
  readonly kind: string;
  readonly name: string;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace?: string;
}

type Files = Pick<FolderTree, 'blobs' | 'objects' | 'textOf'>;

/** A file of a folder that Flux reads, which has an object, and which nothing applies. */
export const unlistedMaker = (wanted: Wanted, { owners }: FluxView, tree: Files): string | undefined => {
  const read = new Set([...owners.values()].flatMap(({ files }) => files));
  const folders = new Set([...read].map((path) => posix.dirname(path)));
  return fileWith(wanted, tree, (path) => !read.has(path) && folders.has(posix.dirname(path)));
};

/** The first file that has an object, whatever Flux reads. */
export const fileWith = (
  { kind, name, namespace }: Wanted,
  tree: Files,
  isWanted: (path: string) => boolean = () => true,
): string | undefined => {
  const isIt = (object: Readonly<Record<string, unknown>>): boolean => {
    const metadata = fieldsOf(object['metadata']);
    const place = metadata['namespace'];
    return object['kind'] === kind && metadata['name'] === name && (place === undefined || place === namespace);
  };
  return [...tree.blobs.keys()].find(
    (path) =>
      isYaml(path) &&
      isWanted(path) &&
      tree.textOf(path)?.includes(name) === true &&
      readableObjects(tree, path).some(isIt),
  );
};
