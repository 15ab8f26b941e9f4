import { compileCluster } from '../compile/compile-cluster.js';
import type { Contract } from '../contract/index.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/index.js';
import { openVarSafety } from '../var-safety/index.js';
import type { StartedBundle } from './bundle-app.js';
import { loadApp } from './load-app.js';
import { findProject } from './project.js';

/** The contracts of a project's clusters, from its source; or what keeps them from being known. */
export const loadContracts = async (
  cwd: string,
  started?: StartedBundle,
): Promise<readonly Contract[] | { readonly problems: readonly Diagnostic[] }> => {
  const project = findProject(cwd);
  if ('code' in project) return { problems: [project] };
  const app = await loadApp(project, started);
  if (!('synth' in app)) return { problems: app };
  const varSafety = openVarSafety();
  const compiled = app.clusters.map((cluster) => compileCluster(app, cluster, project.folder, varSafety));
  const problems = [...app.problems, ...compiled.flatMap((one) => one.problems)];
  return hasErrors(problems) ? { problems: sortDiagnostics(problems) } : compiled.map(({ contract }) => contract);
};
