import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { AppPlan } from '../../tree/plan-app.js';
import type { AppliedState } from '../applied-state.js';
import { type ClusterDiff, sortObjects } from '../compare-states.js';
import { providedApis } from '../provided-apis.js';
import { openChartStore } from './chart-store.js';
import { type DiffReleasesOptions, diffReleases } from './diff-releases.js';
import { openFaults } from './object-faults.js';

export interface HelmOptions {
  /** The executable. @default - `helm`, on the PATH */
  readonly executable?: string;
  /** Folders with charts, which are asked before a registry. */
  readonly charts: readonly string[];
  /** Where fetched charts are kept. */
  readonly cache?: string | undefined;
}

export interface ReleasesContext extends Pick<DiffReleasesOptions, 'redactor' | 'kubernetes' | 'asStored'> {
  readonly helm: HelmOptions;
  readonly schemas: AppPlan['schemas'] | undefined;
  /** The cluster of the new side, where it is planned. */
  readonly compiled: CompiledCluster | undefined;
  report(found: readonly Diagnostic[]): void;
}

/** A cluster's differences with those of the objects that Helm installs. */
export const withReleases = async <D extends ClusterDiff>(
  diff: D,
  before: AppliedState,
  after: AppliedState,
  { helm: options, schemas, compiled, report, redactor, kubernetes, asStored }: ReleasesContext,
): Promise<D> => {
  const { executable: helm = 'helm', charts: folders, cache } = options;
  const charts = openChartStore({ helm, folders, cache });
  try {
    const found = await diffReleases(before, after, {
      helm,
      charts,
      redactor,
      kubernetes,
      apis: compiled === undefined ? [] : providedApis(compiled),
      scopeOf: after.state.scopeOf,
      faultsOf: openFaults(compiled, schemas),
      asStored,
    });
    report(found.diagnostics);
    const objects = sortObjects([...diff.objects, ...found.objects]);
    return { ...diff, objects, noise: [...diff.noise, ...found.noise].sort() };
  } finally {
    charts.close();
  }
};
