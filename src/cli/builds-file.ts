import { hash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BuildCache } from '../applied/build/folder-builder.js';
import { replaceFile } from '../files/replace-file.js';
import { findCacheFolder, makeCacheFolder, tryReadCached } from './cache-folder.js';
import { version } from './version.js';

/** 2,000 objects take some 4 MiB. */
const MOST_BYTES = 64 << 20;

export interface BuildsFile extends BuildCache {
  /** Whether this run uses anything that kustomize has built. */
  isUsed(): boolean;
  /** Writes down what is new. */
  save(): void;
}

/**
 * What kustomize has built in earlier runs, from the user's cache, where neither a commit nor another user can put
 * anything. It is read when it is first asked for. A file of another version of fluxspan or another kubectl, one that is
 * damaged, huge or not ours, counts as empty. What no longer is asked for is left out when something new comes.
 *
 * @param project the project's folder
 */
export const openBuilds = (project: string): BuildsFile => {
  const folder = findCacheFolder(project);
  const path =
    folder === undefined ? undefined : join(folder, `builds-${hash('sha256', realPlace(project)).slice(0, 32)}`);
  let known: ReadonlyMap<string, string> | undefined;
  let head: string | undefined;
  const headOf = (): string => {
    head ??= `${version} ${kubectlOf(process.env)}`;
    return head;
  };
  const used = new Map<string, string>();
  let isNew = false;
  return {
    get(key) {
      known ??= path === undefined ? new Map() : parse(tryReadCached(path, MOST_BYTES) ?? '', headOf());
      const found = used.get(key) ?? known.get(key);
      if (found !== undefined) used.set(key, found);
      return found;
    },
    set(key, value) {
      isNew = true;
      used.set(key, value);
    },
    isUsed: () => used.size > 0,
    save() {
      if (!isNew || folder === undefined || path === undefined) return;
      try {
        makeCacheFolder(folder);
        replaceFile(path, [headOf(), ...[...used].map(([key, value]) => `${key} ${value}`)].join('\n'), 0o600);
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

/** A line for each build: its key, and JSON, which has no line feed. */
const parse = (text: string, head: string): ReadonlyMap<string, string> => {
  const [first, ...lines] = text.split('\n');
  if (first !== head) return new Map();
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
};

/** Which kubectl is on the PATH, without a run of it. */
const kubectlOf = (env: Readonly<Record<string, string | undefined>>): string => {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const stats = statSync(join(folder, 'kubectl'), { throwIfNoEntry: false });
    if (stats?.isFile() === true) return `${join(folder, 'kubectl')} ${stats.size} ${stats.mtimeMs}`;
  }
  return '';
};
