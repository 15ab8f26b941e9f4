import type { GitAnswers } from '../applied/git.js';
import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { repositoryOf } from '../compile/find-project-place.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { outsideOfContracts, terraformPaths } from '../owners/terraform-paths.js';
import type { AppPlan } from '../tree/plan-app.js';

/** What the tree and the repository's HCL both own. Loaded only where there is HCL, or a boundary to be kept. */
export const ownerProblems = async (
  { layout, compiled }: Pick<AppPlan, 'layout' | 'compiled'>,
  project: string,
  answers?: GitAnswers,
): Promise<readonly Diagnostic[]> => {
  // git looks for files while the rest goes on.
  const earlier = answers && { answers, project };
  const paths = await terraformPaths(repositoryOf(project, layout.place), earlier);
  const hasBoundary = compiled.some(({ cluster }) => Object.keys(cluster.owners).length > 0);
  // The contract's own modules say what synth knows, unless an operator runs one.
  const isRoot = outsideOfContracts(layout);
  const hasRoots = paths.some(isRoot) || (paths.length > 0 && compiled.some(runsTerraform));
  if (!hasRoots && !hasBoundary) return [];
  const { repositoryOwnerProblems } = await import('../owners/cluster-owner-problems.js');
  return repositoryOwnerProblems(project, layout, compiled, paths);
};

/** Whether an object of tofu-controller is applied to the cluster. */
const runsTerraform = ({ addons }: CompiledCluster): boolean =>
  addons.some(({ objects, entry }) => [...objects, ...entry].some(({ kind }) => kind === 'Terraform'));
