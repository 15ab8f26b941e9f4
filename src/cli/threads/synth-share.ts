import type { MarkerFacts } from '../../check/version-markers.js';
import type { FluxApp } from '../../cluster/flux-app.js';
import { type Diagnostic, hasErrors } from '../../diagnostics/index.js';
import { summaryKeys } from '../../synth/edited-summaries.js';
import { type PreparedSynth, prepareSynth, type SynthOptions } from '../../synth/synth-app.js';
import type { TreeChanges } from '../../tree/compare-tree.js';
import { versionNotices } from '../../versions/unread-versions.js';
import type { OpenedVersions } from '../../versions/while-recording.js';
import type { RememberedChecks, UsedChecks } from '../plan-project.js';
import type { Project } from '../project.js';
import { reportOf, type SynthReport } from '../synth-report.js';
import { readMarkerFacts } from '../version-problems.js';

/** What is the same for all shares of a run. */
export interface RunOptions {
  readonly check: boolean;
  readonly force: boolean;
  /** What Flux has; `false`: nothing is compared with that. */
  readonly base: { readonly revision: string | undefined } | false;
  /** The report is for programs. */
  readonly asJson: boolean;
}

/** What a thread has found of its share of the clusters, before anything is written. */
export interface SynthShare {
  readonly report: SynthReport;
  /** By which files are remembered once they are written. */
  readonly summaries: readonly string[];
  /** Of the files of versions: what nothing reads that was built here, and what every share says. */
  readonly versions: readonly Diagnostic[];
  /** What the clusters have for the markers in the files of versions. */
  readonly markers: readonly MarkerFacts[];
  readonly used: UsedChecks;
}

/** An app, as a thread has loaded it. */
export interface SharedApp {
  readonly app: FluxApp;
  readonly project: Project;
  readonly versions: readonly OpenedVersions[];
  readonly remembered: RememberedChecks;
}

/**
 * Prepares some of the clusters, while other threads prepare the others.
 *
 * @returns undefined where what is to be said of one may depend on the others: in the middle of a handover, and where
 *   something is wrong. All are prepared in one thread then, which says it as ever.
 */
export const tryPrepareShare = async (
  { app, project, versions, remembered }: SharedApp,
  clusters: readonly string[],
  { check, force, base, asJson }: RunOptions,
  asked?: NonNullable<SynthOptions['base']>['asked'],
): Promise<(SynthShare & { readonly prepared: PreparedSynth }) | undefined> => {
  const flux = base === false ? undefined : { revision: base.revision, asked };
  const prepared = await prepareSynth(app, {
    ...remembered.options,
    project: project.folder,
    clusters,
    isShare: true,
    check,
    force,
    base: flux,
    builds: remembered.builds,
  });
  const { changes, diagnostics, files } = prepared;
  const areOthers = changes.undeclared.some(({ name }) => app.clusters.some((cluster) => cluster.name === name));
  if (hasErrors(diagnostics) || prepared.isHandover || areOthers) return undefined;
  const report = await reportOf({ ...prepared, diagnostics: [...diagnostics, ...remembered.toolProblems()] }, asJson);
  return {
    prepared,
    report: { ...report, files: onlyListed(files, changes) },
    summaries: summaryKeys(files, changes),
    versions: versionNotices(versions, true),
    markers: await readMarkerFacts(versions, { app, project: project.folder, plan: prepared.plan, base: flux }),
    used: remembered.used(),
  };
};

/** The texts that are written or shown: those of all files would take long from thread to thread. */
const onlyListed = (
  files: ReadonlyMap<string, string>,
  { added, changed, headers, kept }: Omit<TreeChanges, 'problems'>,
): ReadonlyMap<string, string> =>
  new Map(
    [...added, ...changed, ...headers, ...kept].flatMap((path) => {
      const text = files.get(path);
      return text === undefined ? [] : [[path, text]];
    }),
  );
