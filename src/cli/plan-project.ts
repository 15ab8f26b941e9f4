import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildCache } from '../applied/build/folder-builder.js';
import type { FluxApp } from '../cluster/flux-app.js';
import { openCompileContext } from '../compile/compile-context.js';
import { type Diagnostic, hasErrors } from '../diagnostics/index.js';
import { readOurText } from '../files/read-file.js';
import { fluxSettings, settingsThatGo } from '../synth/flux-settings.js';
import { ownerProblems } from '../synth/owner-problems.js';
import { planWithRoot } from '../synth/plan-with-root.js';
import { type AppPlan, type PlanOptions, planApp } from '../tree/plan-app.js';
import { openVarSafety } from '../var-safety/index.js';
import { openBuilds } from './builds-file.js';
import { openCleanObjects } from './clean-objects-file.js';
import { kustomizeUsedProblems } from './kustomize-used.js';
import type { Project } from './project.js';

/** What earlier runs in a project found out: objects that are clean by their schemas, and what types of vars rule out. */
export interface RememberedChecks {
  readonly options: PlanOptions & { readonly onDisk: NonNullable<PlanOptions['onDisk']> };
  readonly builds: BuildCache;
  /** What is wrong with the kustomize that this run was built with. */
  toolProblems(): readonly Diagnostic[];
  /** Writes down what is new. */
  save(): void;
}

export const openRemembered = (app: FluxApp, { folder }: Project): RememberedChecks => {
  const clean = openCleanObjects(folder);
  const context = openCompileContext(app, folder, openVarSafety(clean));
  const builds = openBuilds(folder);
  const save = () => {
    clean?.save();
    builds.save();
  };
  const onDisk = (path: string): string | undefined => {
    const file = join(folder, context.layout.root, path);
    return existsSync(file) ? readOurText(file) : undefined;
  };
  return { options: { context, clean, onDisk }, builds, toolProblems: () => kustomizeUsedProblems(builds), save };
};

/** Plans and checks the app of a project; what an earlier run found clean is not checked again. */
export const planProject = (app: FluxApp, clusters: readonly string[], project: Project): AppPlan => {
  const remembered = openRemembered(app, project);
  const plan = planApp(app, clusters, remembered.options);
  remembered.save();
  return plan;
};

/** The same with what Flux's root does to the plan, as the work tree has the root, and with the settings of Flux. */
export const checkProject = async (app: FluxApp, clusters: readonly string[], project: Project): Promise<AppPlan> => {
  const remembered = openRemembered(app, project);
  const { options, builds } = remembered;
  const plan = await planWithRoot(app, clusters, { ...options, project: project.folder, builds });
  // As synth, which looks at nothing else where the plan has errors.
  const removed = settingsThatGo(plan, options.onDisk);
  const ofFlux = hasErrors(plan.diagnostics) ? [] : await fluxSettings(plan, { removed }, project.folder, builds);
  const ofOwners = hasErrors(plan.diagnostics) ? [] : await ownerProblems(plan, project.folder);
  const diagnostics = [...plan.diagnostics, ...ofFlux, ...ofOwners, ...remembered.toolProblems()];
  remembered.save();
  return { ...plan, diagnostics };
};
