import type { FolderBuilder } from '../applied/build/folder-builder.js';
import type { FluxRoot } from '../applied/flux-roots.js';
import { type FluxVersion, fluxVersions } from '../flux/flux-version.js';
import type { RuleState } from '../rules/context/rule-state.js';
import type { FolderFiles } from './folder-files.js';
import type { FolderTree } from './folder-tree.js';
import type { FileOf } from './object-file.js';
import { type ReadCluster, readCluster } from './read-cluster.js';
import { type OwnerWithVars, stateOfView } from './state-of-view.js';
import { type SuppliedData, suppliedDataOf } from './supplied-data.js';
import { type AllWrittenData, findWritten } from './terraform/written-data.js';
import type { FindData } from './vars-of-owner.js';

/** A repository, with what its Terraform writes into clusters. */
export interface ViewedRepository {
  readonly tree: FolderTree;
  readonly files: FolderFiles;
  readonly builder: FolderBuilder;
  readonly fileOf: FileOf;
  readonly written: AllWrittenData;
}

/** All that Flux applies to a cluster, as the rules read it, with what its Kustomizations substitute. */
export interface ViewedState extends ReadCluster {
  readonly flux: FluxVersion | undefined;
  readonly state: RuleState;
  readonly owners: readonly OwnerWithVars[];
  /** The ConfigMaps and Secrets that the tree has, by `Kind/namespace/name`. */
  readonly data: ReadonlyMap<string, SuppliedData>;
}

export const viewCluster = (
  root: FluxRoot,
  { tree, files, builder, fileOf, written }: ViewedRepository,
): ViewedState => {
  const { view, assumed } = readCluster(root, { tree, files, builder });
  const data = suppliedDataOf(view);
  const flux = fluxVersions.find((version) => version === root.flux);
  const found = stateOfView({
    name: root.name,
    flux,
    kubernetes: undefined,
    source: root.source,
    view,
    find: (key) => data.get(key) ?? writtenAt(written, key),
    fileOf,
  });
  return { view, assumed, data, flux, ...found };
};

/** The keys that Terraform writes, whose values only the cluster has. */
const writtenAt: (written: AllWrittenData, key: string) => ReturnType<FindData> = (written, key) => {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  const found = findWritten(written, kind, namespace, name);
  if (found === undefined) return undefined;
  const { keys, isOpen, openKeys } = found;
  const data = new Map([...keys.keys()].map((one) => [one, undefined]));
  return { data, isOpen, ...(openKeys === undefined ? {} : { openKeys }) };
};
