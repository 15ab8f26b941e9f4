import type { FluxApp } from '../cluster/flux-app.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { OpenedTeams } from '../teams/while-recording-teams.js';
import type { OpenedVersions } from '../versions/while-recording.js';
import type { StartedBundle } from './bundle-app.js';
import { outputFault } from './cdk8s-output.js';
import { loadApp } from './load-app.js';
import { optimizeLater } from './optimize-later.js';
import { findProject, type Project } from './project.js';

/** The app of the project around a folder; or what keeps it from being loaded. */
export type OpenedApp =
  | {
      readonly refused: false;
      readonly project: Project;
      readonly app: FluxApp;
      /** The files of versions that it reads. */
      readonly versions: readonly OpenedVersions[];
      /** The files of teams that it reads. */
      readonly teams: readonly OpenedTeams[];
    }
  | { readonly refused: true; readonly diagnostics: readonly Diagnostic[] };

/** @param started the bundle, if it was started before */
export const openApp = async (cwd: string, started?: StartedBundle): Promise<OpenedApp> => {
  const found = findProject(cwd);
  if (!found.ok) return { refused: true, diagnostics: [found.problem] };
  const project = found.value;
  const loaded = await loadApp(project, started);
  if (!('app' in loaded)) return { refused: true, diagnostics: loaded };
  const fault = outputFault(loaded.app, project);
  if (fault !== undefined) return { refused: true, diagnostics: [fault] };
  await optimizeLater(loaded.app.clusters.length);
  return { refused: false, project, ...loaded };
};
