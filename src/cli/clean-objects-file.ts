import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanObjects } from '../check/clean-objects.js';

/** What the build puts here: a hash of the schemas and of the code that checks by them. */
declare const FLUXSPAN_CHECKS: string;

/** Keys of objects that are no longer there are kept too, up to this many for each one that is: other branches have them. */
const KEPT = 4;

export interface CleanObjectsFile extends CleanObjects {
  /** Writes down what is new. Where that is not possible the next run checks again. */
  save(): void;
}

/**
 * The objects that earlier runs found clean, from `.fluxspan/`, which git ignores: what schemas and CEL rules say of an
 * object never changes, and to ask them again would cost a third of a run. A file of another build, or a damaged one,
 * counts as empty; a damaged line is nobody's key.
 *
 * @param project the project's folder
 * @returns undefined where the code is not built: it may change from run to run
 */
export const openCleanObjects = (project: string): CleanObjectsFile | undefined => {
  if (typeof FLUXSPAN_CHECKS === 'undefined') return undefined;
  const folder = join(project, '.fluxspan');
  const path = join(folder, 'clean-objects');
  const [build, ...before] = tryRead(path)?.split('\n') ?? [];
  const known = new Set(build === FLUXSPAN_CHECKS ? before : []);
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
      if (!isNew) return;
      const keys = known.size > used.size * (1 + KEPT) ? used : known;
      const next = `${path}-${process.pid}.tmp`;
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(next, [FLUXSPAN_CHECKS, ...keys].join('\n'));
        renameSync(next, path);
      } catch {
        rmSync(next, { force: true });
      }
    },
  };
};

const tryRead = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
