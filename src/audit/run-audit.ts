import type { BuildCache } from '../applied/build/folder-builder.js';
import { openFolderBuilder } from '../applied/build/folder-builder.js';
import type { BlobCache } from '../applied/parsed-files.js';
import type { NotSeen } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fluxVersions } from '../flux/flux-version.js';
import { findTwoOwners } from '../owners/find-two-owners.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { encryptedObject } from '../rules/flux/encrypted-object.js';
import { checkState } from '../rules/index.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { openSchemas } from '../rules/schemas/find-schemas.js';
import { appliedObjects } from './applied-objects.js';
import { noFlux, unbuiltFolder } from './diagnostics.js';
import { findClusters } from './find-clusters.js';
import { type Finding, findingsOf } from './finding.js';
import { listFiles, MOST_FILES } from './folder-files.js';
import { openFolderTree } from './folder-tree.js';
import { judge } from './judge.js';
import { mergeShared } from './merge-shared.js';
import { openFiles } from './object-file.js';
import { oldApiFindings } from './old-api-findings.js';
import { outsideFindings } from './outside-findings.js';
import { readCluster } from './read-cluster.js';
import { stateOfView } from './state-of-view.js';
import { suppliedDataOf } from './supplied-data.js';
import { dataFindings, unreadKeys } from './terraform/data-findings.js';
import { type GivenPlan, readTerraform } from './terraform/read-terraform.js';
import { remoteSecretsOf } from './terraform/remote-secrets.js';
import { type AllWrittenData, findWritten, writtenDataOf } from './terraform/written-data.js';
import { readNames, varFindings } from './var-findings.js';

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

/** One cluster, and how much of it audit saw. */
export interface AuditedCluster {
  readonly name: string;
  /** The folder that its Flux reads. */
  readonly folder: string;
  /** The file that says so. */
  readonly file: string;
  readonly flux: string | undefined;
  readonly kustomizations: number;
  readonly objects: number;
  readonly notSeen: readonly NotSeen[];
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
  const builder = openFolderBuilder(builds);
  const schemas = openSchemas();
  const fileOf = openFiles(tree);
  const diagnostics: Diagnostic[] = [...terraform.problems];
  const audited: { state: RuleState; reads: ReadonlySet<string>; isWhole: boolean }[] = [];
  const clusters = roots.map((root): AuditedCluster => {
    const view = readCluster(root, { tree, files, builder });
    const data = suppliedDataOf(view);
    const flux = fluxVersions.find((version) => version === root.flux);
    const { state, owners } = stateOfView({
      name: root.name,
      flux,
      kubernetes: undefined,
      source: root.source,
      view,
      find: (key) => data.get(key) ?? writtenAt(written, key),
      fileOf,
    });
    // What a root has that no file declares isn't known.
    const isImplicit = view.owners.get(view.root)?.file === undefined;
    const found = mergeShared([
      ...view.problems,
      ...view.notSeen.flatMap(unbuilt),
      ...owners.flatMap((owner) => varFindings(owner, { flux, fileOf })),
      ...outsideFindings(owners, {
        fileOf,
        isWritten: (kind, namespace, name) => findWritten(written, kind, namespace, name) !== undefined,
      }),
      ...dataFindings(state, { written, remote }),
      ...findTwoOwners(appliedObjects(state), terraform.reads, {
        cluster: root.name,
        ...(roots.length === 1
          ? {}
          : { doubt: "the repository has several clusters, and Terraform doesn't say which of them it means" }),
      }),
      ...oldApiFindings(state),
      ...checkState(state, { schemas, clean }).filter(({ code }) => !isImplicit || code !== encryptedObject.code),
    ]);
    audited.push({ state, reads: new Set(owners.flatMap(readNames)), isWhole: view.notSeen.length === 0 });
    for (const one of found) {
      const judged = isGenerated(one) ? undefined : judge(one);
      if (judged !== undefined) diagnostics.push({ ...judged, at: { cluster: root.name, ...judged.at } });
    }
    return {
      name: root.name,
      folder: root.path,
      file: root.file,
      flux: root.flux,
      kustomizations: view.owners.size,
      objects: [...view.owners.values()].reduce((sum, { objects }) => sum + objects.length, 0),
      notSeen: view.notSeen,
    };
  });
  return { ...looked(), clusters, findings: findingsOf([...diagnostics, ...unreadKeys(written, audited)]) };
};

/** The keys that Terraform writes, whose values only the cluster has; undefined if not all of them are known. */
const writtenAt = (
  written: AllWrittenData,
  key: string,
): { readonly data: ReadonlyMap<string, undefined> } | undefined => {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  const found = findWritten(written, kind, namespace, name);
  if (found === undefined || found.isOpen) return undefined;
  return { data: new Map([...found.keys.keys()].map((one) => [one, undefined])) };
};

/** `flux install` wrote it, and nobody edits it. */
const isGenerated = ({ at }: Diagnostic): boolean => /(?:^|\/)gotk-components\.ya?ml(?::|$)/.test(at.file ?? '');

/** What kustomize said of a folder that it can't build, unless the view already reported it. */
const unbuilt = ({ cause, problem, what, reason, file, line, owner }: NotSeen): readonly Diagnostic[] => {
  if (cause !== 'unbuilt' || problem !== undefined) return [];
  return [
    diagnose(unbuiltFolder, {
      message: `${what} of Kustomization "${owner.replace(/^flux-system\//, '')}" doesn't build: ${reason}`,
      at: { file: line === undefined ? file : `${file}:${line}` },
      fix: 'run kustomize build on the folder, and fix what it says',
    }),
  ];
};
