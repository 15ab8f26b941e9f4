import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppSettings } from '../declared/declared-app.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { type OwnKinds, openOwnKinds, type SchemaFile } from './own-kinds.js';

/** Where `fluxspan import crd` puts the kinds of a project. */
const IMPORTED = 'imports/crds';

/** The files that `fluxspan import crd` wrote; none where there is no such folder. */
const importedFiles = (project: string): readonly string[] => {
  try {
    return readdirSync(resolve(project, IMPORTED))
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => `${IMPORTED}/${name}`);
  } catch {
    return [];
  }
};

/**
 * Reads the CRD files that an app names, and those that were imported, before anything is compiled.
 *
 * @param project the folder where the paths start
 */
export const readOwnKinds = ({ schemas }: Pick<AppSettings, 'schemas'>, project: string): OwnKinds =>
  openOwnKinds([...new Set([...importedFiles(project), ...schemas])].map((file) => readFile(file, project)));

/** All CRDs of a large platform have some ten. */
const MOST_MEGABYTES = 128;

const readFile = (file: string, project: string): SchemaFile => {
  try {
    return { file, text: readRegularFile(resolve(project, file), MOST_MEGABYTES).toString() };
  } catch (error) {
    return { file, error: unreadReason(error) };
  }
};
