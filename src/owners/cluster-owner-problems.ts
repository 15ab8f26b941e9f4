import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { AppLayout } from '../compile/layout.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { TerraformRead } from '../terraform/read/index.js';
import { applicationAdvice, boundaryProblems } from './boundary.js';
import { ownsInCloud } from './cloud-names.js';
import { type ClusterWithRoots, readClusterRoots } from './cluster-roots.js';
import { compiledObjects } from './compiled-objects.js';
import { findTwoOwners } from './find-two-owners.js';
import { operatorRoots } from './operator-roots.js';
import { ownsInCluster } from './tool-claims.js';
import { treeClaims } from './tree-claims.js';

/** Problems with the owners of what a cluster and the Terraform that works on it have. */
export const clusterOwnerProblems = (
  compiled: CompiledCluster,
  reads: readonly TerraformRead[],
): readonly Diagnostic[] => {
  const objects = compiledObjects(compiled);
  const { cluster } = compiled;
  return [
    ...reads.flatMap(({ problems }) => problems),
    ...findTwoOwners(objects, reads, { cluster: cluster.name }),
    ...boundaryProblems(cluster, objects, reads),
    ...applicationAdvice(cluster, objects, reads),
  ];
};

/** A cluster, as {@link readClusterRoots} takes it. */
export const withRoots = (compiled: CompiledCluster, layout: AppLayout): ClusterWithRoots => {
  const { name, owners } = compiled.cluster;
  return { name, owners, operated: operatorRoots(compiledObjects(compiled), layout) };
};

/** The same of several clusters, with the HCL that their repository has. @param project absolute */
export const repositoryOwnerProblems = async (
  project: string,
  layout: AppLayout,
  clusters: readonly CompiledCluster[],
  paths: readonly string[],
): Promise<readonly Diagnostic[]> => {
  const declared = clusters.map((one) => withRoots(one, layout));
  const objects = clusters.flatMap(compiledObjects);
  const hasCloud =
    declared.some(({ owners }) => Object.keys(owners).length > 0) ||
    objects.some((object) =>
      treeClaims(object).some(({ identity }) => identity.is === 'cloud' || identity.is === 'dns'),
    );
  const isWanted = (type: string): boolean => ownsInCluster(type) || (hasCloud && ownsInCloud(type));
  const roots = paths.length === 0 ? [] : await readClusterRoots(project, layout, declared, paths, isWanted);
  return clusters.flatMap((compiled) =>
    clusterOwnerProblems(compiled, roots.find(({ cluster }) => cluster === compiled.cluster.name)?.reads ?? []),
  );
};
