import { join } from 'node:path';
import { BaseTree } from '../applied/base-tree.js';
import type { BuildCache } from '../applied/build/folder-builder.js';
import { type ClusterState, ROOT } from '../applied/cluster-state.js';
import { type Base, findBase, type NoBase } from '../applied/find-base.js';
import { FluxFiles } from '../applied/flux-files.js';
import { Git, type GitAnswers, GitError } from '../applied/git.js';
import { type BaseCluster, readAhead, readBaseCluster } from '../applied/read-base.js';
import { stateOfPlan } from '../applied/state-of-plan.js';
import { type ClusterViews, openClusterViews, type ViewedCluster } from '../applied/view/cluster-views.js';
import { mayReadFolder, objectsInside } from '../applied/view/objects-inside.js';
import { readOtherFolders } from '../applied/view/own-folders.js';
import { withComponents } from '../applied/view/with-components.js';
import type { ClusterFindings } from '../changes/cluster-findings.js';
import { movedTreeProblem, tryFindMovedTree } from '../changes/comparison/moved-tree.js';
import { newFileProblems, type OtherFile } from '../changes/comparison/new-files.js';
import { undeclaredClusterProblems } from '../changes/comparison/undeclared-clusters.js';
import { unmatchedDeclarations } from '../changes/declarations/match-declared.js';
import { handWrittenProblems } from '../changes/hand-written/hand-written-problems.js';
import { compareOwners, isEmpty, type OwnerChanges } from '../changes/owners/compare-owners.js';
import { findLeftOut, NOTHING_LEFT_OUT } from '../changes/removals/left-out.js';
import { isOperated } from '../changes/root/operator-takes.js';
import { openParents } from '../changes/root/parent-elsewhere.js';
import { openRootLook } from '../changes/root/root-may-matter.js';
import { externalProblems } from '../changes/rules/externals/external.js';
import { foreignFindings, NO_FOREIGN, ownMoves } from '../changes/rules/others/root-not-built.js';
import { checkCreators } from '../changes/rules/owners/namespace-creator.js';
import { foreignMoveProblems, moveProblems } from '../changes/rules/owners/owner-changed.js';
import { danglingReferences } from '../changes/rules/removals/dangling-reference.js';
import { othersDangling } from '../changes/rules/removals/others-dangling.js';
import { removalProblems } from '../changes/rules/removals/removal-not-declared.js';
import { replacementProblems } from '../changes/rules/replacement/replacement-not-declared.js';
import { setProblems } from '../changes/rules/resource-sets/leaves-set.js';
import { absentControllers } from '../changes/rules/root/absent-controller.js';
import { sourceProblems } from '../changes/rules/root/app-source.js';
import { instanceProblems } from '../changes/rules/root/instance.js';
import { lockdownOrderProblems } from '../changes/rules/root/lockdown-order.js';
import { lostControllers } from '../changes/rules/root/lost-controller.js';
import { rootProblems } from '../changes/rules/root/root-changes-tree.js';
import { rootSchemaProblems } from '../changes/rules/root/root-schema.js';
import { otherSourceChanges } from '../changes/rules/root/source-changed.js';
import { brokenLinks } from '../changes/rules/transitions/broken-link.js';
import { riskyChanges } from '../changes/rules/transitions/risky-change.js';
import { unseenChanges } from '../changes/rules/updates/unseen-change.js';
import { unservedVersions } from '../changes/rules/updates/unserved-version.js';
import { updateProblems } from '../changes/rules/updates/update-refused.js';
import { openTransitions } from '../changes/transitions/find-transitions.js';
import { compareUpdates } from '../changes/updates/compare-updates.js';
import { wholeStates } from '../changes/views/whole-states.js';
import { adoptionCommand } from '../changes/words/adoption-command.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { AppSettings, DeclaredApp } from '../compile/declared-app.js';
import type { AppLayout } from '../compile/layout.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import type { RunSchemas } from '../rules/find-schemas.js';
import type { AppPlan } from '../tree/plan-app.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import { type HandoverPlan, planHandover } from './steps/plan-handover.js';

/** One cluster, compared with what Flux has of it. */
export interface ClusterComparison {
  readonly cluster: string;
  readonly base: Base;
  readonly before: BaseCluster;
  readonly after: ClusterState;
  readonly changes: OwnerChanges;
  /** Changes of owner and removals that must not be, and what else is to be said. */
  readonly findings: ClusterFindings;
  /** The first step, where an object changes its owner; made when it is asked for. */
  readonly handover: () => HandoverPlan | undefined;
  /** The cluster's files as the base has them. */
  readonly ownFiles: () => ReadonlyMap<string, string>;
  /** The findings that are left once the first step is reconciled. */
  readonly findingsAfterHandover: () => ClusterFindings;
}

export interface BaseComparison {
  /** Those that differ from their base. */
  readonly clusters: readonly ClusterComparison[];
  /** Where there is nothing to compare with, for one cluster or all: why. */
  readonly noBase: NoBase | undefined;
  /** What is wrong beside the clusters that are compared. */
  readonly problems: readonly Diagnostic[];
  /** Of files that are not merged yet and hold objects of the plan. */
  readonly secondOwners: readonly Diagnostic[];
  /** Clusters that the base has in another folder alone: Flux applies what is there. */
  readonly moving: ReadonlySet<string>;
}

export interface CompareOptions {
  /** The project's folder. */
  readonly folder: string;
  /** `--base`. */
  readonly base: string | undefined;
  /** What git was asked before. */
  readonly answers?: GitAnswers | undefined;
  /** What earlier runs have built of others' folders. */
  readonly builds?: BuildCache | undefined;
  /** Flux's own files, as far as this run has read them. */
  readonly flux?: FluxFiles | undefined;
}

/** Compares a plan with the commit that Flux has, cluster by cluster. Reads only; of the disk, files of others alone. */
export const compareWithBase = (app: DeclaredApp, plan: AppPlan, options: CompareOptions): BaseComparison => {
  let git: Git;
  try {
    git = new Git(options.folder, options.answers);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { clusters: [], noBase: notRead(error), problems: [], secondOwners: [], moving: new Set() };
  }
  const root = join(options.folder, plan.layout.root);
  const { flux = new FluxFiles() } = options;
  const trees = new Map<string, BaseTree | NoBase>();
  const hasParent = openParents(() => git, plan.layout);
  const looks = new Map<BaseTree, ReturnType<typeof openRootLook>>();
  const treeOf = (follows: string): BaseTree | NoBase => {
    const known = trees.get(follows);
    if (known !== undefined) return known;
    const base = findBase(git, follows, options.base);
    const tree = 'cause' in base ? base : new BaseTree(git, base, plan.layout);
    trees.set(follows, tree);
    if (!('cause' in tree)) {
      looks.set(tree, openRootLook(root, tree, app.source, hasParent, flux));
      const followers = new Set(plan.compiled.flatMap(({ cluster }) => (cluster.base === follows ? cluster.name : [])));
      readAhead(
        tree,
        plan.clusters.filter((one) => followers.has(one.cluster)),
      );
    }
    return tree;
  };
  const viewsOf = openClusterViews(git, app, plan.layout, options.builds);
  const clusters: ClusterComparison[] = [];
  const problems: Diagnostic[] = [];
  const secondOwners: Diagnostic[] = [];
  const moving = new Set<string>();
  let missing: NoBase | undefined;
  /** What the clone does not hold cannot be compared, and is not a fault of the app. */
  const attempt = (compare: () => void): void => {
    try {
      compare();
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      missing ??= notRead(error);
    }
  };
  const plans = new Map(plan.clusters.map((one) => [one.cluster, one]));
  for (const compiled of plan.compiled) {
    const { cluster } = compiled;
    const one = plans.get(cluster.name);
    if (one === undefined) continue;
    attempt(() => {
      const tree = treeOf(cluster.base);
      if ('cause' in tree) {
        missing ??= tree;
        return;
      }
      const found = newFileProblems(root, tree, plan.layout, one, () => stateOfPlan(one, compiled));
      problems.push(...found.unbuilt);
      secondOwners.push(...found.secondOwners);
      const place: TreeInBase = { tree, app, layout: plan.layout };
      const compared = compareCluster(place, one, compiled, {
        schemas: plan.schemas,
        others: found.others,
        views: (cluster) => viewsOf(tree, cluster),
        rootMatters: looks.get(tree)!(one),
        parse: flux.parse,
      });
      const moved =
        'changes' in compared && !compared.before.own.some((path) => one.layout.isInFolder(path))
          ? tryFindMovedTree(git, tree.base, app, plan.layout, cluster)
          : undefined;
      if (moved === undefined) {
        if ('changes' in compared) clusters.push(compared);
        else problems.push(...compared);
        return;
      }
      const before = compareCluster({ ...moved, app, isMoved: true }, one, compiled, {
        schemas: plan.schemas,
        others: [],
        parse: flux.parse,
      });
      if ('changes' in before) clusters.push(before);
      else problems.push(...before);
      const hasMoves = 'changes' in before && before.findings.openMoves.length > 0;
      problems.push(movedTreeProblem(git, moved, plan.layout, one, hasMoves));
      moving.add(cluster.name);
    });
  }
  if (plan.scope.all) {
    attempt(() => {
      const follows = app.clusters[0]?.base ?? 'origin/main';
      const tree = treeOf(follows);
      if ('cause' in tree) {
        missing ??= tree;
        return;
      }
      const views = (cluster: ViewedCluster) => viewsOf(tree, cluster);
      problems.push(...undeclaredClusterProblems({ git, tree, app, layout: plan.layout, root, follows, views }));
    });
  }
  return { clusters, noBase: missing, problems, secondOwners, moving };
};

const notRead = ({ message, fix }: GitError): NoBase => ({ cause: message, fix });

/** Where the base has a cluster, with the settings that its files were written with. */
interface TreeInBase {
  readonly tree: BaseTree;
  readonly app: AppSettings;
  readonly layout: AppLayout;
  /** It is written elsewhere now, so that no step of a handover can stand there. */
  readonly isMoved?: true;
}

interface ComparedBy {
  readonly schemas: RunSchemas;
  /** Files of others in the cluster's folder, as the work tree has them. */
  readonly others: readonly OtherFile[];
  /** What others have beside us. @default - it isn't compared */
  readonly views?: (cluster: ViewedCluster) => ClusterViews;
  /** Flux's root does more with the tree than apply it, or changes itself. @default false */
  readonly rootMatters?: boolean;
  /** Reads the objects of a text. */
  readonly parse: FluxFiles['parse'];
}

/** One cluster beside its base; or, where there is nothing to compare, what is wrong all the same. */
const compareCluster = (
  { tree, app, layout, isMoved }: TreeInBase,
  plan: ClusterPlan,
  compiled: CompiledCluster,
  { schemas, others, views, rootMatters = false, parse }: ComparedBy,
): ClusterComparison | readonly Diagnostic[] => {
  const { cluster } = compiled;
  const { scopeOf } = compiled.built;
  const found = readBaseCluster(tree, app, layout, cluster.name, plan, scopeOf, parse);
  const followed = new Set([
    ...withComponents(plan.objects.map(({ json }) => json)),
    ...withComponents([...(found?.state.objects.values() ?? [])].map(({ holdings }) => holdings[0].json)),
    ...readOtherFolders(ofRoot(plan), app, tree, plan.layout),
    ...readOtherFolders(
      [...(found?.state.objects.values() ?? [])].flatMap(({ holdings }) => holdings),
      app,
      tree,
      plan.layout,
    ),
  ]);
  const hasInside =
    plan.objects.some(({ json, object }) => mayReadFolder(json, object.owner)) ||
    [...(found?.state.objects.values() ?? [])].some(({ holdings: [{ json, owner }] }) => mayReadFolder(json, owner));
  const needsView = cluster.externals.length > 0 || rootMatters || followed.size > 0 || hasInside;
  if (found === undefined && others.length === 0 && !needsView) {
    return [
      ...unmatchedDeclarations(cluster.name, 'removal', cluster.removals, [], []),
      ...unmatchedDeclarations(cluster.name, 'replacement', cluster.replacements, [], []),
    ];
  }
  const planned = stateOfPlan(plan, compiled);
  const own = found ?? asPlanned(plan, planned);
  if (hasErrors(own.problems)) return own.problems;
  const inside = { before: objectsInside(own.state), after: objectsInside(planned) };
  // What others have costs builds, so it is read where there is something.
  const view =
    own.foreign.length + others.length === 0 && !needsView
      ? undefined
      : views?.({
          plan,
          scopeOf,
          follows: cluster.base,
          own: own.own,
          followed,
          inside,
          isOperated: isOperated(cluster),
        });
  const whole = view === undefined ? undefined : wholeStates(compiled, { before: own.state, after: planned }, view);
  const before: BaseCluster = whole === undefined ? own : { ...own, state: whole.before };
  const after = whole?.after ?? planned;
  const updates = compareUpdates(before.state, after, compiled, schemas);
  const transitionsOf = openTransitions(before.state, after);
  const changes = compareOwners(before.state, after, updates, transitionsOf);
  const contractPath = `${own.layout.contract}/contract.json`;
  const contractBefore = tree.holds(contractPath, plan.files.get(contractPath) ?? '')
    ? undefined
    : tree.read([contractPath]).get(contractPath);
  const takeOver = adoptionCommand(layout, own.layout);
  const foreign =
    view === undefined
      ? NO_FOREIGN
      : foreignFindings({ tree, base: own, after, plan, view, others, followed, takeOver });
  const leftOut = view === undefined ? NOTHING_LEFT_OUT : findLeftOut(cluster.name, changes, view);
  const written =
    view === undefined
      ? []
      : handWrittenProblems(compiled, contractBefore, { before: before.state, after }, view, schemas);
  const externals = view === undefined ? [] : externalProblems(compiled, view, leftOut);
  const rooted = [
    ...(view === undefined
      ? []
      : [
          ...rootProblems({ plan, compiled, view, scopeOf, root: tree.root, sourceRoot: layout.sourceRoot }),
          ...sourceProblems(compiled, changes, after, view),
          ...rootSchemaProblems(compiled, view, schemas),
        ]),
    ...otherSourceChanges(cluster.name, { before: before.state, after }, view),
    ...(view === undefined ? [] : absentControllers(compiled, { before: before.state, after }, view)),
    ...instanceProblems(cluster, { before: before.state, after }, view),
    ...lostControllers(cluster.name, changes, { before: before.state, after }),
    ...lockdownOrderProblems(cluster.name, cluster.lockdown, { before: before.state, after }, view),
  ];
  const findingsOf = (list: OwnerChanges, openMoves: readonly Diagnostic[]): ClusterFindings => {
    const removals = removalProblems(cluster.name, cluster.removals, list, before.state, leftOut);
    const dangling = [
      ...danglingReferences(compiled, list, { before: before.state, after }, schemas, leftOut),
      ...(view === undefined
        ? []
        : othersDangling(compiled, list, { before: before.state, after }, view.tree, schemas, leftOut)),
    ];
    return {
      openMoves: [...openMoves, ...foreignMoveProblems(cluster.name, takeOver, list, before.state, tree.base.revision)],
      removals,
      replacements: replacementProblems(cluster.name, cluster.replacements, list),
      updates: [
        ...updateProblems(cluster.name, updates, before.state),
        ...unseenChanges(cluster.name, before.state, after),
        ...unservedVersions(cluster.name, before.state, after),
        ...riskyChanges(cluster.name, before.state, after, transitionsOf),
        ...brokenLinks(cluster.name, { before: before.state, after }),
        ...setProblems(cluster.name, before.state, after),
      ],
      dangling,
      ...foreign,
      faults: [...written, ...foreign.faults],
      root: [...rooted, ...leftOut.causesOf([...removals.refused, ...dangling, ...externals])],
      externals,
      creators: checkCreators(cluster.name, contractBefore, plan.contract),
    };
  };
  let handover: HandoverPlan | undefined;
  const prepared = () => {
    if (ownMoves(changes).length > 0 && isMoved !== true)
      handover ??= planHandover(tree, layout, before, after, changes, updates);
    return handover;
  };
  return {
    cluster: cluster.name,
    base: tree.base,
    before,
    after,
    changes,
    findings: findingsOf(changes, moveProblems(cluster.name, changes, before.state, tree.base.revision)),
    handover: prepared,
    ownFiles: () => tree.read(before.own),
    findingsAfterHandover: () => findingsOf(prepared()?.next ?? changes, []),
  };
};

const ofRoot = ({ objects }: ClusterPlan) =>
  objects.flatMap(({ object: { owner }, json }) => (owner === ROOT ? [{ owner, json }] : []));

/** A cluster of which the base has exactly what is planned. */
export const asPlanned = ({ cluster, layout, files }: ClusterPlan, state: ClusterState): BaseCluster => ({
  cluster,
  layout,
  state,
  own: [...files.keys()].sort(),
  foreign: [],
  inHandover: false,
  problems: [],
});

/** Whether a comparison has anything to show. */
export const differs = ({ changes }: ClusterComparison): boolean => !isEmpty(changes);
