import type { BuildCache } from '../applied/build/folder-builder.js';
import { openFolderBuilder } from '../applied/build/folder-builder.js';
import type { BlobCache } from '../applied/parsed-files.js';
import type { NotSeen } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fluxVersions } from '../flux/flux-version.js';
import { checkState } from '../rules/index.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { openSchemas } from '../rules/schemas/find-schemas.js';
import { noFlux, unbuiltFolder } from './diagnostics.js';
import { findClusters } from './find-clusters.js';
import { type Finding, findingsOf } from './finding.js';
import { listFiles, MOST_FILES } from './folder-files.js';
import { openFolderTree } from './folder-tree.js';
import { judge } from './judge.js';
import { openFiles } from './object-file.js';
import { oldApiFindings } from './old-api-findings.js';
import { readCluster } from './read-cluster.js';
import { stateOfView } from './state-of-view.js';
import { suppliedDataOf } from './supplied-data.js';
import { varFindings } from './var-findings.js';

export interface AuditOptions {
  /** The repository's folder, absolute. */
  readonly folder: string;
  /** What kustomize has built in earlier runs. @default - none */
  readonly builds?: BuildCache | undefined;
  /** What earlier runs found in files. @default - none */
  readonly blobs?: BlobCache | undefined;
  /** Objects that passed the schema check in an earlier run. @default - none */
  readonly clean?: CleanObjects | undefined;
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
  /** Folders of Terraform's root modules. */
  readonly terraform: readonly string[];
  /** How many findings a baseline accepts. */
  readonly accepted: number;
  readonly findings: readonly Finding[];
}

/** Reads a repository, and finds what Flux, Helm, kustomize and the API server would refuse. Writes nothing. */
export const runAudit = ({ folder, builds, blobs, clean }: AuditOptions): AuditResult => {
  const files = listFiles(folder);
  const tree = openFolderTree(folder, files, blobs);
  const { roots, isGuessed } = findClusters(tree);
  const looked = () => ({
    isGuessed,
    files: files.paths.length,
    unread: [
      ...(files.isCut ? [`more than ${MOST_FILES} files`] : []),
      ...[...tree.unread].map(([path, reason]) => `${path}: ${reason}`),
    ],
    terraform: [],
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
  const diagnostics: Diagnostic[] = [];
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
      find: (key) => data.get(key),
      fileOf,
    });
    // What a root has that no file declares isn't known.
    const isImplicit = view.owners.get(view.root)?.file === undefined;
    const found = [
      ...view.problems,
      ...view.notSeen.flatMap(unbuilt),
      ...owners.flatMap((owner) => varFindings(owner, { flux, fileOf })),
      ...oldApiFindings(state),
      ...checkState(state, { schemas, clean }).filter(({ code }) => !isImplicit || code !== 'FX646'),
    ];
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
  return { ...looked(), clusters, findings: findingsOf(diagnostics) };
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
