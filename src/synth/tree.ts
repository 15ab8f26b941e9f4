import { checkCluster } from '../check/index.js';
import type { FluxApp } from '../cluster/flux-app.js';
import { renderCluster } from '../cluster/render.js';
import type { RenderedCluster } from '../cluster/rendered.js';
import { type Diagnostic, diagnose, sortDiagnostics, suggest } from '../diagnostics/index.js';
import type { TreeProblem, TreeScope } from './compare.js';
import { type ClusterPlan, planCluster } from './plan.js';
import { withTreePlaces } from './tree-place.js';

/** The tree of an app, or of some of its clusters, in memory. */
export interface AppPlan {
  readonly clusters: readonly ClusterPlan[];
  readonly rendered: readonly RenderedCluster[];
  /** Of all clusters, by path relative to the tree's root. */
  readonly files: ReadonlyMap<string, string>;
  readonly scope: TreeScope;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans and checks an app. Nothing is read or written.
 *
 * @param only the clusters to plan; all where it is empty
 * @param project the project's folder, from which the schemas that the app names are found
 */
export const planApp = (app: FluxApp, only: readonly string[] = [], project: string = process.cwd()): AppPlan => {
  const diagnostics: Diagnostic[] = [...app.problems];
  const names = app.clusters.map((cluster) => cluster.name);
  for (const name of only) {
    if (names.includes(name)) continue;
    diagnostics.push(
      diagnose('FX002', {
        message: `the app has no cluster "${name}"`,
        at: { cluster: name },
        fix: suggest(name, names),
      }),
    );
  }
  const chosen = app.clusters.filter((cluster) => only.length === 0 || only.includes(cluster.name));
  const clusters: ClusterPlan[] = [];
  const rendered: RenderedCluster[] = [];
  const files = new Map<string, string>();
  for (const cluster of chosen) {
    const one = renderCluster(app, cluster);
    rendered.push(one);
    const found = checkCluster(one, { project });
    // A name that the tree cannot hold has been reported; its paths and headers cannot be made.
    if (found.some(({ code }) => code === 'FX101')) {
      diagnostics.push(...found);
      continue;
    }
    const plan = planCluster(one);
    clusters.push(plan);
    diagnostics.push(...withTreePlaces(found, plan, app.root), ...plan.problems);
    for (const [path, text] of plan.files) files.set(path, text);
  }
  const all = only.length === 0;
  return {
    clusters,
    rendered,
    files,
    scope: { clusters: chosen.map((cluster) => cluster.name), all },
    diagnostics: sortDiagnostics(diagnostics),
  };
};

/** What is in the way of writing, as diagnostics. */
export const treeDiagnostics = (
  root: string,
  problems: readonly TreeProblem[],
  kept: readonly string[],
): readonly Diagnostic[] => [
  ...problems.map((problem) =>
    diagnose('FX003', {
      message: problem.cause,
      at: { file: problem.path === '' ? root : `${root}/${problem.path}` },
      fix: problem.fix,
    }),
  ),
  ...kept.map((path) =>
    diagnose('FX004', {
      message: `"${root}/${path}" was edited by hand, and is kept as it is`,
      at: { file: `${root}/${path}` },
      fix: 'move the change into the TypeScript and run synth --force, which writes the file anew',
    }),
  ),
];
