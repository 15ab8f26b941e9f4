import type { BuildCache } from '../applied/build/folder-builder.js';
import type { SettingsBefore } from '../changes/flux-settings/settings-problems.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { AppPlan } from '../tree/plan-app.js';

/**
 * What Flux's own files make of the settings of Flux. Its module is loaded only where the code sets something of Flux
 * itself, or no longer does.
 *
 * @param project the project's folder, absolute
 */
export const fluxSettings = async (
  plan: AppPlan,
  before: SettingsBefore,
  project: string,
  builds?: BuildCache,
): Promise<readonly Diagnostic[]> => {
  const { clusters } = plan.scope;
  const isDeclared = plan.compiled.some(
    ({ cluster }) => cluster.fluxSettings !== undefined && cluster.published === undefined,
  );
  const isGone = clusters.some((name) =>
    before.removed.some((path) => path.startsWith(plan.layout.of(name).fluxSettings)),
  );
  if (!isDeclared && !isGone) return [];
  const { settingsProblems } = await import('../changes/flux-settings/settings-problems.js');
  return settingsProblems(project, plan, before, builds);
};

/**
 * The files of settings that synth would remove, since the code has none any more.
 *
 * @param onDisk the text of a file of the tree as it is now
 */
export const settingsThatGo = (
  { compiled }: AppPlan,
  onDisk: (path: string) => string | undefined,
): readonly string[] =>
  compiled
    .filter(({ cluster }) => cluster.fluxSettings === undefined)
    .map(({ layout }) => `${layout.fluxSettings}/kustomization.yaml`)
    .filter((path) => onDisk(path) !== undefined);
