import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, diagnose, hasErrors } from '../diagnostics/index.js';
import { findSymlink } from '../files/find-symlink.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { replaceFile } from '../files/replace-file.js';
import { readSignature, signText } from '../files/signed-text.js';
import { staleVersionNames } from '../versions/diagnostics.js';
import { VERSIONS_FILE, VERSIONS_MODULE } from '../versions/files.js';
import { readVersions } from '../versions/open-versions.js';
import { printVersionsModule, VERSIONS_MARK } from '../versions/versions-module.js';
import type { Project } from './project.js';

export interface VersionNames {
  readonly problems: readonly Diagnostic[];
  /** Whether the module was written. */
  readonly written: boolean;
}

const nothing: VersionNames = { problems: [], written: false };

/**
 * Brings `imports/versions.ts` up to date with the names in versions.yaml, before the app that imports it is bundled
 * and type-checked. A project without such a file is left alone.
 *
 * @param check only say whether it is up to date
 */
export const refreshVersionNames = ({ folder }: Project, check: boolean): VersionNames => {
  const file = join(folder, VERSIONS_FILE);
  if (!existsSync(file) || !isOurs(folder, file)) return nothing;
  const versions = readVersions(file);
  if (hasErrors(versions.problems)) return { problems: versions.problems, written: false };
  const text = printVersionsModule(versions);
  const path = join(folder, VERSIONS_MODULE);
  const found = readModule(folder, path);
  if (found === 'fault') return refused("is a symbolic link, or can't be read", 'replace it by a file');
  const { bare, state } = found === undefined ? { bare: '', state: 'ours' } : readSignature(found, VERSIONS_MARK);
  if (bare === text) return nothing;
  if (state === 'foreign')
    return refused('is there already, and fluxspan did not write it', 'move it: synth writes the names there');
  if (check) return refused("doesn't have the names of versions.yaml", 'run fluxspan synth and commit the result');
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, signText(text, VERSIONS_MARK));
  } catch (error) {
    return refused(`can't be written: ${unreadReason(error)}`, 'give this user the right to write there');
  }
  return { problems: [], written: true };
};

const refused = (what: string, fix: string): VersionNames => ({
  problems: [
    diagnose(staleVersionNames, { message: `"${VERSIONS_MODULE}" ${what}`, at: { file: VERSIONS_MODULE }, fix }),
  ],
  written: false,
});

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

const readModule = (folder: string, path: string): string | undefined | 'fault' => {
  if (findSymlink(folder, path) !== undefined) return 'fault';
  try {
    return readRegularFile(path, 4).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'fault';
  }
};
