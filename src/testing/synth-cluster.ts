import { openSchemas } from '../check/find-schemas.js';
import { checkCluster } from '../check/index.js';
import { isFluxApp } from '../cluster/flux-app.js';
import { compileCluster } from '../compile/compile-cluster.js';
import type { AnyFluxCluster } from '../compile/declared-cluster.js';
import type { Contract } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { planCluster } from '../tree/plan-cluster.js';

/** What synth would write for one cluster, and what it has to say. */
export interface SynthesizedCluster {
  /** By path relative to the tree's root, in the order of paths: fit for a snapshot. */
  readonly files: Readonly<Record<string, string>>;
  /** The objects of the addons' folders and of the cluster's, as plain JSON. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly contract: Contract;
  readonly diagnostics: readonly Diagnostic[];
}

/** A test process is one run, however many clusters it makes: the package's schemas are read and compiled once. */
const schemas = openSchemas();

/**
 * Synthesizes a cluster in memory; nothing on the disk is read or written. Diagnostics are returned, not thrown.
 *
 * @example expect(synthCluster(dev).files).toMatchSnapshot()
 */
export const synthCluster = (cluster: AnyFluxCluster): SynthesizedCluster => {
  const app = cluster.node.root;
  if (!isFluxApp(app)) throw new TypeError(`cluster "${cluster.name}" is part of no FluxApp`);
  const compiled = compileCluster(app, cluster);
  const plan = planCluster(compiled);
  const paths = [...plan.files.keys()].sort();
  return {
    files: Object.fromEntries(paths.map((path) => [path, plan.files.get(path)!])),
    objects: plan.objects.map(({ json }) => json),
    contract: plan.contract,
    diagnostics: checkCluster(compiled, { project: process.cwd(), schemas }, { unprintable: plan.problems }),
  };
};
