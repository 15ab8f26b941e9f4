import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { type FluxRoot, findFluxRoots, folderOf, rootsAt } from '../../applied/flux-roots.js';
import { Git, GitError } from '../../applied/git.js';
import { type Diagnostic, diagnose, hasErrors, nameSome, sortDiagnostics } from '../../diagnostics/index.js';
import type { ImportedCluster } from '../../import-tree/cluster-code.js';
import { importTreeNothing } from '../../import-tree/diagnostics.js';
import { ADDONS, type PlannedModule } from '../../import-tree/plan-addon.js';
import { repositoryAround } from '../../init/repository-around.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { type ImportOutcome, importClusters } from '../import-cluster.js';
import { findProject } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan import tree [FOLDER]… [--cluster NAME] [--kustomization NAME]… [--dry-run] [--no-typecheck] [--json]

Writes TypeScript for clusters that Flux reads from hand-written YAML: an addon for each Flux Kustomization, with its
releases, charts, values, vars and other objects. Clusters whose Kustomizations have the same name share an addon, and
what differs between them is an option of it. Before it writes anything, it compiles the code, builds the tree of it
with kustomize, and compares every object with the YAML's. Run it in a project of \`fluxspan init\`. It reads the last
commit, and never changes a file of yours. Then adopt the addons: fluxspan handover --from FOLDER.

  FOLDER                the folder that Flux reads for a cluster, or several; all clusters of the repository if there is
                        none. Or any folder with manifests: it becomes one addon, and a Kustomization that reads it is
                        imported
  --cluster NAME        the cluster that gets the addon of such a folder; not needed if the repository has one cluster
  --kustomization NAME  only this Kustomization, or \`namespace/name\`; may be given several times
  --dry-run             list what it would write, and write nothing
  --no-typecheck        do not type-check the code
  --json                print the result as JSON

Examples:
  fluxspan import tree clusters/production --kustomization podinfo
  fluxspan import tree clusters/staging clusters/production
  fluxspan import tree`;

export const importTreeCommand: Command = {
  usage,
  options: {
    cluster: { type: 'string' },
    kustomization: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean' },
    'no-typecheck': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { min: 0, max: 1000 },
  async run(args: Args, io: Io): Promise<ExitCode> {
    const outcome = await plan(args, io.cwd());
    if (Array.isArray(outcome)) return reportDiagnostics(outcome, args, io).code;
    return report(outcome as ImportOutcome, args, io);
  },
};

const plan = async ({ values, positionals }: Args, cwd: string): Promise<ImportOutcome | readonly Diagnostic[]> => {
  const opened = findProject(cwd);
  if (!opened.ok) return [opened.problem];
  const project = opened.value;
  const repository = repositoryAround(project.folder);
  if (repository === undefined)
    return [
      diagnose(importTreeNothing, {
        message: 'the project is in no git repository, and Flux reads commits',
        fix: 'run it in a clone of the repository that Flux reads',
      }),
    ];
  const missing = positionals.filter((one) => !existsSync(resolve(cwd, one)));
  if (missing.length > 0) return missing.map((one) => noFolder(one, repository.top, cwd));
  const withReadme = (root: FluxRoot): FluxRoot => ({
    ...root,
    hasReadme: existsSync(join(repository.top, folderOf(root), 'README.md')),
  });
  const found = findFluxRoots(repository.readYaml()).map(withReadme);
  // Those that a person named for `init`.
  const named = pathsIn(readFileSync(project.app, 'utf8'));
  const roots = found.length > 0 ? found : rootsAt(named).map(withReadme);
  const folders = positionals.map((one) => inRepository(repository.top, cwd, one));
  const [folder] = folders;
  const owner =
    folder === undefined || folders.length > 1
      ? undefined
      : clusterOfFolder(roots, folder, values['cluster'] as string | undefined, repository.top);
  const clusters = owner === undefined ? chooseRoots(roots, folders) : [owner];
  if (clusters.length === 0) return [noCluster(positionals[0])];
  try {
    return await importClusters({
      project,
      git: new Git(project.folder),
      roots: clusters.every((one) => roots.includes(one)) ? roots : clusters,
      clusters,
      folder: owner === undefined ? undefined : folder,
      defaultBranch: repository.defaultBranch,
      only: (values['kustomization'] ?? []) as readonly string[],
      typeChecks: values['no-typecheck'] !== true,
    });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return [diagnose(importTreeNothing, { message: error.message, fix: error.fix })];
  }
};

const noFolder = (folder: string, top: string, cwd: string): Diagnostic => {
  const fromTop = join(top, folder);
  return diagnose(importTreeNothing, {
    message: `there is no folder "${folder}" in the folder where you run this`,
    fix: existsSync(fromTop)
      ? `write ${relative(cwd, fromTop).split(sep).join('/')}`
      : 'name a folder that is there, from the one where you are',
  });
};

const inRepository = (top: string, cwd: string, folder: string): string =>
  posix.join('/', relative(top, resolve(cwd, folder)).split(sep).join('/')).slice(1);

/** The folders of the clusters in the module that `init` writes. */
const pathsIn = (app: string): readonly string[] =>
  [...app.matchAll(/^ {2}path: '([^'\\]+)',$/gm)].map(([, path]) => path!);

/** The clusters of the folders; without any, all of the repository. */
const chooseRoots = (roots: readonly FluxRoot[], folders: readonly string[]): readonly FluxRoot[] => {
  const chosen = [...new Set(folders)];
  if (chosen.length === 0) return roots;
  const others = rootsAt(chosen.filter((folder) => !roots.some(({ path }) => path === folder)));
  return [...roots.filter(({ path }) => chosen.includes(path)), ...others];
};

/** The cluster that gets the addon of a folder which isn't a cluster's own, and which has no Kustomization of Flux. */
const clusterOfFolder = (
  roots: readonly FluxRoot[],
  folder: string,
  name: string | undefined,
  top: string,
): FluxRoot | undefined => {
  if (roots.length === 0 || roots.some(({ path }) => path === folder)) return undefined;
  if (name === undefined && holdsKustomization(join(top, folder))) return undefined;
  const named = name === undefined ? roots : roots.filter((one) => one.name === name);
  if (named.length === 1) return named[0];
  throw new UsageError(
    name === undefined
      ? `the repository has ${roots.length} clusters (${roots.map((one) => one.name).join(', ')}): say with --cluster which one gets the addon`
      : `there is no cluster "${name}": ${roots.map((one) => one.name).join(', ')}`,
  );
};

const FLUX_KUSTOMIZATION = /^apiVersion: ["']?kustomize\.toolkit\.fluxcd\.io\//m;

const holdsKustomization = (folder: string): boolean =>
  existsSync(folder) &&
  statSync(folder).isDirectory() &&
  readdirSync(folder, { withFileTypes: true, recursive: true }).some(
    (one) =>
      one.isFile() &&
      /\.ya?ml$/.test(one.name) &&
      FLUX_KUSTOMIZATION.test(readFileSync(join(one.parentPath, one.name), 'utf8')),
  );

const noCluster = (given: string | undefined): Diagnostic =>
  diagnose(importTreeNothing, {
    message: 'no file of the repository shows which folder Flux reads',
    fix: `name its folder: npx fluxspan import tree ${given ?? 'clusters/dev'}`,
  });

const report = (outcome: ImportOutcome, args: Args, io: Io): ExitCode => {
  const { proofs, files, toPaste, staying, warnings } = outcome;
  const isDry = args.values['dry-run'] === true;
  const equal = proofs.filter(({ differences }) => differences.length === 0);
  const objects = proofs.reduce((sum, { addon }) => sum + addon.objects.length, 0);
  const { code, isJson } = reportDiagnostics(sortDiagnostics(outcome.diagnostics), args, io, {
    fields: () => ({
      addons: proofs.map(({ addon, differences }) => ({
        cluster: addon.cluster,
        addon: addon.name,
        file: `${ADDONS}/${addon.module.module}.ts`,
        kustomization: addon.owner.key,
        objects: addon.objects.length,
        isEqual: differences.length === 0,
      })),
      differing: outcome.modules.map(({ module, differs }) => ({ file: `${ADDONS}/${module}.ts`, differs })),
      files: files.map(({ path }) => path),
    }),
  });
  if (!isDry) outcome.write();
  if (isJson) return code;
  if (files.length === 0) return hasErrors(outcome.diagnostics) ? exit.problems : code;
  for (const { path } of files) io.stdout.write(`${isDry ? 'would write' : 'wrote'} ${path}\n`);
  const clusters = new Set(proofs.map(({ addon }) => addon.cluster));
  if (clusters.size > 1) io.stdout.write(sharedText(outcome.modules));
  if (proofs.length > 0)
    io.stdout.write(
      `\n${equal.length} of ${proofs.length} addons apply what the YAML applies (${objects} objects${clusters.size > 1 ? ` of ${clusters.size} clusters` : ''}, compared after kustomize and substitution)\n`,
    );
  if (staying > 0)
    io.stdout.write(
      `${staying === 1 ? '1 object stays' : `${staying} objects stay`} in YAML: what the root applies itself, and namespaces in which Kustomizations live\n`,
    );
  if (warnings > 0)
    io.stdout.write(
      `${warnings === 1 ? '1 warning is' : `${warnings} warnings are`} true of the YAML, too: npx fluxspan check\n`,
    );
  if (toPaste !== undefined) io.stdout.write(`\n${pasteText(toPaste)}\n`);
  return hasErrors(outcome.diagnostics) ? exit.problems : code;
};

/** What clusters share, and in what they differ. */
const sharedText = (modules: readonly PlannedModule[]): string => {
  const shared = modules.filter(({ members }) => members.length > 1);
  const differing = shared.filter(({ differs }) => differs.length > 0);
  return [
    '',
    `clusters share ${shared.length} of ${modules.length} addons`,
    ...differing.map(
      ({ module, members, differs }) =>
        `  ${module}: ${nameSome(
          members.map(({ cluster }) => cluster),
          6,
        )} differ in ${differs.join(', ')}`,
    ),
    '',
  ].join('\n');
};

const pasteText = (clusters: ReadonlyMap<string, ImportedCluster>): string =>
  [
    'Your app has code of yours, so add these lines to it:',
    '',
    ...new Set([...clusters.values()].flatMap(({ imports }) => imports)),
    ...[...clusters].flatMap(([name, { options, calls }]) => {
      const of = clusters.size === 1 ? 'the cluster' : `cluster "${name}"`;
      return [
        ...(options.length === 0 ? [] : ['', `// options of ${of}`, ...options]),
        '',
        `// behind ${of}`,
        ...calls.map((call) => call(0)),
      ];
    }),
  ].join('\n');
