import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRepository, type ReadableTree } from '../../applied/base-tree.js';
import { ownerName } from '../../applied/owner-name.js';
import { checkAdoption } from '../../changes/check-change.js';
import { namesRemovedProblems } from '../../changes/comparison/names-removed.js';
import { terraformSteps } from '../../changes/rules/terraform/namespace-creator.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { type Diagnostic, diagnose, hasErrors } from '../../diagnostics/index.js';
import { compareTree } from '../../tree/compare-tree.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { treeDiagnostics } from '../../tree/tree-diagnostics.js';
import { writeTree } from '../../tree/write-tree.js';
import { terraformWrites, versionChanged } from '../diagnostics.js';
import { type HandoverFile, type HandoverOutcome, nothingWritten } from '../steps/handover-outcome.js';
import { checkFiles, readWorking, unixLines } from './check-files.js';
import { compareVersions, printVersions } from './kept-versions.js';
import type { Adoption } from './plan-adoption.js';
import { type AdoptionOptions, prepareAdoption } from './prepare-adoption.js';
import { findTerraformWriters, terraformDiagnostic } from './terraform-written.js';
import { writeEdited, writeRemoved } from './write-adoption.js';

/** Plans the next step in which a cluster of the app takes over a hand-written folder. */
export const runAdoption = (
  app: DeclaredApp,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  options: AdoptionOptions,
): HandoverOutcome => {
  const { cluster } = plan;
  const prepared = prepareAdoption(app, plan, compiled, options);
  if (!prepared.ok) return nothingWritten([prepared.problem]);
  const { git, base, tree, adoption } = prepared.value;
  const { revision } = base;
  if (hasErrors(adoption.problems)) return nothingWritten(adoption.problems);
  if (adoption.step === 'nothing') {
    return nothingWritten(adoption.problems, [
      adoption.hidden === 0
        ? `nothing in ${options.from} has an object of cluster "${cluster}": there is nothing to take over`
        : `nothing that is seen in ${options.from} has an object of cluster "${cluster}"; ${adoption.hidden === 1 ? 'one thing is' : `${adoption.hidden} things are`} not seen, and may have some`,
    ]);
  }
  const paths = [...adoption.edited.keys(), ...adoption.removed].sort();
  const { before, after, context } = adoption;
  const versions = compareVersions(before, after, compiled);
  const problems: Diagnostic[] = [
    ...adoption.problems,
    ...(context === undefined ? [] : checkAdoption('changes', context)),
    ...checkFiles(git, base, tree, paths, adoption.edited),
    ...(options.terraformApplied ? [] : checkTerraform(tree, plan, adoption, paths)),
    ...(versions.length === 0
      ? []
      : [
          versionsDiffer(
            cluster,
            printVersions(versions, compiled),
            adoption.step !== 'first' && !options.withUpgrades,
          ),
        ]),
  ];
  const layout = compiled.appLayout;
  const root = join(options.folder, layout.root);
  const inGit = (path: string) => inRepository({ root: layout.inRepository }, path);
  const scope = { clusters: [cluster], all: false };
  const changes =
    adoption.step === 'first' ? undefined : compareTree(root, plan.files, scope, { force: false, tree: layout });
  if (changes !== undefined) {
    const going = new Set(adoption.removed);
    // A file that the second step removes isn't in the way.
    const left = changes.problems.filter(({ path }) => !going.has(inGit(path)));
    problems.push(
      ...treeDiagnostics(layout, { ...changes, problems: left }),
      ...namesRemovedProblems(root, layout, changes),
    );
  }
  if (hasErrors(problems)) return nothingWritten(problems);
  const inProject = (path: string) => relative(options.folder, join(git.top, path)).replaceAll('\\', '/');
  const names = adoption.adopted.map((key) => ownerName(key)).join(', ');
  const common = { diagnostics: problems, clusters: [{ cluster, before, changes: adoption.changes }] };
  const open = [...adoption.edited.keys()].filter(
    (path) => readWorking(git, path) !== unixLines(adoption.edited.get(path)),
  );
  const writeOpen = () => writeEdited(git.top, new Map(open.map((path) => [path, adoption.edited.get(path)!])));
  if (changes === undefined) {
    return {
      ...common,
      step: 'first',
      files: open.map((path): HandoverFile => ({ mark: '~', path: inProject(path) })),
      next: [
        open.length === 0
          ? `handover of ${names}, step 1 of 2, is in the tree already, and not in ${revision}`
          : `handover of ${names}, step 1 of 2: the old owners no longer prune the objects that move`,
        `commit it, and merge it into ${revision}`,
        'wait until Flux has reconciled it: flux get kustomizations shows its revision at each',
        'then, on a new branch, run the same command again: it writes the second step',
      ],
      write: writeOpen,
    };
  }
  const gone = adoption.removed.filter((path) => existsSync(join(git.top, path)));
  const written = new Set([...plan.files.keys()].map(inGit));
  const isOnly = adoption.step === 'only';
  return {
    ...common,
    step: isOnly ? 'only' : 'second',
    files: [
      ...open.map((path): HandoverFile => ({ mark: '~', path: inProject(path) })),
      ...gone.filter((path) => !written.has(path)).map((path): HandoverFile => ({ mark: '-', path: inProject(path) })),
      ...gone.filter((path) => written.has(path)).map((path): HandoverFile => ({ mark: '~', path: inProject(path) })),
      ...changes.added.map((path): HandoverFile => ({ mark: '+', path: layout.inProject(path) })),
      ...changes.changed.map((path): HandoverFile => ({ mark: '~', path: layout.inProject(path) })),
    ],
    next: [
      `handover of ${names}, ${isOnly ? 'in one commit' : 'step 2 of 2'}: the new tree, and the old files without what it takes over`,
      isOnly
        ? `${adoption.changes.moved.length === 0 ? 'no object changes its owner' : 'the old owners delete nothing, by prune: false or while they are suspended'}, so nothing has to let go first: look at it, commit it, and merge it`
        : 'look at it, commit it, and merge it once Flux has reconciled the first step',
    ],
    write: () => {
      writeOpen();
      writeRemoved(git.top, gone);
      writeTree(root, compareTree(root, plan.files, scope, { force: false, tree: layout }), plan.files);
    },
  };
};

const checkTerraform = (
  tree: ReadableTree,
  plan: ClusterPlan,
  adoption: Adoption,
  paths: readonly string[],
): readonly Diagnostic[] => {
  const had = new Set(
    [...adoption.before.objects.values()].filter(({ id }) => id.kind === 'Namespace').map(({ id }) => id.name),
  );
  const comes = plan.contract.namespaces.filter(({ creator, name }) => creator === 'addon' && !had.has(name));
  const writers = findTerraformWriters(
    tree,
    paths,
    comes.map(({ name }) => name),
  );
  const imported = plan.contract.namespaces.filter(({ creator, name }) => creator === 'terraform' && had.has(name));
  return [
    ...(writers.length === 0 ? [] : [terraformDiagnostic(plan.cluster, writers)]),
    ...imported.map(({ name }) =>
      diagnose(terraformWrites, {
        message: `the namespace "${name}" becomes Terraform's, and Flux has made it`,
        at: { cluster: plan.cluster, object: `Namespace/${name}` },
        notes: terraformSteps({ name, to: 'terraform' }),
        fix: 'put this block into the root module, apply it with the new contract, then run handover again with --terraform-applied',
      }),
    ),
  ];
};

const versionsDiffer = (cluster: string, lines: readonly string[], isError: boolean): Diagnostic =>
  diagnose(versionChanged, {
    severity: isError ? 'error' : 'warning',
    message: `adoption would change ${lines.length === 1 ? 'the version of an addon' : `the versions of ${lines.length} addons`}`,
    at: { cluster },
    notes: lines,
    fix: 'paste each version into the settings of its addon, such as web({ version: … }), and adopt; remove them in a separate change; or pass --with-upgrades',
  });
