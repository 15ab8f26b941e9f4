import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { BaseTree, inRepository, type ReadableTree } from '../../applied/base-tree.js';
import type { BuildCache } from '../../applied/build/folder-builder.js';
import type { ClusterState } from '../../applied/cluster-state.js';
import { noBase } from '../../applied/diagnostics.js';
import { type Base, findBase, type NoBase } from '../../applied/find-base.js';
import { Git, GitError } from '../../applied/git.js';
import { ownerName } from '../../applied/owner-name.js';
import { readBaseCluster } from '../../applied/read-base.js';
import { stateOfPlan } from '../../applied/state-of-plan.js';
import type { ChangeRule } from '../../changes/change-rule.js';
import { asPlanned } from '../../changes/comparison/as-planned.js';
import { namesRemovedProblems } from '../../changes/comparison/names-removed.js';
import { removalNotDeclaredRule } from '../../changes/rules/removals/removal-not-declared.js';
import { replacementNotDeclaredRule } from '../../changes/rules/replacement/replacement-not-declared.js';
import { terraformSteps } from '../../changes/rules/terraform/namespace-creator.js';
import { updateRefusedRule } from '../../changes/rules/updates/update-refused.js';
import { compareUpdates } from '../../changes/updates/compare-updates.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { DeclaredApp } from '../../compile/declared-app.js';
import { type Diagnostic, diagnose, failure, hasErrors, type Result, success } from '../../diagnostics/index.js';
import { textOf } from '../../files/lossless-text.js';
import { openSchemas } from '../../rules/find-schemas.js';
import { compareTree } from '../../tree/compare-tree.js';
import type { ClusterPlan } from '../../tree/plan-cluster.js';
import { treeDiagnostics } from '../../tree/tree-diagnostics.js';
import { writeTree } from '../../tree/write-tree.js';
import { handoverBlocked, terraformWrites, versionChanged } from '../diagnostics.js';
import { type HandoverFile, type HandoverOutcome, nothingWritten } from '../steps/handover-outcome.js';
import { type HandoverOptions, uncommitted } from '../steps/run-handover.js';
import { openAdoptionReader } from './adoption-reader.js';
import { assumedRootProblem } from './assumed-root.js';
import { compareVersions, printVersions } from './kept-versions.js';
import { type Adoption, planAdoption } from './plan-adoption.js';
import { findTerraformWriters, terraformDiagnostic } from './terraform-written.js';
import { writeEdited, writeRemoved } from './write-adoption.js';

export interface AdoptionOptions extends HandoverOptions {
  /** The cluster's folder, as the user gives it: absolute, or from `cwd`. */
  readonly from: string;
  readonly cwd: string;
  /** What kustomize has built in earlier runs. */
  readonly builds?: BuildCache | undefined;
  /** Versions may change with the second step. */
  readonly withUpgrades: boolean;
}

/** A cluster's folder that was written by hand, at the base, and what comes next for it. */
export interface PreparedAdoption {
  readonly git: Git;
  readonly base: Base;
  /** The whole repository. */
  readonly tree: ReadableTree;
  readonly adoption: Adoption;
}

/** Rules about what happens to the objects: an adoption loses and refuses as little as any other change. */
const aboutChanges: readonly ChangeRule[] = [removalNotDeclaredRule, replacementNotDeclaredRule, updateRefusedRule];

/** Plans the next step by which a cluster of the app takes over a folder that was written by hand. */
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
    ...(context === undefined ? [] : aboutChanges.flatMap(({ check }) => check(context, []))),
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
    // What is in the way is what goes.
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

/** Reads the base and plans; a diagnostic where that cannot be. */
export const prepareAdoption = (
  app: DeclaredApp,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  options: Pick<AdoptionOptions, 'folder' | 'base' | 'from' | 'cwd' | 'builds'>,
): Result<PreparedAdoption> => {
  let git: Git;
  try {
    git = new Git(options.folder);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return failure(noBaseFor({ cause: error.message, fix: error.fix }));
  }
  const base = findBase(git, compiled.cluster.base, options.base);
  if ('cause' in base) return failure(noBaseFor(base));
  const folder = relative(git.top, resolve(options.cwd, options.from)).replaceAll('\\', '/');
  const tree = new BaseTree(git, base, compiled.appLayout);
  const scopeOf = compiled.built.scopeOf;
  const planned = stateOfPlan(plan, compiled);
  const found = readBaseCluster(tree, app, compiled.appLayout, plan.cluster, plan, scopeOf);
  const own = found ?? asPlanned(plan, planned);
  const reader = openAdoptionReader(
    git,
    app,
    base,
    compiled,
    plan,
    own.own,
    { before: own.state, after: planned },
    options.builds,
  );
  const root = reader.base.owners.get(reader.base.root);
  // Flux may read it from above, and find nothing there yet.
  const isRead = root?.file !== undefined && (folder === reader.folder || folder === root.folder);
  if (!isRead && ![...reader.tree.blobs.keys()].some((path) => path.startsWith(`${folder}/`)))
    return failure(notInBase(options.from, base));
  if (!isRead && folder !== reader.folder) return failure(anotherFolder(folder, reader.folder, plan.cluster));
  const broken = own.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined) return failure(broken);
  const assumed = assumedRootProblem(compiled.cluster, reader.folder, reader.base, base.revision);
  if (assumed?.severity === 'error') return failure(assumed);
  const schemas = openSchemas();
  const updates = (before: ClusterState, after: ClusterState) => compareUpdates(before, after, compiled, schemas);
  const adoption = planAdoption({
    compiled,
    reader,
    plan,
    own,
    planned,
    updates,
    schemas,
    revision: base.revision,
  });
  const isTold = assumed !== undefined && adoption.step !== 'nothing';
  const problems = isTold ? [...adoption.problems, assumed] : adoption.problems;
  return success({ git, base, tree: reader.tree, adoption: { ...adoption, problems } });
};

/** Whether the files are those of the first step: edited as planned, or, once the base has that, not yet gone. */
export const isFirstStep = ({ git, tree, adoption }: PreparedAdoption): boolean => {
  if (adoption.step === 'nothing' || adoption.step === 'only' || hasErrors(adoption.problems)) return false;
  if (adoption.step === 'first')
    return [...adoption.edited].every(([path, text]) => readWorking(git, path) === unixLines(text));
  const paths = [...adoption.edited.keys(), ...adoption.removed];
  const texts = tree.read(paths);
  return paths.every((path) => readWorking(git, path) === unixLines(texts.get(path)));
};

/** With the ends of lines as git may have them, whatever it makes of them in the work tree. */
const readWorking = (git: Git, path: string): string | undefined => {
  const full = join(git.top, path);
  return existsSync(full) ? unixLines(textOf(readFileSync(full))) : undefined;
};

const unixLines = <T extends string | undefined>(text: T) => text?.replaceAll('\r\n', '\n');

/** Only what git has, as the base has it, is edited or removed. */
const checkFiles = (
  git: Git,
  { commit, revision }: Base,
  tree: ReadableTree,
  paths: readonly string[],
  edited: ReadonlyMap<string, string>,
): readonly Diagnostic[] => {
  const texts = tree.read(paths);
  const differing = paths.filter((path) => {
    const now = readWorking(git, path);
    // Gone already, in the second step, or written already, in the first.
    return now !== unixLines(texts.get(path)) && now !== unixLines(edited.get(path));
  });
  const dirty = new Set(git.dirty(differing));
  const isBehind = differing.length > 0 && git.tryMergeBase('HEAD', commit) !== commit;
  return differing.map((path) =>
    dirty.has(path) || readWorking(git, path) === undefined
      ? uncommitted(path, true)
      : diagnose(handoverBlocked, {
          message: `"${path}" is not as ${revision} has it${isBehind ? '' : ': this branch has changed it, and handover edits it'}`,
          at: { file: path },
          fix: isBehind
            ? `start from ${revision}: git rebase ${revision}`
            : `revert the change, with git checkout ${commit.slice(0, 12)} -- ${path}, and run handover again; merge the change by itself before the first step, or with the second`,
        }),
  );
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

const noBaseFor = ({ cause, fix }: NoBase): Diagnostic =>
  diagnose(noBase, { severity: 'error', message: `there is no branch to compare with: ${cause}`, fix });

const notInBase = (from: string, { revision }: Base): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `"${from}" is not a folder of ${revision}`,
    fix: 'give the folder that Flux reads, such as k8s/clusters/dev, from where you are',
  });

const anotherFolder = (folder: string, ours: string, cluster: string): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `Flux reads "${folder}", and cluster "${cluster}" would be written to "${ours}"`,
    at: { cluster },
    fix: `let both be one: new FluxCluster(app, '${cluster}', { path: '${folder}' }), or choose another cluster: --cluster`,
  });
