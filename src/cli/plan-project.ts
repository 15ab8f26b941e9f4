import type { FluxApp } from '../cluster/flux-app.js';
import { type AppPlan, planApp } from '../synth/tree.js';
import { openCleanObjects } from './clean-objects-file.js';
import type { Project } from './project.js';

/** Plans and checks the app of a project; objects that an earlier run found clean are not checked by their schemas again. */
export const planProject = (app: FluxApp, clusters: readonly string[], { folder }: Project): AppPlan => {
  const clean = openCleanObjects(folder);
  const plan = planApp(app, clusters, folder, clean);
  clean?.save();
  return plan;
};
