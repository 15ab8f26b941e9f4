import type { BuildCache } from '../applied/build/folder-builder.js';
import { openFolderBuilder } from '../applied/build/folder-builder.js';
import type { BlobCache } from '../applied/parsed-files.js';
import { diagnose } from '../diagnostics/index.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { openSchemas } from '../rules/schemas/find-schemas.js';
import { type AuditContext, type AuditedCluster, auditCluster } from './audit-cluster.js';
import { noFlux } from './diagnostics.js';
import { findClusters } from './find-clusters.js';
import { type Finding, findingsOf } from './finding.js';
import { listFiles, MOST_FILES } from './folder-files.js';
import { openFolderTree } from './folder-tree.js';
import { openFiles } from './object-file.js';
import { unreadKeys } from './terraform/data-findings.js';
import { joinTypos } from './terraform/join-typos.js';
import { type GivenPlan, readTerraform } from './terraform/read-terraform.js';
import { remoteSecretsOf } from './terraform/remote-secrets.js';
import { writtenDataOf } from './terraform/written-data.js';

export interface AuditOptions {
  /** The repository's folder, absolute. */
  readonly folder: string;
  /** What kustomize has built in earlier runs. @default - none */
  readonly builds?: BuildCache | undefined;
  /** What earlier runs found in files. @default - none */
  readonly blobs?: BlobCache | undefined;
  /** Objects that passed the schema check in an earlier run. @default - none */
  readonly clean?: CleanObjects | undefined;
  /** Terraform's plans or states, in place of its HCL. @default - the HCL of the repository */
  readonly plans?: readonly GivenPlan[] | undefined;
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
export const runAudit = async ({ folder, builds, blobs, clean, plans = [] }: AuditOptions): Promise<AuditResult> => {
  const files = listFiles(folder);
  const tree = openFolderTree(folder, files, blobs);
  const { roots, isGuessed } = findClusters(tree);
  const terraform = await readTerraform(tree, plans);
  const written = writtenDataOf(terraform.reads);
  const remote = remoteSecretsOf(terraform.reads, tree);
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
    const found = diagnose(noFlux, {
      message: 'no file here says which folder Flux reads',
      notes: ['audit looks for gotk-sync.yaml, FluxInstances, the values of their chart, and Kustomizations of Flux'],
      fix: "run audit in the repository's root, or name it: fluxspan audit FOLDER",
    });
    return { ...looked(), clusters: [], findings: findingsOf([found]) };
  }
  const context: AuditContext = {
    tree,
    files,
    isGuessed,
    clusters: roots.length,
    builder: openFolderBuilder(builds),
    schemas: openSchemas(),
    clean,
    fileOf: openFiles(tree),
    terraform: { reads: terraform.reads, written, remote },
  };
  const audited = roots.map((root) => auditCluster(root, context));
  const findings = joinTypos(
    [...terraform.problems, ...audited.flatMap(({ diagnostics }) => diagnostics)],
    unreadKeys(written, audited),
  );
  return { ...looked(), clusters: audited.map(({ cluster }) => cluster), findings: findingsOf(findings) };
};
