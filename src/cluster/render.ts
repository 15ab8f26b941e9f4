import type { Diagnostic } from '../diagnostics/index.js';
import type { AnyFluxCluster } from './any-cluster.js';
import type { AppSettings } from './app-settings.js';
import { buildCluster } from './build.js';
import { planContract } from './plan-contract.js';
import { protectAddon } from './protect.js';
import { findReads } from './reads.js';
import type { RenderedAddon, RenderedCluster, RenderedObject } from './rendered.js';

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By kind, namespace and name: no order of declaration shows in the tree. */
const compareObjects = (a: RenderedObject, b: RenderedObject): number =>
  compareText(a.kind, b.kind) ||
  compareText(a.group, b.group) ||
  compareText(a.namespace ?? '', b.namespace ?? '') ||
  compareText(a.name, b.name);

/**
 * Finds what every object of a cluster reads, and derives the contract.
 *
 * @param project the folder from which the files that the app names are found
 */
export const renderCluster = (
  app: AppSettings,
  cluster: AnyFluxCluster,
  project: string = process.cwd(),
): RenderedCluster => {
  const built = buildCluster(app, cluster, project);
  const problems: Diagnostic[] = [...built.problems];
  const addons = built.addons.map(
    (addon): RenderedAddon => ({
      built: addon,
      objects: [...addon.objects].sort(compareObjects),
      entry: [...addon.entry].sort(compareObjects),
    }),
  );
  const reads = findReads(cluster, addons, (problem) => problems.push(problem));
  const contract = planContract(cluster, built, reads, (problem) => problems.push(problem));
  const anywhere = new Set(Object.keys(contract.vars));
  return {
    app,
    cluster,
    built,
    addons: addons.map((addon) => ({
      ...addon,
      ...protectAddon(addon, addon.built.inputs, anywhere, cluster.flux),
    })),
    contract,
    problems,
  };
};
