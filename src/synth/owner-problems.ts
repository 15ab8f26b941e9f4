import type { GitAnswers } from '../applied/git.js';
import { repositoryOf } from '../compile/find-project-place.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { terraformPaths } from '../owners/terraform-paths.js';
import type { AppPlan } from '../tree/plan-app.js';

/** What the tree and the repository's HCL both own. Loaded only where there is HCL, or a boundary to be kept. */
export const ownerProblems = async (
  { layout, compiled }: Pick<AppPlan, 'layout' | 'compiled'>,
  project: string,
  answers?: GitAnswers,
): Promise<readonly Diagnostic[]> => {
  // git looks for files while the rest goes on.
  const paths = await terraformPaths(repositoryOf(project, layout.place), answers);
  const hasBoundary = compiled.some(({ cluster }) => Object.keys(cluster.owners).length > 0);
  if (paths.length === 0 && !hasBoundary) return [];
  const { repositoryOwnerProblems } = await import('../owners/cluster-owner-problems.js');
  return repositoryOwnerProblems(project, layout, compiled, paths);
};
