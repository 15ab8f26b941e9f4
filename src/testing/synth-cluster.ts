import { isFluxApp } from '../cluster/flux-app.js';
import type { Contract } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { openSchemas } from '../rules/schemas/find-schemas.js';
import { planClusters } from '../tree/plan-app.js';

/** What synth would write for one cluster, and the diagnostics that it would report. */
export interface SynthesizedCluster {
  /** The files by path, relative to the tree's root and in the order of paths, so that they fit a snapshot. */
  readonly files: Readonly<Record<string, string>>;
  /** The objects of the addons' folders and of the cluster's, as plain JSON. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** What the cluster needs from Terraform, as in `contract.json`. */
  readonly contract: Contract;
  /** All errors, warnings and notices that synth would report; empty if there are none. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A test process is one run, however many clusters it makes: the package's schemas are read and compiled once. */
const schemas = openSchemas();

/**
 * Synthesizes a cluster in memory, with the same steps as the command except for writing. It reads no files but those that
 * the app lists in `schemas`. It returns diagnostics, and doesn't throw them.
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
    diagnostics: sortDiagnostics(diagnostics),
  };
};
