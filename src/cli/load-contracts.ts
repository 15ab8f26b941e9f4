import type { FluxApp } from '../cluster/flux-app.js';
import { compileApp } from '../compile/compile-app.js';
import { openCompileContext } from '../compile/compile-context.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import type { AppLayout } from '../compile/layout.js';
import type { Contract } from '../contract/index.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/index.js';
import type { StartedBundle } from './bundle-app.js';
import { openApp } from './open-app.js';
import type { Project } from './project.js';

export interface LoadedContracts {
  readonly app: FluxApp;
  readonly project: Project;
  /** Where the clusters' files lie. */
  readonly layout: AppLayout;
  readonly contracts: readonly Contract[];
  readonly compiled: readonly CompiledCluster[];
}

/** The contracts of a project's clusters, from its source, beside the app; or what keeps them from being known. */
export const loadContracts = async (
  cwd: string,
  started?: StartedBundle,
): Promise<LoadedContracts | { readonly problems: readonly Diagnostic[] }> => {
  const opened = await openApp(cwd, started);
  if (opened.refused) return { problems: opened.diagnostics };
  const { app, project } = opened;
  const context = openCompileContext(app, project.folder);
  const { clusters, problems } = compileApp(app, context);
  if (hasErrors(problems)) return { problems: sortDiagnostics(problems) };
  return {
    app,
    project,
    layout: context.layout,
    contracts: clusters.map(({ contract }) => contract),
    compiled: clusters,
  };
};
