import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { RememberedFiles } from '../applied/ask-ahead.js';
import { replaceFile } from '../files/replace-file.js';
import { findCacheFolder, makeCacheFolder, tryReadCached } from './cache-folder.js';
import { version } from './version.js';

/** What the build puts here: a hash of the code that reads the files, among others. */
declare const FLUXSPAN_CHECKS: string;

/** 5,000 files that are no one's business take 200 kB; one with objects, some kilobytes. */
const MOST_BYTES = 64 << 20;
/** Blobs that no run asks for any more are kept too, up to this many for each one that is: other branches have them. */
const KEPT = 2;

export interface BlobsFile extends RememberedFiles {
  /** Writes down what is new. @param needs what this run asked git for */
  save(needs: ReadonlySet<string>): void;
}

/**
 * What earlier runs found in the files of a repository, by their git hash, from the user's cache, where neither a commit
 * nor another user can put anything. It is read when it is first asked for. A file of another version or build, one that
 * is damaged, huge or not ours, counts as empty.
 *
 * @param project the project's folder
 * @param build of the code that reads files @default - the one that runs; what isn't built may change from run to run
 * @returns undefined where there is no such build, or no cache
 */
export const openBlobs = (project: string, build = buildOf()): BlobsFile | undefined => {
  const folder = build === undefined ? undefined : findCacheFolder(project);
  if (folder === undefined) return undefined;
  const path = join(folder, `blobs-${hash('sha256', realpathSync(project)).slice(0, 32)}`);
  const { needs, entries } = parse(tryReadCached(path, MOST_BYTES) ?? '', `${version} ${build}`);
  const used = new Set<string>();
  let read: Map<string, string> | undefined;
  const known = (): Map<string, string> => {
    read ??= parseEntries(entries);
    return read;
  };
  let isNew = false;
  return {
    needs,
    get(blob) {
      const found = known().get(blob);
      if (found !== undefined) used.add(blob);
      return found;
    },
    set(blob, value) {
      isNew = true;
      used.add(blob);
      known().set(blob, value);
    },
    save(now) {
      const line = [...now].sort().join(' ');
      if (!isNew && line === [...needs].join(' ')) return;
      const all = known();
      const isFull = now.has('index') && all.size > used.size * (1 + KEPT);
      const kept = isFull ? [...all].filter(([blob]) => used.has(blob)) : [...all];
      const body = [line, ...kept.map(([blob, value]) => `${blob} ${value}`)].join('\n');
      try {
        makeCacheFolder(folder);
        replaceFile(path, `${version} ${build} ${printOf(body)}\n${body}`, 0o600);
      } catch {
        // The next run reads the files again.
      }
    },
  };
};

const buildOf = (): string | undefined => (typeof FLUXSPAN_CHECKS === 'undefined' ? undefined : FLUXSPAN_CHECKS);

/** Of this length, so that damage is noticed. */
const printOf = (body: string): string => hash('sha1', body);

/** The first line has the version, the build and a hash of the rest, and the second says what the run asked git for. */
const parse = (text: string, head: string): { readonly needs: ReadonlySet<string>; readonly entries: string } => {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== `${head} ${printOf(body)}`) return { needs: new Set(), entries: '' };
  const start = body.indexOf('\n');
  const first = start < 0 ? body : body.slice(0, start);
  return { needs: new Set(first === '' ? [] : first.split(' ')), entries: start < 0 ? '' : body.slice(start + 1) };
};

/** A line for each blob: its hash, and what was found, which has no line feed. */
const parseEntries = (text: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const line of text === '' ? [] : text.split('\n')) {
    const at = line.indexOf(' ');
    found.set(line.slice(0, at), line.slice(at + 1));
  }
  return found;
};
