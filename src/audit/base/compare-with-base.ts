import type { FluxRoot, FluxSync } from '../../applied/flux-roots.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import { findClusters } from '../find-clusters.js';
import type { FolderFiles } from '../folder-files.js';
import { type FileOf, openFiles } from '../object-file.js';
import { type ViewedRepository, type ViewedState, viewCluster } from '../view-cluster.js';
import type { AuditedBase } from './base-tree.js';
import { changeFindings } from './change-findings.js';

/** A cluster of the working tree, as it was read. */
export interface ReadNow {
  readonly root: FluxRoot;
  readonly viewed: ViewedState;
}

export interface CompareOptions extends Pick<ViewedRepository, 'builder' | 'written'> {
  readonly files: FolderFiles;
  readonly fileOf: FileOf;
  readonly schemas: RunSchemas;
  /** The clusters that only Terraform tells of. */
  readonly told: readonly FluxSync[];
}

/** What a comparison found, and the clusters that the base doesn't have. */
export interface ComparedWithBase {
  readonly diagnostics: readonly Diagnostic[];
  readonly isNew: readonly string[];
  /** Clusters of the base whose root the working tree doesn't have. */
  readonly isGone: readonly string[];
}

/** Compares each cluster with what the base has of it: by the file that declares its root, or by its folder. */
export const compareWithBase = (
  { revision, tree }: AuditedBase,
  now: readonly ReadNow[],
  { files, builder, written, fileOf, schemas, told }: CompareOptions,
): ComparedWithBase => {
  const { roots } = findClusters(tree, told);
  const repository: ViewedRepository = {
    tree,
    files: { ...files, paths: [...tree.blobs.keys()], links: tree.links },
    builder,
    written,
    fileOf: openFiles(tree),
  };
  const taken = new Set<FluxRoot>();
  const isNew: string[] = [];
  const diagnostics = now.flatMap(({ root, viewed }) => {
    const old =
      roots.find(({ path, file }) => path === root.path && file === root.file) ??
      roots.find(({ path }) => path === root.path) ??
      roots.find(({ file, name }) => file === root.file && name === root.name);
    if (old === undefined) {
      isNew.push(root.name);
      return [];
    }
    taken.add(old);
    return changeFindings({
      cluster: root.name,
      revision,
      before: viewCluster(old, repository),
      after: viewed,
      schemas,
      fileOf,
    });
  });
  const isGone = roots.filter((root) => !taken.has(root)).map(({ name }) => name);
  return { diagnostics, isNew, isGone };
};
