import { hash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from '../../files/replace-file.js';
import { findCacheFolder, makeCacheFolder } from '../cache-folder.js';
import type { Project } from '../project.js';
import { readText } from './app-modules.js';
import { parseTscOutput } from './parse-tsc-output.js';
import type { Compiler, TscRun } from './run-tsc.js';

/**
 * Checks a project with what the last check left in the cache.
 *
 * From that, TypeScript 7 doesn't see what changes in a JSON file, in a file that declares globals, or in `declare global`:
 * where one of these isn't as it was, the project is checked from nothing.
 */
export const runIncremental = async (compiler: Compiler, project: Project, config: string): Promise<TscRun> => {
  const args = ['-p', config, '--noEmit', '--pretty', 'false', '--listFiles'];
  const cache = cacheOf(project, config);
  if (cache === undefined) return compiler.run(args);
  const incremental = [...args, '--incremental', '--tsBuildInfoFile', cache];
  const isKnown = existsSync(cache);
  const run = await compiler.run(incremental);
  const { files } = parseTscOutput(run.said);
  const state = stateOf(project.folder, files);
  if (!isKnown || state === tryRead(`${cache}.state`)) {
    if (!isKnown) tryKeep(`${cache}.state`, state);
    return run;
  }
  const isGone = tryRemove(cache);
  const again = await compiler.run(isGone ? incremental : args);
  tryKeep(`${cache}.state`, stateOf(project.folder, parseTscOutput(again.said).files));
  return again;
};

/** Where the result of a check is kept; undefined where nothing can be. */
const cacheOf = ({ folder }: Project, config: string): string | undefined => {
  const cache = findCacheFolder(folder);
  if (cache === undefined) return undefined;
  try {
    makeCacheFolder(cache);
    return join(cache, `types-${hash('sha256', realpathSync(config)).slice(0, 32)}.tsbuildinfo`);
  } catch {
    return undefined;
  }
};

/** At the beginning of a line: in a comment, it would be indented. */
const MODULE = /^(?:import|export)\b/m;
const GLOBAL = /\bdeclare\s+global\b/;

/** A hash of the project's own files whose changes go unseen. */
const stateOf = (folder: string, files: readonly string[]): string => {
  const texts = files.flatMap((file) => {
    const path = resolve(folder, file);
    const name = relative(folder, path);
    if (name.startsWith('..') || /(?:^|[\\/])node_modules[\\/]/.test(name)) return [];
    if (OWN !== undefined && path.startsWith(OWN)) return [];
    const text = readText(path);
    return !name.endsWith('.json') && MODULE.test(text) && !GLOBAL.test(text) ? [] : [`${name}\0${text}`];
  });
  return hash('sha256', texts.sort().join('\0'));
};

/** fluxspan's declarations, in a project that is fluxspan's own: they are many, and declare nothing for others. */
const OWN = /^.*[\\/]dist[\\/](?=src[\\/])/.exec(fileURLToPath(import.meta.url))?.[0];

const tryRead = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const tryRemove = (path: string): boolean => {
  try {
    rmSync(path, { force: true, recursive: true });
    return true;
  } catch {
    return false;
  }
};

const tryKeep = (path: string, text: string): void => {
  try {
    replaceFile(path, Buffer.from(text), 0o600);
  } catch {
    // The next check starts from nothing.
  }
};
