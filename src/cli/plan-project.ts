import type { FluxApp } from '../cluster/flux-app.js';
import { type AppPlan, planApp } from '../tree/plan-app.js';
import { openVarSafety } from '../var-safety/index.js';
import { openCleanObjects } from './clean-objects-file.js';
import type { Project } from './project.js';

/** Plans and checks the app of a project; what an earlier run found clean is not checked again: objects by their schemas, and types of vars. */
export const planProject = (app: FluxApp, clusters: readonly string[], { folder }: Project): AppPlan => {
  const clean = openCleanObjects(folder);
  const plan = planApp(app, clusters, folder, clean, openVarSafety(clean));
  clean?.save();
  return plan;
};
