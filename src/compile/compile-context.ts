import type { AppSettings } from '../declared/declared-app.js';
import type { OthersInBase } from '../declared/others-in-base.js';
import { openVarSafety, type VarSafety } from '../var-safety/index.js';
import { findProjectPlace } from './find-project-place.js';
import { type AppLayout, layOut, type PlacedApp } from './layout.js';
import type { OwnKinds } from './own-kinds.js';
import { readOwnKinds } from './read-own-kinds.js';

/** What compiling needs beside the declared cluster. All clusters of a run share one. */
export interface CompileContext {
  /** The kinds of the CRD files that the app names. */
  readonly ownKinds: OwnKinds;
  /** The folder where the paths of the app's files start. */
  readonly project: string;
  /** Answers what is asked of vars' types, and remembers it. */
  readonly varSafety: VarSafety;
  /** Where the files of the app's clusters lie. */
  readonly layout: AppLayout;
  /** By cluster, what others bring to it. @default - nothing is known of that */
  readonly others?: ((cluster: string) => OthersInBase | undefined) | undefined;
}

/**
 * Reads the files that the app names, and finds the repository around the project.
 *
 * @param project the folder where their paths start @default - the current folder
 * @param varSafety @default - one that knows nothing yet
 */
export const openCompileContext = (
  app: Pick<AppSettings, 'schemas'> & PlacedApp,
  project?: string,
  varSafety: VarSafety = openVarSafety(),
): CompileContext => ({
  ownKinds: readOwnKinds(app, project ?? process.cwd()),
  project: project ?? process.cwd(),
  varSafety,
  layout: layOut(app, findProjectPlace(project)),
});
