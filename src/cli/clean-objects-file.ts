import { hash } from 'node:crypto';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import type { CleanObjects } from '../rules/schemas/clean-objects.js';
import { findCacheFolder, makeCacheFolder, tryReadCached } from './cache-folder.js';
import { version } from './version.js';

/** What the build puts here: a hash of the schemas and of the code that checks by them. */
declare const FLUXSPAN_CHECKS: string;

/** Keys of objects that are no longer there are kept too, up to this many for each one that is: other branches have them. */
const KEPT = 4;
/** 100,000 objects take 4 MiB. */
const MOST_BYTES = 16 << 20;

export interface CleanObjectsFile extends CleanObjects {
  /** Writes down what is new. Where that is not possible the next run checks again. */
  save(): void;
}

/**
 * The objects that earlier runs found clean, from the user's cache, where neither a commit nor another user can put any:
 * what schemas and CEL rules say of an object never changes, and to ask them again would cost a third of a run. A file
 * of another version or build, one that is damaged, huge or not ours, counts as empty; a damaged line is not an object's key.
 *
 * @param project the project's folder
 * @returns undefined where the code is not built: it may change from run to run
 */
export const openCleanObjects = (project: string): CleanObjectsFile | undefined => {
  if (typeof FLUXSPAN_CHECKS === 'undefined') return undefined;
  const build = `${version} ${FLUXSPAN_CHECKS}`;
  const folder = findCacheFolder(project);
  const name = `clean-objects-${hash('sha256', realpathSync(project)).slice(0, 32)}`;
  const [by, ...before] =
    (folder === undefined ? undefined : tryReadCached(join(folder, name), MOST_BYTES))?.split('\n') ?? [];
  const known = new Set(by === build ? before : []);
  const used = new Set<string>();
  let isNew = false;
  return {
    has(key) {
      if (!known.has(key)) return false;
      used.add(key);
      return true;
    },
    add(key) {
      isNew = true;
      known.add(key);
      used.add(key);
    },
    save() {
      if (!isNew || folder === undefined) return;
      const keys = known.size > used.size * (1 + KEPT) ? used : known;
      try {
        makeCacheFolder(folder);
        removeLeftovers(folder, name);
        replaceFile(join(folder, name), [build, ...keys].join('\n'), 0o600);
      } catch {
        // The next run checks again.
      }
    },
  };
};

/** What runs that were killed have left. One that is still writing loses what it found, and checks again. */
const removeLeftovers = (folder: string, name: string): void => {
  for (const other of readdirSync(folder)) {
    if (other.startsWith(`${name}.`) && other.endsWith('.tmp')) rmSync(join(folder, other), { force: true });
  }
};
