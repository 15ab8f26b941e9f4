import type { DeclaredApp } from '../declared/declared-app.js';
import { rolloutProblems } from '../declared/rollout-problems.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { compileCluster } from './compile-cluster.js';
import type { CompileContext } from './compile-context.js';
import type { CompiledCluster } from './compiled-cluster.js';

/** All clusters of an app, compiled. */
export interface CompiledApp {
  readonly clusters: readonly CompiledCluster[];
  /** Of the app and of its clusters; the rules have not been applied. */
  readonly problems: readonly Diagnostic[];
}

/** Compiles every cluster of an app. */
export const compileApp = (app: DeclaredApp, context: CompileContext): CompiledApp => {
  const clusters = app.clusters.map((cluster) => compileCluster(app, cluster, context));
  return {
    clusters,
    problems: [...app.problems, ...rolloutProblems(app), ...clusters.flatMap(({ problems }) => problems)],
  };
};
