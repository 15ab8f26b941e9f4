import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { CleanObjects } from './clean-objects.js';
import { type ClusterIndex, indexCluster } from './cluster-index.js';
import { type DataSources, findDataSources } from './data-sources.js';
import { openSchemas, type RunSchemas } from './find-schemas.js';
import { findReferences, type References } from './references/index.js';
import type { CheckContext } from './rule.js';

export interface CheckOptions {
  /** Objects that need not be checked by their schemas again. */
  readonly clean?: CleanObjects | undefined;
  /** @default - schemas that are read for this check alone */
  readonly schemas?: RunSchemas | undefined;
}

/** What the rules share about one cluster; each part is found when the first rule asks for it. */
export const openCheckContext = (cluster: CompiledCluster, { clean, schemas }: CheckOptions = {}): CheckContext => {
  let index: ClusterIndex | undefined;
  let dataSources: DataSources | undefined;
  let references: References | undefined;
  return {
    clean,
    schemas: schemas ?? openSchemas(),
    get index() {
      index ??= indexCluster(cluster);
      return index;
    },
    get dataSources() {
      dataSources ??= findDataSources(cluster, this.index);
      return dataSources;
    },
    get references() {
      references ??= findReferences(cluster, this.index, this.dataSources);
      return references;
    },
  };
};
