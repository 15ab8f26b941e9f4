import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { FluxRoot } from '../applied/flux-roots.js';
import type { Git } from '../applied/git.js';
import type { ObjectId } from '../applied/object-id.js';
import type { FluxView, RepositoryTree } from '../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { findSymlink } from '../files/find-symlink.js';
import { clusterCode, type ImportedCluster } from '../import-tree/cluster-code.js';
import { importTreeInTheWay, importTreeNothing } from '../import-tree/diagnostics.js';
import { FLUX_DEFAULTS } from '../import-tree/flux-defaults.js';
import type { ImportedObject, WrittenFile } from '../import-tree/imported-object.js';
import { objectAtLine } from '../import-tree/object-at-line.js';
import { ADDONS, type PlannedModule } from '../import-tree/plan-addon.js';
import { type PlannedImports, planImport } from '../import-tree/plan-import.js';
import { type AddonProof, proofDiagnostics, proveImport } from '../import-tree/prove-import.js';
import type { ClusterRequest } from '../import-tree/read-addons.js';
import { readCluster } from '../import-tree/read-cluster.js';
import { repositorySources } from '../import-tree/repository-sources.js';
import { printReleaseDefaults } from '../import-tree/shared-settings.js';
import { printExistingApp } from '../init/existing-app.js';
import { shellWord } from '../init/shell-word.js';
import { compareText } from '../json/compare-text.js';
import { unknownReference } from '../rules/flux/reference.js';
import { nameOf } from '../rules/references/describe.js';
import { openBuilds } from './builds-file.js';
import type { Project } from './project.js';
import { type TriedApp, tryApp } from './prove-import.js';

export interface ImportRequest {
  readonly project: Project;
  readonly git: Git;
  readonly roots: readonly FluxRoot[];
  /** Those to import. */
  readonly clusters: readonly FluxRoot[];
  /** A folder that isn't a cluster's: a Kustomization of the one cluster reads it, or nothing does. @default - whole clusters */
  readonly folder?: string | undefined;
  readonly defaultBranch: string | undefined;
  /** Names of Kustomizations; empty: all. */
  readonly only: readonly string[];
  readonly typeChecks: boolean;
}

export interface ImportOutcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly proofs: readonly AddonProof[];
  readonly modules: readonly PlannedModule[];
  readonly files: readonly WrittenFile[];
  /** What belongs into the app's module, where that isn't as `init` wrote it. */
  readonly toPaste: ReadonlyMap<string, ImportedCluster> | undefined;
  /** The objects that stay in the folders of the clusters. */
  readonly staying: number;
  /** Of the rules: what is true of the YAML as well. */
  readonly warnings: number;
  write(): void;
}

/** Types of TypeScript may refuse an object that the API server takes; each round leaves some objects without a class. */
const ROUNDS = 4;

/** Plans the code of the clusters' Kustomizations, and proves that their trees are the same. */
export const importClusters = async (request: ImportRequest): Promise<ImportOutcome> => {
  const { project, git, clusters } = request;
  const commit = git.tryCommit('HEAD');
  if (commit === undefined)
    return refused([
      diagnose(importTreeNothing, {
        message: 'the repository has no commit yet, so Flux reads nothing of it',
        fix: 'commit the manifests, and run the command again',
      }),
    ]);
  const builds = openBuilds(project.folder);
  const read = clusters.map((root) => readRoot(request, root, commit, builds));
  builds.save();
  const untyped = new Set<string>();
  const literals = new Set<string>();
  const apart = new Map<string, string>();
  const staying = new Map<string, readonly ObjectId[]>();
  const key = ({ id, path }: ImportedObject): string => JSON.stringify([id, path]);
  const sources = repositorySources(read[0]!.tree, {
    isUntyped: (one) => untyped.has(key(one)),
    isLiteral: (module, option) => literals.has(`${module} ${option}`),
  });
  const isInits = readFileSync(project.app, 'utf8') === printExistingApp(request.roots, request.defaultBranch);
  const isWhole = isInits && request.only.length === 0 && request.folder === undefined;
  for (let round = 1; ; round++) {
    const planned = planImport(
      read.map(({ cluster }) => cluster),
      sources,
      apart,
      isWhole,
    );
    if (planned.modules.length === 0)
      return refused([
        ...planned.diagnostics,
        nothing(
          request,
          read.flatMap(({ cluster }) => [...cluster.view.owners.keys()]),
        ),
      ]);
    const additions = new Map(planned.clusters.map((one) => [one.name, clusterCode(one, staying.get(one.name) ?? [])]));
    const app = printExistingApp(request.roots, request.defaultBranch, additions);
    const files = filesOf(planned);
    const tried = await tryApp(
      project,
      [...files, { path: 'src/app.ts', text: app }],
      planned.clusters.map(({ name }) => name),
      request.typeChecks,
    );
    const left = read.flatMap(({ cluster }) => {
      const known = staying.get(cluster.name) ?? [];
      const more = namedAndStaying(cluster, tried.diagnostics).filter((one) => !known.includes(one));
      if (more.length > 0) staying.set(cluster.name, [...known, ...more]);
      return more;
    });
    if (left.length > 0) continue;
    const places = round < ROUNDS ? placesOf(planned, tried.types) : [];
    for (const { module, option, object } of places) {
      const literal = `${module.module} ${option}`;
      if (option !== undefined && !literals.has(literal)) literals.add(literal);
      else if (object !== undefined) untyped.add(key(object));
    }
    if (places.length > 0) continue;
    const proofs = proofsOf(planned, tried);
    const failed = failedModules(planned, tried, proofs);
    if (failed.length > 0) {
      for (const { name, reason } of failed) apart.set(name, reason);
      round = 0;
      continue;
    }
    return outcomeOf(request, planned, { additions, app, files, isInits }, tried, proofs);
  }
};

/** Objects that stay in YAML, and that the new code names. */
const namedAndStaying = ({ name, view }: ClusterRequest, found: readonly Diagnostic[]): readonly ObjectId[] => {
  const named = new Set(
    found.flatMap(({ code, message, at }) => {
      const target = /^no addon of the cluster makes (.+)$/.exec(message)?.[1];
      return code === unknownReference.code && at.cluster === name && target !== undefined ? [target] : [];
    }),
  );
  if (named.size === 0) return [];
  const ids = [...view.owners.values()].flatMap(({ objects }) => objects.map(({ id }) => id));
  return [...new Map(ids.filter((id) => named.has(calledBy(id))).map((id) => [calledBy(id), id])).values()].sort(
    (a, b) => compareText(calledBy(a), calledBy(b)),
  );
};

/** As the rule names it. */
const calledBy = ({ kind, name, namespace }: ObjectId): string =>
  nameOf({ kind, name, namespace: namespace === '' ? undefined : namespace });

interface ReadRoot {
  readonly cluster: ClusterRequest;
  readonly tree: RepositoryTree;
}

const readRoot = (
  request: ImportRequest,
  root: FluxRoot,
  commit: string,
  builds: ReturnType<typeof openBuilds>,
): ReadRoot => {
  const whole = readCluster(request.git, commit, root, builds);
  const { only, folder } = choiceIn(request, whole.view);
  const { view, tree } =
    folder === undefined ? whole : readCluster(request.git, commit, { path: folder, source: root.source }, builds);
  return { cluster: { name: root.name, view, only, folder }, tree };
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

/** Without usable names there is no tree, and the reason is said. */
const proofsOf = ({ clusters }: PlannedImports, { plan }: TriedApp): readonly AddonProof[] =>
  plan === undefined || plan.clusters.length === 0
    ? []
    : clusters.flatMap(({ addons, name }) => proveImport(addons, plan, name));

/** Addons that several clusters can't share after all. */
const failedModules = (
  { modules }: PlannedImports,
  { types }: TriedApp,
  proofs: readonly AddonProof[],
): readonly { readonly name: string; readonly reason: string }[] =>
  modules
    .filter(({ differs }) => differs.length > 0)
    .flatMap((module) => {
      const { name } = module.members[0]!;
      const type = types.find(({ at }) => at.file?.startsWith(`${ADDONS}/${module.module}.ts:`));
      if (type !== undefined) return [{ name, reason: `the compiler refuses their options: ${type.message}` }];
      const proof = proofs.find(({ addon, differences }) => addon.module === module && differences.length > 0);
      return proof === undefined
        ? []
        : [{ name, reason: `options can't say it: ${proof.differences[0]!.title} ${proof.differences[0]!.what[0]}` }];
    });

const refused = (diagnostics: readonly Diagnostic[]): ImportOutcome => ({
  diagnostics,
  proofs: [],
  modules: [],
  files: [],
  toPaste: undefined,
  staying: 0,
  warnings: 0,
  write: () => {},
});

const nothing = ({ clusters, only, folder }: ImportRequest, owners: readonly string[]): Diagnostic => {
  const [root] = clusters;
  const names = clusters.map(({ name }) => `"${name}"`).join(', ');
  return diagnose(importTreeNothing, {
    message:
      folder !== undefined
        ? `nothing of "${folder}" can be imported: it has no manifests`
        : only.length === 0
          ? `nothing of "${clusters.map(({ path }) => path).join('", "')}" can be imported: Flux's root applies no other Kustomization`
          : `no Kustomization of cluster ${names} that can be imported is called "${only.join('", "')}"`,
    at: root!.file === '' ? {} : { file: root!.file },
    notes: owners.length < 2 ? [] : [`it has ${owners.slice(1, 9).join(', ')}${owners.length > 9 ? ', …' : ''}`],
    fix:
      owners.length < 2
        ? 'give the folder that Flux reads, or one whose Kustomizations apply something'
        : 'name one that is there: --kustomization NAME',
  });
};

const filesOf = ({ modules, shared }: PlannedImports): readonly WrittenFile[] => [
  ...(modules.some(({ defaults }) => defaults === 'fluxDefaults')
    ? [{ path: `${ADDONS}/flux-defaults.ts`, text: FLUX_DEFAULTS }]
    : []),
  ...(modules.some(({ defaults }) => defaults === 'releaseDefaults')
    ? [{ path: `${ADDONS}/release-defaults.ts`, text: printReleaseDefaults(shared.release ?? {}) }]
    : []),
  ...modules.flatMap((one) => one.files),
];

/** A place that the compiler refuses: an option, or an object. */
interface RefusedPlace {
  readonly module: PlannedModule;
  readonly option: string | undefined;
  readonly object: ImportedObject | undefined;
}

const placesOf = ({ modules }: PlannedImports, types: readonly Diagnostic[]): readonly RefusedPlace[] =>
  types.flatMap(({ at }) => {
    const [, file, line] = /^(.*):(\d+):\d+$/.exec(at.file ?? '') ?? [];
    const module = modules.find((one) => file === `${ADDONS}/${one.module}.ts`);
    if (module === undefined) return [];
    const object = objectAtLine(module, Number(line));
    const option = /\boptions\.(\w+)/.exec(module.code.split('\n')[Number(line) - 1] ?? '')?.[1];
    return object === undefined && option === undefined ? [] : [{ module, option, object }];
  });

interface ImportedCode {
  readonly additions: ReadonlyMap<string, ImportedCluster>;
  readonly app: string;
  readonly files: readonly WrittenFile[];
  /** The app is as `init` wrote it. */
  readonly isInits: boolean;
}

const outcomeOf = (
  request: ImportRequest,
  planned: PlannedImports,
  { additions, app, files, isInits }: ImportedCode,
  { diagnostics: found, types }: TriedApp,
  proofs: readonly AddonProof[],
): ImportOutcome => {
  const { project } = request;
  const appFile = relative(project.folder, project.app).split(sep).join('/');
  const written = isInits ? [...files, { path: appFile, text: app }] : files;
  const links = [
    ...new Set(written.flatMap(({ path }) => findSymlink(project.folder, join(project.folder, path)) ?? [])),
  ].map((link) => relative(project.folder, link).split(sep).join('/'));
  const inTheWay = files.filter(({ path, text }) => !isFree(join(project.folder, path), text));
  const diagnostics = [
    ...planned.diagnostics,
    ...links.map((path) =>
      diagnose(importTreeInTheWay, {
        message: `"${path}" is a symbolic link, and nothing is written through one`,
        at: { file: path },
        fix: 'replace it by what it points to, and run the command again',
      }),
    ),
    ...inTheWay.map(({ path }) =>
      diagnose(importTreeInTheWay, {
        message: `"${path}" is there, and has other content: nothing is written`,
        at: { file: path },
        fix: `if no cluster has handed over to it yet, move the file away, and ${again(request)}; otherwise keep it, and add what is missing by hand, as options where clusters differ: Flux deletes what no addon has`,
      }),
    ),
    ...types,
    ...found.filter(({ severity }) => severity === 'error'),
    ...proofDiagnostics(proofs),
  ];
  const keeps = links.length > 0 || inTheWay.length > 0 || proofs.length === 0;
  return {
    diagnostics,
    proofs,
    modules: planned.modules,
    files: keeps ? [] : written,
    toPaste: isInits ? undefined : additions,
    staying: planned.clusters.reduce((sum, one) => sum + one.staying, 0),
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

/** Clusters that share a folder get one addon if they are imported together. */
const again = ({ project, git, roots, clusters, folder }: ImportRequest): string => {
  if (folder !== undefined || clusters.length >= roots.length) return 'run the command again';
  const paths = roots.map(({ path }) => relative(project.folder, join(git.top, path)).split(sep).join('/') || '.');
  const named = paths.length > MOST_NAMED ? '' : paths.map((path) => ` ${shellWord(path)}`).join('');
  return `import the clusters together: npx fluxspan import tree${named} (docs/how-to/import-tree.md)`;
};

/** Without any folder, the command imports all clusters. */
const MOST_NAMED = 5;

/** Nothing is there, or the same from an earlier run. */
const isFree = (path: string, text: string): boolean => !existsSync(path) || readFileSync(path, 'utf8') === text;
