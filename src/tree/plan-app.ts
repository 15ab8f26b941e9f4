import type { CleanObjects } from '../check/clean-objects.js';
import { openSchemas, type RunSchemas } from '../check/find-schemas.js';
import { checkCluster } from '../check/index.js';
import { compileCluster } from '../compile/compile-cluster.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { DeclaredApp } from '../compile/declared-app.js';
import { type Diagnostic, diagnose, sortDiagnostics, suggest } from '../diagnostics/index.js';
import { openVarSafety, type VarSafety } from '../var-safety/index.js';
import { createYamlPrinter } from '../yaml/print-yaml.js';
import type { TreeProblem, TreeScope } from './compare-tree.js';
import { fileEdited, pathRefused, unknownCluster } from './diagnostics.js';
import { type ClusterPlan, planCluster } from './plan-cluster.js';
import { treePlaces } from './tree-place.js';

/** The tree of an app, or of some of its clusters, in memory. */
export interface AppPlan {
  readonly clusters: readonly ClusterPlan[];
  readonly compiled: readonly CompiledCluster[];
  /** Of all clusters, by path relative to the tree's root. */
  readonly files: ReadonlyMap<string, string>;
  readonly scope: TreeScope;
  readonly diagnostics: readonly Diagnostic[];
  /** By which the objects were checked. */
  readonly schemas: RunSchemas;
}

/**
 * Plans and checks an app. Nothing is read or written.
 *
 * @param only the clusters to plan; all where it is empty
 * @param project the project's folder, from which the schemas that the app names are found
 * @param clean objects that need not be checked by their schemas again; those found clean are added
 * @param varSafety answers what is asked of vars' types, for all clusters
 */
export const planApp = (
  app: DeclaredApp,
  only: readonly string[] = [],
  project: string = process.cwd(),
  clean?: CleanObjects,
  varSafety: VarSafety = openVarSafety(),
): AppPlan => {
  const diagnostics: Diagnostic[] = [...app.problems];
  const names = app.clusters.map((cluster) => cluster.name);
  for (const name of only) {
    if (names.includes(name)) continue;
    diagnostics.push(
      diagnose(unknownCluster, {
        message: `the app has no cluster "${name}"`,
        at: { cluster: name },
        fix: suggest(name, names),
      }),
    );
  }
  const chosen = app.clusters.filter((cluster) => only.length === 0 || only.includes(cluster.name));
  const clusters: ClusterPlan[] = [];
  const compiled: CompiledCluster[] = [];
  const files = new Map<string, string>();
  const printYaml = createYamlPrinter();
  const schemas = openSchemas();
  for (const cluster of chosen) {
    const one = compileCluster(app, cluster, project, varSafety);
    compiled.push(one);
    const context = { project, clean, schemas };
    if (!cluster.hasUsableNames) {
      diagnostics.push(...checkCluster(one, context));
      continue;
    }
    const plan = planCluster(one, printYaml);
    clusters.push(plan);
    const printed = { unprintable: plan.problems, treePlaceOf: treePlaces(plan, app.root) };
    diagnostics.push(...checkCluster(one, context, printed));
    for (const [path, text] of plan.files) files.set(path, text);
  }
  const all = only.length === 0;
  return {
    clusters,
    compiled,
    files,
    scope: { clusters: chosen.map((cluster) => cluster.name), all },
    diagnostics: sortDiagnostics(diagnostics),
    schemas,
  };
};

/**
 * What is in the way of writing, as diagnostics.
 *
 * @param root the tree's folder, which the texts of the problems begin their paths with as well
 */
export const treeDiagnostics = (
  root: string,
  problems: readonly TreeProblem[],
  kept: readonly string[],
): readonly Diagnostic[] => [
  ...problems.map((problem) =>
    diagnose(pathRefused, {
      message: problem.cause,
      at: { file: problem.path === '' ? root : `${root}/${problem.path}` },
      fix: problem.fix,
    }),
  ),
  ...kept.map((path) =>
    diagnose(fileEdited, {
      message: `"${root}/${path}" was edited by hand, and is kept as it is`,
      at: { file: `${root}/${path}` },
      fix: 'move the change into the TypeScript and run synth --force, which writes the file anew',
    }),
  ),
];
