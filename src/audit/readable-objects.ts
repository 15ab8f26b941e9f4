import type { JsonObject } from '../json/json-value.js';
import type { FolderTree } from './folder-tree.js';

/** The objects of a file that Flux may never read; none of one that isn't YAML, which others report where it matters. */
export const readableObjects = ({ objects }: Pick<FolderTree, 'objects'>, path: string): readonly JsonObject[] => {
  try {
    return objects(path);
  } catch {
    return [];
  }
};
