import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { readTerraformArtifact } from '../terraform/read/index.js';
import { applicationAdvice, boundaryProblems } from './boundary.js';
import { compiledObjects } from './compiled-objects.js';
import { findTwoOwners } from './find-two-owners.js';

/**
 * What a plan, state or export and the trees of clusters both own, and what crosses a cluster's boundary.
 *
 * @param clusters those that the artifact is of; with several, it isn't known which of them each resource is in
 */
export const artifactOwnerProblems = (
  bytes: Uint8Array,
  file: string,
  clusters: readonly CompiledCluster[],
): readonly Diagnostic[] => {
  if (clusters.length === 0) return [];
  const read = readTerraformArtifact(bytes, file);
  if (!read.ok) return [read.problem];
  const names = clusters.map(({ cluster }) => cluster.name);
  const [only] = clusters.length === 1 ? clusters : [];
  const advice =
    only === undefined
      ? []
      : [
          ...boundaryProblems(only.cluster, compiledObjects(only), [read.value]),
          ...applicationAdvice(only.cluster, compiledObjects(only), [read.value]),
        ];
  const twoOwners = clusters.flatMap((compiled) =>
    findTwoOwners(compiledObjects(compiled), [read.value], {
      cluster: compiled.cluster.name,
      ...(clusters.length === 1
        ? {}
        : { doubt: `${file} is of the clusters ${names.join(', ')}, and doesn't say which of them a resource is in` }),
    }),
  );
  return [...twoOwners, ...advice];
};
