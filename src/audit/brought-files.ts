import { posix } from 'node:path';
import { sourceOf } from '../applied/view/build-owner.js';
import type { FluxOwner, FluxView } from '../applied/view/flux-view.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { fieldsOf, textOf } from '../json/as-shape.js';
import { specOf } from '../json/manifest-fields.js';
import type { FolderTree } from './folder-tree.js';

/** Folders that `spec.include` of an owner's GitRepository fills with the files of other repositories. */
export const includedFolders = (owner: FluxOwner, { owners }: FluxView): readonly string[] => {
  const { kind, namespace, name } = sourceOf(owner.json, parseOwnerKey(owner.key).namespace);
  if (kind !== 'GitRepository') return [];
  const source = [...owners.values()]
    .flatMap(({ objects }) => objects)
    .find(({ id }) => id.kind === kind && id.namespace === namespace && id.name === name);
  const include = source === undefined ? undefined : specOf(source.json)['include'];
  return (Array.isArray(include) ? include : []).flatMap((one) => {
    const { repository, toPath } = fieldsOf(one);
    const to = textOf(toPath) ?? textOf(fieldsOf(repository)['name']);
    return to === undefined ? [] : [posix.join('/', to).slice(1)];
  });
};

/** The Terraform or script that has a missing file's path, and so may write it. */
export const mayWrite = (path: string, { blobs, textOf: read }: FolderTree): string | undefined =>
  [...blobs.keys()].find((one) => /\.(?:tf|sh|ps1)$|(?:^|\/)Makefile$/.test(one) && read(one)?.includes(path) === true);
