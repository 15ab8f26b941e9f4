import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { type AuditContext, type AuditedCluster, auditCluster } from './audit-cluster.js';
import { type Finding, findingsOf } from './finding.js';
import { MOST_FILES } from './folder-files.js';
import { noClusterProblem, openRepository, type RepositoryOptions } from './open-repository.js';
import { unreadKeys } from './terraform/data-findings.js';
import { joinTypos } from './terraform/join-typos.js';
import { unlistedFindings } from './unlisted-findings.js';

export interface AuditOptions extends RepositoryOptions {
  /** Objects that passed the schema check in an earlier run. @default - none */
  readonly clean?: CleanObjects | undefined;
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
  /** How many findings a baseline accepts. */
  readonly accepted: number;
  readonly findings: readonly Finding[];
}

/** Reads a repository, and finds what Flux, Helm, kustomize and the API server would refuse. Writes nothing. */
export const runAudit = async ({ clean, ...options }: AuditOptions): Promise<AuditResult> => {
  const repository = await openRepository(options);
  const { files, tree, roots, isGuessed, terraform, written, remote } = repository;
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
  if (roots.length === 0) return { ...looked(), clusters: [], findings: findingsOf([noClusterProblem(repository)]) };
  const context: AuditContext = {
    ...repository,
    clean,
    clusters: roots.length,
    terraform: { reads: terraform.reads, written, remote },
  };
  const audited = roots.map((root) => auditCluster(root, context));
  const findings = joinTypos(
    [
      ...terraform.problems,
      ...audited.flatMap(({ diagnostics }) => diagnostics),
      ...unlistedFindings(
        audited.map(({ view }) => view),
        tree,
      ),
    ],
    unreadKeys(written, audited),
  );
  return { ...looked(), clusters: audited.map(({ cluster }) => cluster), findings: findingsOf(findings) };
};
