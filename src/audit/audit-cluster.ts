import type { FolderBuilder } from '../applied/build/folder-builder.js';
import type { FluxRoot } from '../applied/flux-roots.js';
import type { FluxView, NotSeen } from '../applied/view/flux-view.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { RuleState } from '../rules/context/rule-state.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import type { openSchemas } from '../rules/schemas/find-schemas.js';
import { twoOwnersOf } from './applied-objects.js';
import { appliedState } from './applied-state.js';
import { artifactFindings } from './artifact-findings.js';
import { chartFindings } from './charts/chart-findings.js';
import type { LocalCharts } from './charts/local-charts.js';
import { componentFindings } from './component-findings.js';
import type { FolderFiles } from './folder-files.js';
import type { FolderTree } from './folder-tree.js';
import { judgedFindings } from './judged-findings.js';
import { knownData } from './known-data.js';
import { isOfRoot, mergeShared } from './merge-shared.js';
import { lostNames } from './names/lost-names.js';
import type { FileOf } from './object-file.js';
import { outsideFindings, outsideValues } from './outside-findings.js';
import { patchFindings } from './patch-findings.js';
import { placeOf, ruleFindings } from './rule-findings.js';
import { accountIdFindings } from './terraform/account-id-findings.js';
import type { ComparedTerraform } from './terraform/compared-terraform.js';
import { dataFindings } from './terraform/data-findings.js';
import { readNames, varFindings } from './var-findings.js';
import { varsOfOthersFindings } from './vars-of-others.js';
import { type ViewedState, viewCluster } from './view-cluster.js';
import { isOwnSource, viewFindings } from './view-findings.js';

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
  /** A folder isn't wholly known, so that names which nothing makes aren't reported. */
  readonly isPartial: boolean;
}

/** What is the same for all clusters of a repository. */
export interface AuditContext {
  readonly tree: FolderTree;
  readonly files: FolderFiles;
  readonly isGuessed: boolean;
  /** How many clusters the repository has. */
  readonly clusters: number;
  readonly builder: FolderBuilder;
  readonly schemas: ReturnType<typeof openSchemas>;
  readonly clean: CleanObjects | undefined;
  readonly fileOf: FileOf;
  readonly charts: LocalCharts;
  readonly terraform: ComparedTerraform;
}

/** A cluster with its findings, and what the findings about all clusters need. */
export interface ClusterAudit {
  readonly cluster: AuditedCluster;
  readonly diagnostics: readonly Diagnostic[];
  readonly state: RuleState;
  readonly view: FluxView;
  readonly viewed: ViewedState;
  /** The names of all vars that its Kustomizations read. */
  readonly reads: ReadonlySet<string>;
  /** The names of all vars that it supplies. */
  readonly supplied: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** Reads one cluster, and finds what Flux, Helm, kustomize and the API server would refuse there. */
export const auditCluster = (
  root: FluxRoot,
  { tree, files, isGuessed, clusters, builder, schemas, clean, fileOf, charts, terraform }: AuditContext,
): ClusterAudit => {
  const { reads, written, remote, made, isMentioned } = terraform;
  const viewed = viewCluster(root, { tree, files, builder, fileOf, written });
  const { view, assumed, flux, state, owners } = viewed;
  const known = knownData(viewed, written);
  const { isWritten, isMade, keysOf } = known;
  const artifacts = artifactFindings(view, { fileOf });
  // What a root has that no file declares isn't known.
  const isImplicit = view.owners.get(view.root)?.file === undefined;
  const ofTerraform = dataFindings(state, { written, remote }, reads);
  const misnamed = new Set(ofTerraform.map(placeOf));
  const all = [
    ...viewFindings(view, { tree, fileOf, assumed, source: root.source, isGuessed }),
    ...owners.flatMap((owner) => varFindings(owner, { flux, fileOf, textOf: tree.textOf })),
    ...outsideFindings(owners, { fileOf, isWritten: isMade, hints: { state, written, owners, clusters, keysOf } }),
    ...outsideValues(state, { isWritten: isMade }).filter((one) => !misnamed.has(placeOf(one))),
    ...ofTerraform,
    ...accountIdFindings(owners, terraform, viewed.data, { flux, fileOf, textOf: tree.textOf }),
    ...twoOwnersOf(state, reads, { cluster: root.name, isOnly: clusters === 1, files: tree.blobs.keys() }),
    ...artifacts.values(),
    ...componentFindings(state, { root, notSeen: view.notSeen }),
    ...patchFindings(view, { tree, fileOf }),
    ...ruleFindings(state, {
      owners,
      schemas,
      clean,
      isWritten,
      isMade,
      made,
      isMentioned,
      isTold: (place) => misnamed.has(place),
      isImplicit,
      installed: root.flux,
    }),
    ...chartFindings(state, {
      tree,
      charts,
      schemas,
      applied: once(() => appliedState(viewed)),
      isOwn: (source) => isOwnSource(source, view, root.source),
      start: root.start ?? '',
    }),
    ...lostNames(state, {
      view,
      tree,
      known,
      terraform,
      cluster: root.name,
      isTold: (place) => misnamed.has(place),
    }),
    ...varsOfOthersFindings(owners, { fileOf, textOf: tree.textOf, flux }),
  ];
  const found = mergeShared(isGuessed && isImplicit ? all.filter((one) => !isOfRoot(one, view.root)) : all);
  return {
    state,
    view,
    viewed,
    reads: new Set(owners.flatMap(readNames)),
    supplied: new Set(owners.flatMap(({ vars }) => [...vars.values.keys()])),
    isWhole: view.notSeen.length === 0,
    diagnostics: judgedFindings(found, { view, tree, cluster: root.name, flux: root.flux, isGuessed, owners }),
    cluster: {
      name: root.name,
      folder: root.path,
      file: root.file,
      flux: root.flux,
      // A root that no file declares is none of those that people count.
      kustomizations: view.owners.size - (isImplicit ? 1 : 0),
      objects: [...view.owners.values()].reduce((sum, { objects }) => sum + objects.length, 0),
      notSeen: view.notSeen.filter(({ owner, cause }) => cause !== 'elsewhere' || !artifacts.has(owner)),
      isPartial: state.units.some((unit) => unit.isPartial),
    },
  };
};

const once = <T>(find: () => T): (() => T) => {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
};
