import { type ApiObject, Chart } from 'cdk8s';
import type { AddonInstance } from '../addon/addon.js';
import { buildAddon, objectsIn } from '../addon/build-addon.js';
import { inspectionOf } from '../addon/inspect.js';
import type { AddonInputs } from '../addon/inspection.js';
import { nameFault } from '../addon/names.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import type { AnyFluxCluster } from './declared-cluster.js';
import { freeId } from './free-id.js';

/** An addon whose `build` has run, with the constructs that it made. */
export interface AddonChart {
  readonly instance: AddonInstance;
  /** The index of its stage. */
  readonly stage: number;
  readonly chart: Chart;
  /** `build` came to its end: if not, constructs may be missing. */
  readonly isDone: boolean;
  readonly constructs: readonly ApiObject[];
  readonly inputs: AddonInputs;
}

/** Runs the `build` of every addon of a cluster, in the order of stages, then of names. */
export const buildAddons = (
  cluster: AnyFluxCluster,
  project: string,
  report: (problem: Diagnostic) => void,
): readonly AddonChart[] => {
  const { name, chartSourceNamespace } = cluster;
  return cluster.stages.flatMap(({ addons }, stage) =>
    addons
      .filter(isBuildable)
      .sort((a, b) => compareText(a.name, b.name))
      .map((instance) => {
        const chart = new Chart(cluster, freeId(cluster, instance.name), { disableResourceNameHashes: true });
        const isDone = buildAddon(instance, chart, { name, chartSourceNamespace, project }, report);
        return { instance, stage, chart, isDone, constructs: objectsIn(chart), inputs: inspectionOf(instance).inputs };
      }),
  );
};

/**
 * A name that the tree cannot hold has been reported, and nothing can be named after it. The same goes for a definition
 * whose fields have other shapes.
 */
const isBuildable = (instance: AddonInstance): boolean =>
  nameFault(instance.name) === undefined && inspectionOf(instance).isReadable;
