import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { isCommand } from './is-command.js';

/**
 * Loads the packages that are the same module for `require` and for `import`: CommonJS without `exports`, as all of jsii
 * are. To call it before source maps are enabled saves Node from decoding the maps in their files, which are larger than
 * their code. zod, which the command itself requires, is one of them. What fails here fails again when the app imports it,
 * then perhaps with less to say.
 *
 * @param packages in the order in which the app loads them: after one that only `import` can load, the others wait for it
 */
export const preloadPackages = (folder: string, packages: readonly string[]): PreloadedPackages => {
  const load = createRequire(join(folder, 'package.json'));
  const loaded = new Set<string>();
  const failed = new Map<string, unknown>();
  for (const name of new Set(packages)) {
    if (name === 'zod' && isCommand() && isZodOfCommand(load)) loaded.add(name);
    // Of these, no other package sees when they are loaded.
    if (isBuiltin(name) || /^(?:fluxspan|zod)(?:\/|$)/.test(name)) continue;
    if (!isCommonJs(load, name)) break;
    try {
      load(name);
      loaded.add(name);
    } catch (error) {
      failed.set(name, error);
      break;
    }
  }
  return { loaded, failed };
};

const isZodOfCommand = (load: NodeJS.Require): boolean => {
  try {
    return load.resolve('zod') === own.resolve('zod');
  } catch {
    return false;
  }
};

/** Of one that isn't there, the app's own import says so. */
const isCommonJs = (load: NodeJS.Require, name: string): boolean => {
  if (!PACKAGE.test(name)) return false;
  try {
    const { exports, type } = load(`${name}/package.json`) as { exports?: unknown; type?: unknown };
    return exports === undefined && type !== 'module';
  } catch {
    return false;
  }
};

export interface PreloadedPackages {
  readonly loaded: ReadonlySet<string>;
  /** What the others threw. */
  readonly failed: ReadonlyMap<string, unknown>;
}

const own = createRequire(import.meta.url);

/** A package itself, not a file of one. */
const PACKAGE = /^(?:@[^/:]+\/)?[^@/:][^/:]*$/;
