import type { CriticalPath } from '../compile/critical-path.js';
import type { AppLayout } from '../compile/layout.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { ComparedCluster } from '../handover/print-comparison.js';
import type { SynthResult } from '../synth/synth-app.js';
import { type AcceptedInFile, acceptedIn } from './accepted-images.js';
import { type ClusterPath, pathsOf } from './critical-paths.js';

/** What the command says of one cluster. */
export interface ReportedCluster extends ClusterPath {
  readonly objects: number;
  readonly files: number;
}

/** What Flux will do with clusters: for programs, or for people. */
export type ReportedOwners =
  | { readonly kind: 'json'; readonly clusters: readonly object[] }
  | { readonly kind: 'text'; readonly clusters: readonly ComparedCluster[] };

/** All that the command says of a result: data alone, which one thread may give to another. */
export interface SynthReport {
  readonly diagnostics: readonly Diagnostic[];
  /** Nothing where the app could not be planned. */
  readonly changes: SynthResult['changes'];
  /** What the files of `changes` should be, by path in the tree. */
  readonly files: ReadonlyMap<string, string>;
  readonly clusters: readonly ReportedCluster[];
  readonly accepted: readonly AcceptedInFile[];
  readonly owners: ReportedOwners;
}

/** A report, and what was done. */
export interface SynthOutcome {
  readonly report: SynthReport;
  readonly layout: AppLayout;
  /** Whether the app could be planned, so that the tree was compared. */
  readonly isPlanned: boolean;
  readonly written: boolean;
}

export const reportOf = async (
  { plan, diagnostics, changes, files, compared, next }: Omit<SynthResult, 'written'>,
  asJson: boolean,
): Promise<SynthReport> => {
  const paths = new Map<string, CriticalPath>(pathsOf(plan).map(({ cluster, path }) => [cluster, path]));
  const print = compared.length === 0 ? undefined : await import('../handover/print-comparison.js');
  return {
    diagnostics,
    changes,
    files,
    clusters: plan.clusters.flatMap(({ cluster, objects, files }) => {
      const path = paths.get(cluster);
      return path === undefined ? [] : [{ cluster, path, objects: objects.length, files: files.size }];
    }),
    accepted: acceptedIn(plan),
    owners: asJson
      ? { kind: 'json', clusters: print?.comparisonJson(compared, next) ?? [] }
      : { kind: 'text', clusters: print?.describeComparison(compared, next) ?? [] },
  };
};
