import type { AppSettings } from '../declared/declared-app.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { namesTaken } from '../dependencies/find-external.js';
import { planDependencies } from '../dependencies/plan-dependencies.js';
import { type Diagnostic, within } from '../diagnostics/index.js';
import { type AddonChart, buildAddons } from './build-addons.js';
import type { AddonDraft, BuiltCluster } from './built-cluster.js';
import { type CompiledAddons, compileAddons } from './compile-addons.js';
import type { CompileContext } from './compile-context.js';
import { constructFaults } from './construct-faults.js';
import { repositoryOf } from './find-project-place.js';
import { hiddenVars } from './hidden-vars.js';
import { makeEntries } from './make-entries.js';
import { createObjectCompiler } from './object-compiler.js';
import { type NamespacePlan, newNamespace, planNamespaces } from './plan-namespaces.js';
import { strayInApp, strayInCluster } from './stray-objects.js';
import { transformProblems } from './transform-problems.js';

const BUILT = Symbol.for('fluxspan.builtCluster');

/** The API server drops the namespace of a cluster-scoped object, so that it needs no creator. */
const withoutIgnoredNamespaces = ({ drafts, scopeOf }: CompiledAddons): readonly AddonDraft[] =>
  drafts.map((draft) => ({
    ...draft,
    objects: draft.objects.map((one) =>
      one.namespace !== undefined && scopeOf(one.group, one.kind) === 'Cluster'
        ? { ...one, namespace: undefined }
        : one,
    ),
  }));

/**
 * Runs every addon of a cluster, and adds what follows from all of them: namespaces and Kustomizations. The constructs
 * that this makes stay in the cluster, so a cluster is built once and keeps its result.
 */
export const buildCluster = (
  app: AppSettings,
  cluster: AnyFluxCluster & { readonly [BUILT]?: BuiltCluster },
  { ownKinds, project, layout }: Pick<CompileContext, 'ownKinds' | 'project' | 'layout'>,
): BuiltCluster => {
  if (cluster[BUILT] !== undefined) return cluster[BUILT];
  const problems: Diagnostic[] = [];
  const report = (problem: Diagnostic) => problems.push({ ...problem, at: { cluster: cluster.name, ...problem.at } });
  const compiler = createObjectCompiler(cluster, report);
  const charts = buildAddons(app, cluster, { project, repository: repositoryOf(project, layout.place) }, report);
  for (const chart of charts) for (const problem of constructFaults(chart)) report(problem);
  const compiled = compileAddons(charts, compiler, ownKinds, report);
  const namespaces = planNamespaces(cluster, withoutIgnoredNamespaces(compiled), report);
  const drafts = withNamespaces(charts, compiled, namespaces);
  for (const draft of drafts) {
    for (const problem of [...transformProblems(draft, compiled.scopeOf), ...hiddenVars(draft)]) report(problem);
  }
  for (const problem of namesTaken(cluster, drafts)) report(problem);
  const { waits: dependencies, unprovided } = planDependencies(cluster, drafts, namespaces, report);
  const addons = makeEntries(app, layout, cluster, drafts, { dependencies, namespaces }, compiler, report);
  const strays = [
    ...strayInCluster(cluster, compiler.owned).map((problem) => within({ cluster: cluster.name }, problem)),
    ...strayInApp(cluster.node.root),
  ];
  // The `build` of another cluster that makes something here throws, at its place.
  cluster.node.lock();
  const built: BuiltCluster = {
    cluster,
    addons,
    namespaces: namespaces.all,
    uncreated: namespaces.uncreated,
    unprovided,
    declaredVars: compiled.declaredVars,
    scopeOf: compiled.scopeOf,
    problems: [...app.problems, ...cluster.problems, ...problems, ...strays],
  };
  Object.defineProperty(cluster, BUILT, { value: built });
  return built;
};

/** The addons with the Namespace objects that they create. */
const withNamespaces = (
  charts: readonly AddonChart[],
  { drafts, compileOf }: CompiledAddons,
  { all, createdBy }: NamespacePlan,
): readonly AddonDraft[] =>
  drafts.map((draft, index) => {
    const chart = charts[index]!;
    const made = (createdBy.get(draft.name) ?? []).flatMap(
      // No id of an addon's own is like that.
      (name) => compileOf(chart, newNamespace(chart.chart, `fluxspan: namespace ${name}`, name, all)) ?? [],
    );
    return made.length === 0 ? draft : { ...draft, objects: [...draft.objects, ...made] };
  });
