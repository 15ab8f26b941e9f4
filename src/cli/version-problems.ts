import { posix } from 'node:path';
import { checkVersionMarkers, type MarkerFacts, markerFacts } from '../check/version-markers.js';
import type { DeclaredApp } from '../compile/declared-app.js';
import { findProjectPlace } from '../compile/find-project-place.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import type { BaseOptions } from '../synth/plan-with-base.js';
import type { AppPlan } from '../tree/plan-app.js';
import { VERSIONS_FILE } from '../versions/files.js';
import { versionNotices } from '../versions/unread-versions.js';
import type { OpenedVersions } from '../versions/while-recording.js';

export interface VersionsIn {
  readonly app: DeclaredApp;
  /** The project's folder, absolute. */
  readonly project: string;
  readonly plan: AppPlan;
  /** @default - nothing is known of what Flux has */
  readonly base?: BaseOptions | undefined;
}

const markedIn = (opened: readonly OpenedVersions[]) => opened.flatMap(({ versions }) => versions.marked);

/** What the planned clusters have for the markers in the files of versions. */
export const readMarkerFacts = async (
  opened: readonly OpenedVersions[],
  { app, project, plan, base }: VersionsIn,
): Promise<readonly MarkerFacts[]> => {
  const marked = markedIn(opened);
  if (marked.length === 0) return [];
  const facts = plan.compiled.map((cluster) => markerFacts(marked, cluster));
  if (base === undefined || checkVersionMarkers(marked, facts, VERSIONS_FILE).length === 0) return facts;
  // Others may have the policy.
  const { knownInBase } = await import('../base/known-in-base.js');
  const has = knownInBase(app, plan, { folder: project, base: base.revision, answers: base.asked?.answers });
  return plan.compiled.map((cluster) =>
    markerFacts(marked, cluster, ({ kind, name }) => has(cluster.cluster.name, kind, name)),
  );
};

/** What is to be said of the markers, by what all clusters have. */
export const markerProblems = (
  opened: readonly OpenedVersions[],
  facts: readonly MarkerFacts[],
  project: string,
): readonly Diagnostic[] => {
  const marked = markedIn(opened);
  if (marked.length === 0) return [];
  return checkVersionMarkers(marked, facts, posix.join(findProjectPlace(project).prefix, VERSIONS_FILE));
};

/** What is to be said of the files of versions that an app opened, now that its clusters are planned. */
export const versionProblems = async (
  opened: readonly OpenedVersions[],
  found: VersionsIn,
): Promise<readonly Diagnostic[]> => {
  const isWhole = found.plan.scope.all && !hasErrors(found.plan.diagnostics);
  const notices = versionNotices(opened, isWhole);
  if (!isWhole) return notices;
  return [...notices, ...markerProblems(opened, await readMarkerFacts(opened, found), found.project)];
};
