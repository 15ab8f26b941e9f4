import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrors } from '../diagnostics/index.js';
import { readRegularFile } from '../files/read-file.js';
import { staleVersionNames } from '../versions/diagnostics.js';
import { VERSIONS_FILE, VERSIONS_MODULE } from '../versions/files.js';
import { readVersions } from '../versions/open-versions.js';
import { printVersionsModule, VERSIONS_MARK } from '../versions/versions-module.js';
import type { Project } from './project.js';
import { NOT_REFRESHED, type RefreshedNames, refreshModule } from './refresh-module.js';

/**
 * Brings `imports/versions.ts` up to date with the names in versions.yaml, before the app that imports it is bundled
 * and type-checked. A project without such a file is left alone.
 *
 * @param check only say whether it is up to date
 */
export const refreshVersionNames = ({ folder }: Project, check: boolean): RefreshedNames => {
  const file = join(folder, VERSIONS_FILE);
  if (!existsSync(file) || !isOurs(folder, file)) return NOT_REFRESHED;
  const versions = readVersions(file);
  if (hasErrors(versions.problems)) return { problems: versions.problems, written: [] };
  const text = printVersionsModule(versions);
  const names = { module: VERSIONS_MODULE, text, mark: VERSIONS_MARK, file: VERSIONS_FILE, stale: staleVersionNames };
  return refreshModule(folder, names, check);
};

/** Another tool may have a file of that name. */
const isOurs = (folder: string, file: string): boolean => {
  if (existsSync(join(folder, VERSIONS_MODULE))) return true;
  try {
    return /fluxspan\.dev\/|^kind:\s*Versions\b/m.test(readRegularFile(file, 4).toString());
  } catch {
    // Whoever opens it tells of it.
    return false;
  }
};
