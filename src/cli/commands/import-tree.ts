import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { type FluxRoot, findFluxRoots, folderOf, rootsAt } from '../../applied/flux-roots.js';
import { Git, GitError } from '../../applied/git.js';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import type { ImportedCluster } from '../../import-tree/cluster-code.js';
import { importTreeNothing } from '../../import-tree/diagnostics.js';
import { repositoryAround } from '../../init/repository-around.js';
import { type Args, type Command, type ExitCode, exit, type Io, UsageError } from '../command.js';
import { type ImportOutcome, importCluster } from '../import-cluster.js';
import { findProject } from '../project.js';
import { reportDiagnostics } from '../report-diagnostics.js';

const usage = `usage: fluxspan import tree [FOLDER] [--cluster NAME] [--kustomization NAME]… [--dry-run] [--no-typecheck] [--json]

Writes TypeScript for a cluster that Flux reads from hand-written YAML: an addon for each Flux Kustomization, with its
releases, charts, values, vars and other objects. Before it writes anything, it compiles the code, builds the tree of it
with kustomize, and compares every object with the YAML's. Run it in a project of \`fluxspan init\`. It reads the last
commit, and never changes a file of yours. Then adopt the addons: fluxspan handover --from FOLDER.

  FOLDER                the folder that Flux reads for the cluster; not needed if the repository has one cluster. Or any
                        folder with manifests: it becomes one addon, and a Kustomization that reads it is imported
  --cluster NAME        the cluster that gets the addon of such a folder; not needed if the repository has one cluster
  --kustomization NAME  only this Kustomization, or \`namespace/name\`; may be given several times
  --dry-run             list what it would write, and write nothing
  --no-typecheck        do not type-check the code
  --json                print the result as JSON

Examples:
  fluxspan import tree clusters/production --kustomization podinfo
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
  positionals: { min: 0, max: 1 },
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
  const withReadme = (root: FluxRoot): FluxRoot => ({
    ...root,
    hasReadme: existsSync(join(repository.top, folderOf(root), 'README.md')),
  });
  const found = findFluxRoots(repository.readYaml()).map(withReadme);
  // Those that a person named for `init`.
  const named = pathsIn(readFileSync(project.app, 'utf8'));
  const roots = found.length > 0 ? found : rootsAt(named).map(withReadme);
  const folder = positionals[0] === undefined ? undefined : inRepository(repository.top, cwd, positionals[0]);
  const owner =
    folder === undefined
      ? undefined
      : clusterOfFolder(roots, folder, values['cluster'] as string | undefined, repository.top);
  const root = owner ?? chooseRoot(roots, folder);
  if (root === undefined) return [noCluster(roots, positionals[0])];
  try {
    return await importCluster({
      project,
      git: new Git(project.folder),
      roots: roots.includes(root) ? roots : [root],
      root,
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

const inRepository = (top: string, cwd: string, folder: string): string =>
  posix.join('/', relative(top, resolve(cwd, folder)).split(sep).join('/')).slice(1);

/** The folders of the clusters in the module that `init` writes. */
const pathsIn = (app: string): readonly string[] =>
  [...app.matchAll(/^ {2}path: '([^'\\]+)',$/gm)].map(([, path]) => path!);

const chooseRoot = (roots: readonly FluxRoot[], folder: string | undefined): FluxRoot | undefined => {
  if (folder === undefined) return roots.length === 1 ? roots[0] : undefined;
  return roots.find(({ path }) => path === folder) ?? rootsAt([folder])[0];
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

const noCluster = (roots: readonly FluxRoot[], given: string | undefined): Diagnostic =>
  diagnose(importTreeNothing, {
    message:
      roots.length === 0
        ? 'no file of the repository shows which folder Flux reads'
        : `the repository has ${roots.length} clusters, and the command imports one`,
    notes: roots.map(({ name, path }) => `cluster "${name}" is read from "${path === '' ? '.' : path}"`),
    fix: `name its folder: npx fluxspan import tree ${roots[0]?.path ?? given ?? 'clusters/dev'}`,
  });

const report = (outcome: ImportOutcome, args: Args, io: Io): ExitCode => {
  const { proofs, files, toPaste, staying, warnings } = outcome;
  const isDry = args.values['dry-run'] === true;
  const equal = proofs.filter(({ differences }) => differences.length === 0);
  const objects = proofs.reduce((sum, { addon }) => sum + addon.objects.length, 0);
  const { code, isJson } = reportDiagnostics(sortDiagnostics(outcome.diagnostics), args, io, {
    fields: () => ({
      addons: proofs.map(({ addon, differences }) => ({
        addon: addon.name,
        kustomization: addon.owner.key,
        objects: addon.objects.length,
        isEqual: differences.length === 0,
      })),
      files: files.map(({ path }) => path),
    }),
  });
  if (!isDry) outcome.write();
  if (isJson) return code;
  for (const { path } of files) io.stdout.write(`${isDry ? 'would write' : 'wrote'} ${path}\n`);
  if (proofs.length > 0)
    io.stdout.write(
      `\n${equal.length} of ${proofs.length} addons apply what the YAML applies (${objects} objects, compared after kustomize and substitution)\n`,
    );
  if (staying > 0)
    io.stdout.write(
      `${staying === 1 ? '1 object stays' : `${staying} objects stay`} in YAML: what the root applies itself, and namespaces in which Kustomizations live\n`,
    );
  if (warnings > 0)
    io.stdout.write(
      `${warnings === 1 ? '1 warning is' : `${warnings} warnings are`} true of the YAML, too: npx fluxspan check\n`,
    );
  if (toPaste !== undefined && files.length > 0) io.stdout.write(`\n${pasteText(toPaste)}\n`);
  return hasErrors(outcome.diagnostics) ? exit.problems : code;
};

const pasteText = ({ imports, options, calls }: ImportedCluster): string =>
  [
    'Your app has code of yours, so add these lines to it:',
    '',
    ...imports,
    ...(options.length === 0 ? [] : ['', '// options of the cluster', ...options]),
    '',
    '// behind the cluster',
    ...calls,
  ].join('\n');
