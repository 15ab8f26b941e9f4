import { repositoryOf } from '../compile/find-project-place.js';
import { withRoots } from '../owners/cluster-owner-problems.js';
import { readClusterRoots } from '../owners/cluster-roots.js';
import { terraformPaths } from '../owners/terraform-paths.js';
import type { TerraformRead } from '../terraform/read/index.js';
import type { AppPlan } from '../tree/plan-app.js';

/** The HCL in a project's repository that works on the clusters of a plan. @param project its folder, absolute */
export const repositoryTerraform = async (
  { layout, compiled }: Pick<AppPlan, 'layout' | 'compiled'>,
  project: string,
): Promise<readonly TerraformRead[]> => {
  const paths = await terraformPaths(repositoryOf(project, layout.place));
  const clusters = compiled.map((one) => withRoots(one, layout));
  return (await readClusterRoots(project, layout, clusters, paths, () => true)).flatMap(({ reads }) => reads);
};
