import { posix } from 'node:path';
import { findProjectPlace } from '../compile/find-project-place.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import { checkVersionMarkers, type MarkerFacts, markerFacts } from '../rules/images/version-markers.js';
import type { BaseOptions } from '../synth/plan-with-base.js';
import type { AppPlan } from '../tree/plan-app.js';
import { packageVersionNotices, packageVersionsIn } from '../upgrade/package-versions.js';
import { VERSIONS_FILE } from '../versions/files.js';
import type { MarkedVersion } from '../versions/find-markers.js';
import { dayOf, ringFaults, ringNotices } from '../versions/ring-problems.js';
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

/** What the planned clusters have for the markers in the files of versions. */
const readMarkerFacts = async (
  marked: readonly MarkedVersion[],
  { app, project, plan, base }: VersionsIn,
): Promise<readonly MarkerFacts[]> => {
  const facts = plan.compiled.map((cluster) => markerFacts(marked, cluster));
  if (base === undefined || checkVersionMarkers(marked, facts, VERSIONS_FILE).length === 0) return facts;
  // Others may have the policy.
  const { knownInBase } = await import('../applied/known-in-base.js');
  const has = knownInBase(app, plan, { folder: project, base: base.revision, answers: base.asked?.answers });
  return plan.compiled.map((cluster) =>
    markerFacts(marked, cluster, ({ kind, name }) => has(cluster.cluster.name, kind, name)),
  );
};

/** Where the rings of the files of versions don't fit the app: nothing may be written then. */
export const ringProblems = (
  opened: readonly OpenedVersions[],
  { rollout }: Pick<DeclaredApp, 'rollout'>,
): readonly Diagnostic[] => opened.flatMap(({ versions }) => ringFaults(versions, rollout));

/** What addons of the package have otherwise than the file of versions that the app reads for them. */
const packageNotices = (opened: readonly OpenedVersions[], app: DeclaredApp): readonly Diagnostic[] => {
  const [versions] = opened;
  if (app.chartVersions === undefined || versions === undefined) return [];
  return packageVersionNotices(packageVersionsIn(app.clusters, versions.versions));
};

/** What is to be said of the files of versions that an app opened, now that its clusters are planned. */
export const versionProblems = async (
  opened: readonly OpenedVersions[],
  found: VersionsIn,
): Promise<readonly Diagnostic[]> => {
  const isWhole = found.plan.scope.all && !hasErrors(found.plan.diagnostics);
  const today = dayOf(new Date());
  const ofRings = opened.flatMap(({ versions }) => ringNotices(versions, found.app.rollout, today));
  const ofPackage = isWhole ? packageNotices(opened, found.app) : [];
  const notices = [...versionNotices(opened, isWhole), ...ofRings, ...ofPackage];
  const marked = opened.flatMap(({ versions }) => versions.marked);
  if (!isWhole || marked.length === 0) return notices;
  const file = posix.join(findProjectPlace(found.project).prefix, VERSIONS_FILE);
  return [...notices, ...checkVersionMarkers(marked, await readMarkerFacts(marked, found), file)];
};
