import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findCacheFolder, makeCacheFolder } from './cache-folder.js';

/** A run needs some 250 files; each bundle of an app adds one that no other run needs. */
const MOST_FILES = 1000;

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
  env: Readonly<Record<string, string | undefined>> = process.env,
): void => {
  if (env['NODE_DISABLE_COMPILE_CACHE'] === '1' || env['NODE_COMPILE_CACHE'] !== undefined) return;
  try {
    const cache = findCacheFolder(project ?? process.cwd(), env);
    if (cache === undefined) return;
    const folder = join(cache, 'compiled');
    makeCacheFolder(cache);
    makeCacheFolder(folder);
    if (readdirSync(folder, { recursive: true }).length > MOST_FILES) {
      rmSync(folder, { recursive: true, force: true });
      makeCacheFolder(folder);
    }
    enable(folder);
  } catch {
    // The command is slower, and does the same.
  }
};
