import { posix } from 'node:path';
import type { FolderBuilder } from '../applied/build/folder-builder.js';
import type { FluxRoot } from '../applied/flux-roots.js';
import { keyOf } from '../applied/object-id.js';
import { sourceOf } from '../applied/view/build-owner.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { readFluxView } from '../applied/view/read-view.js';
import { knownScope } from '../compile/kind-scopes.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { specOf } from '../json/manifest-fields.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { FolderFiles } from './folder-files.js';
import type { FolderTree } from './folder-tree.js';

interface Repository {
  readonly tree: FolderTree;
  readonly files: FolderFiles;
  readonly builder: FolderBuilder;
}

export interface ReadCluster {
  readonly view: FluxView;
  /** The sources that no file makes, and that are taken for this repository, as `Kind/namespace/name`. */
  readonly assumed: ReadonlySet<string>;
}

/**
 * All that Flux applies to a cluster. A source that no file makes, and whose folder is in the repository, counts as the
 * repository: a person or Terraform has made it.
 */
export const readCluster = (root: FluxRoot, { tree, files, builder }: Repository): ReadCluster => {
  const read = (alsoOwn: readonly string[]) =>
    readFluxView(tree, {
      folder: root.path,
      source: root.source,
      prefix: root.start === undefined || root.start === '' ? '' : `${root.start}/`,
      repository: { remotes: files.git?.remotes ?? [], branch: root.branch ?? files.git?.branch ?? 'main' },
      scopeOf: knownScope,
      builder,
      isImplicit: !isNear(root),
      rootKey: root.rootKey,
      alsoOwn,
    });
  let own: readonly string[] = [];
  for (;;) {
    const view = read(own);
    const more = assumedSources(view, tree).filter((key) => !own.includes(key));
    if (more.length === 0) return { view, assumed: new Set(own) };
    own = [...own, ...more];
  }
};

/** Whether the file that declares the cluster is in its folder, or in one above. */
const isNear = ({ file, path }: FluxRoot): boolean => {
  const folder = posix
    .dirname(file)
    .replace(/(?:^|\/)flux-system$/, '')
    .replace(/^\.$/, '');
  return folder === '' || path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);
};

const assumedSources = ({ owners }: FluxView, tree: FolderTree): readonly string[] => {
  const made = new Set(
    [...owners.values()].flatMap(({ objects, sets }) => [...objects, ...sets.objects].map(({ id }) => keyOf(id))),
  );
  const found = new Set<string>();
  for (const { key, json, folder } of owners.values()) {
    if (folder !== undefined) continue;
    const { kind, namespace, name } = sourceOf(json, parseOwnerKey(key).namespace);
    const { path, kubeConfig } = specOf(json);
    if (kind === 'ExternalArtifact' || kubeConfig !== undefined || typeof path !== 'string') continue;
    const at = posix.join('/', path).slice(1).replace(/\/$/, '');
    if (
      at === '' ||
      holdsExpression(at) ||
      made.has(keyOf({ group: 'source.toolkit.fluxcd.io', kind, namespace, name }))
    )
      continue;
    if ([...tree.blobs.keys()].some((one) => one.startsWith(`${at}/`))) found.add(`${kind}/${namespace}/${name}`);
  }
  return [...found];
};
