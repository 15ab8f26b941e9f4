import { openSchemas } from '../check/find-schemas.js';
import { isFluxApp } from '../cluster/flux-app.js';
import type { AnyFluxCluster } from '../compile/declared-cluster.js';
import type { Contract } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { planClusters } from '../tree/plan-app.js';

/** What synth would write for one cluster, and what it has to say. */
export interface SynthesizedCluster {
  /** By path relative to the tree's root, in the order of paths: fit for a snapshot. */
  readonly files: Readonly<Record<string, string>>;
  /** The objects of the addons' folders and of the cluster's, as plain JSON. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** What the cluster asks of Terraform, as in `contract.json`. */
  readonly contract: Contract;
  /** All that synth would report, errors, warnings and notices; empty where nothing is wrong. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A test process is one run, however many clusters it makes: the package's schemas are read and compiled once. */
const schemas = openSchemas();

/**
 * Synthesizes a cluster in memory, by the same steps as the command, up to writing. Of files, only those that the app
 * names in `schemas` are read. Diagnostics are returned, not thrown.
 *
 * @example expect(synthCluster(dev).files).toMatchSnapshot()
 */
export const synthCluster = (cluster: AnyFluxCluster): SynthesizedCluster => {
  const app = cluster.node.root;
  if (!isFluxApp(app)) throw new TypeError(`cluster "${cluster.name}" is part of no FluxApp`);
  const { files, clusters, compiled, diagnostics } = planClusters(app, [cluster], {
    schemas,
    showsTreeLines: false,
    plansUnusableNames: true,
  });
  const paths = [...files.keys()].sort();
  return {
    files: Object.fromEntries(paths.map((path) => [path, files.get(path)!])),
    objects: clusters.flatMap(({ objects }) => objects.map(({ json }) => json)),
    contract: compiled[0]!.contract,
    diagnostics,
  };
};
