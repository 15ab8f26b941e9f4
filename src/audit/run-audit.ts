import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { type AuditContext, type AuditedCluster, auditCluster } from './audit-cluster.js';
import type { AuditedBase } from './base/base-tree.js';
import type { ComparedWithBase, ReadNow } from './base/compare-with-base.js';
import { type ChartPlaces, openLocalCharts } from './charts/local-charts.js';
import { type Finding, findingsOf } from './finding.js';
import { MOST_FILES } from './folder-files.js';
import { imageMarkerFindings } from './image-marker-findings.js';
import { nameClusters } from './name-clusters.js';
import { noClusterProblem, type OpenRepository, openRepository, type RepositoryOptions } from './open-repository.js';
import { syncFindings } from './sync-findings.js';
import { accountFindings } from './terraform/account-findings.js';
import { compareTerraform } from './terraform/compared-terraform.js';
import { unreadKeys } from './terraform/data-findings.js';
import { joinTypos } from './terraform/join-typos.js';
import { lostAccounts } from './terraform/lost-accounts.js';
import { namespaceFindings } from './terraform/namespace-findings.js';
import { otherRootFindings } from './terraform/other-root-findings.js';
import { readObjectFindings } from './terraform/read-object-findings.js';
import { registryFindings } from './terraform/registry-findings.js';
import { remoteStateFindings } from './terraform/remote-state-findings.js';
import { rootKeyFindings } from './terraform/root-keys.js';
import { unlistedFindings } from './unlisted-findings.js';

export interface AuditOptions extends RepositoryOptions {
  /** Objects that passed the schema check in an earlier run. @default - none */
  readonly clean?: CleanObjects | undefined;
  /** Folders with charts, and the cache of `diff --helm`, by which values of releases are checked. @default - charts of the repository alone */
  readonly charts?: Pick<ChartPlaces, 'folders' | 'cache'> | undefined;
  /** A revision: what a change since then destroys, or the API server refuses, is found too. @default - one state alone */
  readonly base?: string | undefined;
}

export interface AuditResult {
  readonly clusters: readonly AuditedCluster[];
  /** No file says what Flux reads: the clusters are folders with Kustomizations that nothing else applies. */
  readonly isGuessed: boolean;
  /** How many files the folder has. */
  readonly files: number;
  /** Files that weren't read, each with the reason. */
  readonly unread: readonly string[];
  /** Folders of Terraform's root modules, or the plans in their place. */
  readonly terraform: readonly string[];
  /** Parts of Terraform that weren't read. */
  readonly terraformNotSeen: readonly string[];
  /** What was compared with, if anything was. */
  readonly base?: { readonly revision: string; readonly commit: string; readonly notCompared: readonly string[] };
  /** Says that kubectl has an older kustomize than Flux, and the fix; undefined where no folder needed kubectl. */
  readonly olderKustomize?: string;
  /** How many findings a baseline accepts. */
  readonly accepted: number;
  readonly findings: readonly Finding[];
}

/** Reads a repository, and finds what Flux, Helm, kustomize and the API server would refuse. Writes nothing. */
export const runAudit = async ({ clean, base: revision, charts, ...options }: AuditOptions): Promise<AuditResult> => {
  const [base, repository] = [await openBase(options.folder, revision), await openRepository(options)];
  const { files, tree, roots, syncs, isGuessed, terraform, written } = repository;
  const looked = () => ({
    isGuessed,
    files: files.paths.length,
    unread: [
      ...(files.isCut ? [`more than ${MOST_FILES} files`] : []),
      ...[...tree.unread].map(([path, reason]) => `${path}: ${reason}`),
    ],
    terraform: terraform.reads.map(({ name }) => name),
    terraformNotSeen: terraform.notSeen,
    accepted: 0,
  });
  if (roots.length === 0) {
    const found = [noClusterProblem(repository), ...syncFindings(syncs, { tree, files, views: [] })];
    return { ...looked(), clusters: [], findings: findingsOf(found) };
  }
  const context: AuditContext = {
    ...repository,
    clean,
    charts: openLocalCharts({ folders: [], ...charts, repository: options.folder }),
    clusters: roots.length,
    terraform: compareTerraform(terraform.reads, repository, tree),
  };
  const audited = roots.map((root) => auditCluster(root, context));
  const compared = await compare(
    base,
    roots.map((root, at) => ({ root, viewed: audited[at]!.viewed })),
    repository,
  );
  const ofRoots = rootKeyFindings(terraform.reads, audited);
  const renamed = new Set(ofRoots.map(({ at }) => at.file));
  const findings = joinTypos(
    [
      ...terraform.problems,
      ...syncFindings(syncs, { tree, files, views: audited.map(({ view }) => view) }),
      ...ofRoots,
      ...namespaceFindings(audited, context.terraform.made, context.terraform.isMentioned),
      ...remoteStateFindings(terraform.reads, tree),
      ...imageMarkerFindings(audited, tree),
      ...registryFindings(audited, terraform.reads),
      ...readObjectFindings(audited, terraform.reads, context.terraform.made, written),
      ...accountFindings(audited, terraform.reads, context.terraform.made),
      ...lostAccounts(audited, context.terraform.made),
      ...otherRootFindings(audited, written),
      ...(compared?.diagnostics ?? []),
      ...audited.flatMap(({ diagnostics }) => diagnostics),
      ...unlistedFindings(
        audited.map(({ view }) => view),
        tree,
      ),
    ],
    unreadKeys(written, audited).filter(({ at }) => !renamed.has(at.file)),
  );
  return {
    ...looked(),
    ...(base === undefined ? {} : { base: describeBase(base, compared) }),
    clusters: audited.map(({ cluster }) => cluster),
    findings: findingsOf(nameClusters(findings, audited)),
  };
};

// A module of its own: most runs compare nothing.
const openBase = async (folder: string, revision: string | undefined): Promise<AuditedBase | undefined> =>
  revision === undefined ? undefined : (await import('./base/base-tree.js')).openAuditedBase(folder, revision);

const compare = async (
  base: AuditedBase | undefined,
  now: readonly ReadNow[],
  { files, builder, written, fileOf, schemas, told }: OpenRepository,
): Promise<ComparedWithBase | undefined> =>
  base === undefined
    ? undefined
    : (await import('./base/compare-with-base.js')).compareWithBase(base, now, {
        files,
        builder,
        written,
        fileOf,
        schemas,
        told,
      });

const describeBase = (
  { revision, commit }: AuditedBase,
  compared: ComparedWithBase | undefined,
): NonNullable<AuditResult['base']> => ({
  revision,
  commit,
  notCompared: [
    ...(compared?.isNew ?? []).map((name) => `${name} is new`),
    ...(compared?.isGone ?? []).map((name) => `${name} is only in the base`),
  ],
});
