import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { findCacheFolder, makeCacheFolder, tryReadBytes } from './cache-folder.js';
import type { CodeStore } from './run-code.js';

/** A run needs some 250 files; each bundle of an app adds one that no other run needs. */
const MOST_FILES = 1000;
/** Files of one build of fluxspan and one Node: seven. */
const MOST_OF_OURS = 60;
/** The largest takes some 5 MB. */
const MOST_BYTES = 32 << 20;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Lets Node keep what it compiled for the next run, in the user's cache: what lies there is run as it is, so that no one
 * else may write it. By itself Node takes a folder that all users share.
 *
 * @param enable `enableCompileCache` of `node:module`, which Node has from 22.8 on; its own variables move it or turn it off
 * @param project a folder in the project @default - the working directory
 */
export const keepCompiled = (
  enable: (folder: string) => unknown,
  project?: string,
  env: Environment = process.env,
): void => {
  if (env['NODE_DISABLE_COMPILE_CACHE'] === '1' || env['NODE_COMPILE_CACHE'] !== undefined) return;
  try {
    const folder = openFolder('compiled', MOST_FILES, project, env);
    if (folder !== undefined) enable(folder);
  } catch {
    // The command is slower, and does the same.
  }
};

/**
 * Where fluxspan itself keeps what V8 compiled of its own code, which Node does for modules from 22.8 on, and never with
 * the functions that a run has called. It is in the user's cache, by the same rules; undefined where there is none.
 */
export const openCodeStore = (
  project: string = process.cwd(),
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): CodeStore | undefined => {
  if (env['NODE_DISABLE_COMPILE_CACHE'] === '1') return undefined;
  try {
    const folder = openFolder('code', MOST_OF_OURS, project, env);
    if (folder === undefined) return undefined;
    return {
      use: useOf(project, args),
      read: (name) => tryReadBytes(join(folder, name), MOST_BYTES),
      write(name, bytes) {
        try {
          replaceFile(join(folder, name), bytes, 0o600);
        } catch {
          // The next run compiles again.
        }
      },
    };
  } catch {
    return undefined;
  }
};

/** A project, a command and the names of its options decide what runs. */
const useOf = (project: string, [command = '', ...rest]: readonly string[]): string => {
  const options = rest.flatMap((text) => /^--?[a-z-]+/.exec(text)?.[0] ?? []).sort();
  return createHash('sha1')
    .update([project, command, ...options].join('\0'))
    .digest('base64url')
    .slice(0, 8);
};

/** @returns undefined where there is no cache; it throws where there can't be one */
const openFolder = (name: string, most: number, project: string | undefined, env: Environment): string | undefined => {
  const cache = findCacheFolder(project ?? process.cwd(), env);
  if (cache === undefined) return undefined;
  const folder = join(cache, name);
  makeCacheFolder(cache);
  makeCacheFolder(folder);
  if (readdirSync(folder, { recursive: true }).length > most) {
    rmSync(folder, { recursive: true, force: true });
    makeCacheFolder(folder);
  }
  return folder;
};
