import { join } from 'node:path';
import type { BuildCache } from '../applied/build/folder-builder.js';
import { FluxFiles } from '../applied/flux-files.js';
import { GitAnswers } from '../applied/git.js';
import { listedByGit, uncommittedProblems } from '../applied/left-out-by-git.js';
import type { BaseComparison, ClusterComparison } from '../changes/comparison/comparison.js';
import type { SettingsBefore } from '../changes/flux-settings/settings-problems.js';
import { repositoryOf } from '../compile/find-project-place.js';
import type { AppLayout } from '../compile/layout.js';
import type { DeclaredApp } from '../declared/declared-app.js';
import { type Diagnostic, hasErrors, identityOf, sortDiagnostics } from '../diagnostics/index.js';
import type { SynthStep } from '../handover/steps/handover-step.js';
import type { TreeProblem } from '../tree/check-plan.js';
import { compareTree, noChanges, type TreeChanges } from '../tree/compare-tree.js';
import type { AppPlan, PlanOptions } from '../tree/plan-app.js';
import { treeDiagnostics } from '../tree/tree-diagnostics.js';
import { keepEditedSummaries, rememberSummaries } from './edited-summaries.js';
import { fluxSettings } from './flux-settings.js';
import { keepListed } from './keep-listed.js';
import { ownerProblems } from './owner-problems.js';
import { type BaseOptions, planWithBase } from './plan-with-base.js';
import { readRoots } from './plan-with-root.js';
import { type BesideTree, sopsFiles } from './sops-files.js';
import { uncomparedRemovals } from './uncompared-removals.js';

export interface SynthOptions extends PlanOptions {
  /** The project's folder, absolute. */
  readonly project: string;
  /** The names of the clusters to write. @default - all */
  readonly clusters?: readonly string[];
  /** Compare, and write nothing. @default false */
  readonly check?: boolean;
  /** Write files again that a person has edited. @default false */
  readonly force?: boolean;
  /** @default - nothing is compared with what Flux has */
  readonly base?: BaseOptions | undefined;
  /** What git said earlier in this run. @default - base.asked's */
  readonly answers?: GitAnswers | undefined;
  /** What kustomize has built in earlier runs. */
  readonly builds?: BuildCache | undefined;
  /**
   * What else may forbid to write, found beside the rest of the work.
   *
   * @param found what synth has found itself
   * @default - nothing
   */
  readonly guard?: ((found: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>) | undefined;
  /**
   * What else is reported, found once all is done: it keeps nothing from being written.
   *
   * @default - nothing
   */
  readonly report?: ((plan: AppPlan) => Promise<readonly Diagnostic[]>) | undefined;
}

/** What synth found, and did. */
export interface SynthResult {
  readonly plan: AppPlan;
  /** Sorted, each problem once. */
  readonly diagnostics: readonly Diagnostic[];
  /** How the files under the tree's root differ from `files`; nothing where the plan has errors. */
  readonly changes: Omit<TreeChanges, 'problems'>;
  /** What the tree should be, by path relative to its root. */
  readonly files: ReadonlyMap<string, string>;
  /** The clusters that differ from their base. */
  readonly compared: readonly ClusterComparison[];
  /** By cluster in the first step of a handover: what Flux will do with the second one. */
  readonly next: SynthStep['next'];
  readonly written: boolean;
  /** What was written outside of the tree. */
  readonly beside: readonly BesideTree[];
}

/**
 * All that `fluxspan synth` does with an app: plans it, compares the plan with what Flux has and with the files, and
 * writes while there is no error.
 */
export const synthApp = async (app: DeclaredApp, given: SynthOptions): Promise<SynthResult> => {
  const options = { ...given, answers: given.answers ?? given.base?.asked?.answers ?? new GitAnswers() };
  const { project, clusters = [], check = false, force = false } = options;
  const flux = new FluxFiles(options.answers.parsed);
  const plan = await planWithBase(app, clusters, { ...options, flux });
  const nothing = { plan, files: plan.files, compared: [], next: new Map(), written: false, beside: [] };
  if (hasErrors(plan.diagnostics)) {
    const diagnostics = await withGuard(plan.diagnostics, options);
    return { ...nothing, diagnostics: await finish(diagnostics, plan, options), changes: noChanges };
  }
  // git looks at the files while the comparison goes on.
  const uncommitted = uncommittedProblems(plan.files, {
    folder: join(project, plan.layout.root),
    nameOf: (path) => plan.layout.inProject(path),
    root: plan.layout.root,
    source: app.source.kind,
    isListed: listedByGit(options.answers, {
      project,
      top: repositoryOf(project, plan.layout.place),
      folder: plan.layout.inRepository,
    }),
  });
  const twoOwners = ownerProblems(plan, project, options.answers);
  const encryption = sopsFiles(app.clusters, plan, project, check);
  const { step, comparison } = await lookAtBase(app, plan, options, flux);
  // Without a base the root is looked at alone.
  const alone = comparison?.noBase === undefined ? [] : (await readRoots(app, plan, { ...options, flux })).problems;
  const known = new Set(step?.diagnostics.map(identityOf));
  const tree = plan.layout;
  const root = join(project, tree.root);
  const files = step?.files ?? plan.files;
  const { problems, ...found } = compareTree(root, files, plan.scope, { force, tree });
  const left = await leftFolders(plan, found, comparison, options);
  const compared = {
    ...found,
    removed: found.removed.filter((path) => !left.kept.has(path)),
    lists: keepListed(root, tree, found.lists, left.kept),
  };
  const changes = force ? compared : await keepEditedSummaries({ project, tree }, compared, options.clean);
  // What is in the way is handed over, with the objects in it: to delete it is what must not be done.
  const inTheWay = step?.hasSecondOwner === true ? problems.filter(isOurs) : problems;
  // What is lost with a cluster says more than that its files stay.
  const destroyed = new Set(
    step?.diagnostics.flatMap(({ severity, at }) =>
      severity === 'error' && at.cluster !== undefined ? at.cluster : [],
    ),
  );
  const own = [
    ...plan.diagnostics,
    ...(step?.diagnostics ?? []),
    ...alone.filter((one) => !known.has(identityOf(one))),
    ...left.problems,
    ...(await uncommitted),
    ...(await twoOwners),
    ...(await encryption).problems,
    ...(await namesRemoved(project, app, tree, changes)),
    ...(await fluxSettings(plan, { removed: changes.removed, inBase: inBaseOf(comparison) }, project, options.builds)),
    ...(comparison === undefined || comparison.noBase !== undefined
      ? uncomparedRemovals(tree, plan.compiled, changes)
      : []),
    ...treeDiagnostics(
      tree,
      {
        ...changes,
        problems: inTheWay,
        undeclared: changes.undeclared.filter(({ name }) => !app.otherClusters.includes(name) && !destroyed.has(name)),
      },
      comparison?.clusters.map(({ cluster }) => cluster),
    ),
  ];
  const diagnostics = await withGuard(own, options);
  const written = !check && !hasErrors(diagnostics);
  let beside: readonly BesideTree[] = [];
  if (written) {
    const { writeTree } = await import('../tree/write-tree.js');
    writeTree(root, { ...changes, problems }, files);
    rememberSummaries(files, changes, options.clean);
    beside = (await encryption).write();
  }
  return {
    ...nothing,
    diagnostics: await finish(diagnostics, plan, options),
    changes,
    files,
    compared: step?.compared ?? [],
    next: step?.next ?? nothing.next,
    written,
    beside,
  };
};

const withGuard = async (
  found: readonly Diagnostic[],
  { guard }: Pick<SynthOptions, 'guard'>,
): Promise<readonly Diagnostic[]> => [...((await guard?.(found)) ?? []), ...found];

/** With what is reported too, as a user reads it. */
const finish = async (
  found: readonly Diagnostic[],
  plan: AppPlan,
  { report }: Pick<SynthOptions, 'report'>,
): Promise<readonly Diagnostic[]> => sortDiagnostics([...found, ...((await report?.(plan)) ?? [])]);

/** Loaded only where files go that lie in no folder of their cluster: it had another one. */
const leftFolders = async (
  { layout, scope, compiled }: AppPlan,
  { removed }: Pick<TreeChanges, 'removed'>,
  comparison: BaseComparison | undefined,
  { project, base }: SynthOptions,
): Promise<LeftFolders> => {
  const layouts = scope.clusters.map((name) => layout.of(name));
  const paths = removed.filter((path) => !layouts.some((one) => one.holds(path)));
  if (paths.length === 0) return { kept: new Set(), problems: [] };
  const isCompared = base !== undefined && comparison !== undefined && comparison.noBase === undefined;
  if (!isCompared || comparison.moving.size > 0) return { kept: new Set(paths), problems: [] };
  const { leftFolderProblems } = await import('../changes/comparison/left-folders.js');
  const follows = compiled[0]?.cluster.base ?? 'origin/main';
  return { kept: new Set(), problems: leftFolderProblems(project, layout, paths, { follows, base: base.revision }) };
};

interface LeftFolders {
  /** Files that stay, since what Flux reads isn't known, or still is the folder that they are in. */
  readonly kept: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
}

/** Loaded only where a file goes. */
const namesRemoved = async (
  project: string,
  app: DeclaredApp,
  tree: AppLayout,
  changes: SynthResult['changes'],
): Promise<readonly Diagnostic[]> => {
  if (changes.removed.length === 0) return [];
  const { namesRemovedProblems } = await import('../changes/comparison/names-removed.js');
  const { readAppliedFolders } = await import('../applied/applied-folders.js');
  return namesRemovedProblems(join(project, tree.root), tree, changes, () => readAppliedFolders(project, app, tree));
};

/** The files of a cluster as Flux has them; undefined where nothing was compared. */
const inBaseOf = (comparison: BaseComparison | undefined): SettingsBefore['inBase'] => {
  if (comparison === undefined || comparison.noBase !== undefined) return undefined;
  // A cluster that isn't among those compared is as Flux has it.
  return (name, path) =>
    comparison.clusters
      .find(({ cluster }) => cluster === name)
      ?.ownFiles()
      .get(path);
};

const isOurs = ({ kind }: TreeProblem): boolean => kind !== 'foreign-file';

/** What a change does to the clusters. Loaded only where it is asked for. */
const lookAtBase = async (
  app: DeclaredApp,
  plan: AppPlan,
  { project, check = false, base, answers, builds }: SynthOptions,
  flux: FluxFiles,
): Promise<{ readonly step?: SynthStep; readonly comparison?: BaseComparison }> => {
  if (base === undefined) return {};
  const look = await import('../handover/look-at-base.js');
  return look.lookAtBase(app, plan, {
    folder: project,
    base: base.revision,
    check,
    asked: base.asked,
    answers,
    builds,
    flux,
  });
};
