import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { FluxRoot } from '../applied/flux-roots.js';
import type { Git } from '../applied/git.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { clusterCode, type ImportedCluster } from '../import-tree/cluster-code.js';
import { importTreeInTheWay, importTreeNothing } from '../import-tree/diagnostics.js';
import { FLUX_DEFAULTS } from '../import-tree/flux-defaults.js';
import type { ImportedObject, WrittenFile } from '../import-tree/imported-object.js';
import { objectAtLine } from '../import-tree/object-at-line.js';
import { ADDONS } from '../import-tree/plan-addon.js';
import { type PlannedImport, planImport } from '../import-tree/plan-import.js';
import { type AddonProof, proofDiagnostics, proveImport } from '../import-tree/prove-import.js';
import { readCluster } from '../import-tree/read-cluster.js';
import { repositorySources } from '../import-tree/repository-sources.js';
import { printExistingApp } from '../init/existing-app.js';
import { openBuilds } from './builds-file.js';
import type { Project } from './project.js';
import { type TriedApp, tryApp } from './prove-import.js';

export interface ImportRequest {
  readonly project: Project;
  readonly git: Git;
  readonly roots: readonly FluxRoot[];
  readonly root: FluxRoot;
  /** A folder that isn't a cluster's: a Kustomization of the cluster reads it, or nothing does. @default - the whole cluster */
  readonly folder?: string | undefined;
  readonly defaultBranch: string | undefined;
  /** Names of Kustomizations; empty: all. */
  readonly only: readonly string[];
  readonly typeChecks: boolean;
}

export interface ImportOutcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly proofs: readonly AddonProof[];
  readonly files: readonly WrittenFile[];
  /** What belongs into the app's module, where that isn't as `init` wrote it. */
  readonly toPaste: ImportedCluster | undefined;
  /** The objects that stay in the cluster's folder. */
  readonly staying: number;
  /** Of the rules: what is true of the YAML as well. */
  readonly warnings: number;
  write(): void;
}

/** Types of TypeScript may refuse an object that the API server takes; each round leaves some objects without a class. */
const ROUNDS = 4;

/** Plans the code of a cluster's Kustomizations, and proves that its tree is the same. */
export const importCluster = async (request: ImportRequest): Promise<ImportOutcome> => {
  const { project, git, root } = request;
  const commit = git.tryCommit('HEAD');
  if (commit === undefined)
    return refused([
      diagnose(importTreeNothing, {
        message: 'the repository has no commit yet, so Flux reads nothing of it',
        fix: 'commit the manifests, and run the command again',
      }),
    ]);
  const builds = openBuilds(project.folder);
  const ofCluster = readCluster(git, commit, root, builds);
  const { only, folder } = choiceIn(request, ofCluster.view);
  const { view, tree } =
    folder === undefined ? ofCluster : readCluster(git, commit, { path: folder, source: root.source }, builds);
  builds.save();
  const untyped = new Set<string>();
  const key = ({ id, path }: ImportedObject): string => JSON.stringify([id, path]);
  const sources = repositorySources(tree, (one) => untyped.has(key(one)));
  for (let round = 1; ; round++) {
    const planned = planImport(view, { only, folder }, sources);
    if (planned.addons.length === 0)
      return refused([...planned.diagnostics, nothing(request, [...view.owners.keys()])]);
    const cluster = clusterCode(planned);
    const app = appWith(request, cluster);
    const files = filesOf(planned);
    const tried = await tryApp(project, [...files, { path: 'src/app.ts', text: app }], root.name, request.typeChecks);
    const refusedByTypes = round < ROUNDS ? objectsAt(planned, tried.types) : [];
    if (refusedByTypes.length > 0) {
      for (const one of refusedByTypes) untyped.add(key(one));
      continue;
    }
    return outcomeOf(request, planned, cluster, app, files, tried);
  }
};

/** A folder that a Kustomization reads is imported as that one. */
const choiceIn = (
  { only, folder }: ImportRequest,
  { owners, root }: FluxView,
): { readonly only: readonly string[]; readonly folder: string | undefined } => {
  const readers = [...owners.values()].filter((one) => one.key !== root && one.folder === folder);
  return folder === undefined || readers.length === 0
    ? { only, folder }
    : { only: readers.map(({ key }) => key), folder: undefined };
};

const refused = (diagnostics: readonly Diagnostic[]): ImportOutcome => ({
  diagnostics,
  proofs: [],
  files: [],
  toPaste: undefined,
  staying: 0,
  warnings: 0,
  write: () => {},
});

const nothing = ({ root, only, folder }: ImportRequest, owners: readonly string[]): Diagnostic =>
  diagnose(importTreeNothing, {
    message:
      folder !== undefined
        ? `nothing of "${folder}" can be imported: it has no manifests`
        : only.length === 0
          ? `nothing of "${root.path}" can be imported: Flux's root applies no other Kustomization`
          : `no Kustomization of cluster "${root.name}" that can be imported is called "${only.join('", "')}"`,
    at: { file: root.file },
    notes: owners.length < 2 ? [] : [`it has ${owners.slice(1, 9).join(', ')}${owners.length > 9 ? ', …' : ''}`],
    fix:
      owners.length < 2
        ? 'give the folder that Flux reads, or one whose Kustomizations apply something'
        : 'name one that is there: --kustomization NAME',
  });

/** The app as it will be, where it is still as `init` wrote it; the same for the proof, in any case. */
const appWith = ({ roots, root, defaultBranch }: ImportRequest, cluster: ImportedCluster): string =>
  printExistingApp(roots, defaultBranch, new Map([[root.name, cluster]]));

const filesOf = ({ addons }: PlannedImport): readonly WrittenFile[] => [
  ...(addons.some(({ hasReleases }) => hasReleases)
    ? [{ path: `${ADDONS}/flux-defaults.ts`, text: FLUX_DEFAULTS }]
    : []),
  ...addons.flatMap((one) => one.files),
];

const objectsAt = ({ addons }: PlannedImport, types: readonly Diagnostic[]): readonly ImportedObject[] =>
  types.flatMap(({ at }) => {
    const [, file, line] = /^(.*):(\d+):\d+$/.exec(at.file ?? '') ?? [];
    const addon = addons.find(({ name }) => file === `${ADDONS}/${name}.ts`);
    const found = addon === undefined ? undefined : objectAtLine(addon, Number(line));
    return found === undefined ? [] : [found];
  });

const outcomeOf = (
  request: ImportRequest,
  planned: PlannedImport,
  cluster: ImportedCluster,
  app: string,
  files: readonly WrittenFile[],
  { plan, diagnostics: found, types }: TriedApp,
): ImportOutcome => {
  const { project, roots, defaultBranch } = request;
  // Without usable names there is no tree, and the reason is said.
  const proofs =
    plan === undefined || plan.clusters.length === 0 ? [] : proveImport(planned.addons, plan, request.root.name);
  const appFile = relative(project.folder, project.app).split(sep).join('/');
  const isInits = readFileSync(project.app, 'utf8') === printExistingApp(roots, defaultBranch);
  const written = isInits ? [...files, { path: appFile, text: app }] : files;
  const inTheWay = files.filter(({ path, text }) => !isFree(join(project.folder, path), text));
  const diagnostics = [
    ...planned.diagnostics,
    ...inTheWay.map(({ path }) =>
      diagnose(importTreeInTheWay, {
        message: `"${path}" is there, and has other content`,
        at: { file: path },
        fix: 'move or delete it, and run the command again; nothing was written',
      }),
    ),
    ...types,
    ...found.filter(({ severity }) => severity === 'error'),
    ...proofDiagnostics(proofs),
  ];
  const keeps = inTheWay.length > 0 || proofs.length === 0;
  return {
    diagnostics,
    proofs,
    files: keeps ? [] : written,
    toPaste: isInits ? undefined : cluster,
    staying: planned.staying,
    warnings: found.filter(({ severity }) => severity === 'warning').length,
    write: () => {
      if (keeps) return;
      for (const { path, text } of written) {
        const file = join(project.folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
  };
};

/** Nothing is there, or the same from an earlier run. */
const isFree = (path: string, text: string): boolean => !existsSync(path) || readFileSync(path, 'utf8') === text;
