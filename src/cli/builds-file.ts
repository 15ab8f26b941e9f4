import { hash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BuildCache } from '../applied/build/folder-builder.js';
import { replaceFile } from '../files/replace-file.js';
import { findCacheFolder, makeCacheFolder, tryReadCached } from './cache-folder.js';
import { version } from './version.js';

/** What the build puts here: a hash of the code that asks kustomize, among others. */
declare const FLUXSPAN_CHECKS: string;

/** 2,000 objects take some 4 MiB. */
const MOST_BYTES = 64 << 20;

export interface BuildsFile extends BuildCache {
  /** Whether this run needed anything that kustomize builds, even if that failed. */
  isNeeded(): boolean;
  /** Writes down what is new. */
  save(): void;
}

/**
 * What kustomize has built in earlier runs, from the user's cache, where neither a commit nor another user can put
 * anything. It is read when it is first asked for. A file of another version or build of fluxspan or another
 * kubectl, one that is damaged, cut off, huge or not ours, counts as empty. What no longer is asked for is left out when something new comes.
 *
 * @param project the project's folder
 * @param build of the code that asks kustomize @default - the one that runs
 */
export const openBuilds = (project: string, build = buildOf()): BuildsFile => {
  const folder = findCacheFolder(project);
  const path =
    folder === undefined ? undefined : join(folder, `builds-${hash('sha256', realPlace(project)).slice(0, 32)}`);
  let known: ReadonlyMap<string, string> | undefined;
  let head: string | undefined;
  const headOf = (): string => {
    head ??= `${version} ${build} ${kubectlOf(process.env)}`;
    return head;
  };
  const used = new Map<string, string>();
  let isNew = false;
  let isNeeded = false;
  return {
    get(key) {
      isNeeded = true;
      known ??= path === undefined ? new Map() : parse(tryReadCached(path, MOST_BYTES) ?? '', headOf());
      const found = used.get(key) ?? known.get(key);
      if (found !== undefined) used.set(key, found);
      return found;
    },
    set(key, value) {
      isNew = true;
      used.set(key, value);
    },
    isNeeded: () => isNeeded,
    save() {
      if (!isNew || folder === undefined || path === undefined) return;
      try {
        makeCacheFolder(folder);
        const body = [...used].map(([key, value]) => `${key} ${value}`).join('\n');
        replaceFile(path, `${headOf()}\n${printOf(body)}\n${body}`, 0o600);
      } catch {
        // The next run builds again.
      }
    },
  };
};

const realPlace = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const buildOf = (): string => (typeof FLUXSPAN_CHECKS === 'undefined' ? '' : FLUXSPAN_CHECKS);

/** Of this length, so that damage is noticed. */
const printOf = (body: string): string => hash('sha1', body);

/** The second line has a hash of the rest: a line for each build, with its key, and JSON, which has no line feed. */
const parse = (text: string, head: string): ReadonlyMap<string, string> => {
  const start = `${head}\n`;
  if (!text.startsWith(start)) return new Map();
  const end = text.indexOf('\n', start.length);
  const body = text.slice(end + 1);
  if (end < 0 || body === '' || text.slice(start.length, end) !== printOf(body)) return new Map();
  return new Map(body.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
};

/** Which kubectl is on the PATH, without a run of it. */
const kubectlOf = (env: Readonly<Record<string, string | undefined>>): string => {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const stats = statSync(join(folder, 'kubectl'), { throwIfNoEntry: false });
    if (stats?.isFile() === true) return `${join(folder, 'kubectl')} ${stats.size} ${stats.mtimeMs}`;
  }
  return '';
};
