import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isCommand } from './is-command.js';

/**
 * Loads the packages that are the same module for `require` and for `import`: CommonJS without `exports`, as all of jsii
 * are. To call it before source maps are enabled saves Node from decoding the maps in their files, which are larger than
 * their code. zod, which the command itself requires, is one of them. What fails here fails again when the app imports it,
 * then perhaps with less to say.
 */
export const preloadPackages = (folder: string, packages: readonly string[]): PreloadedPackages => {
  const load = createRequire(join(folder, 'package.json'));
  const loaded = new Set<string>();
  const failed = new Map<string, unknown>();
  for (const name of new Set(packages)) {
    if (!PACKAGE.test(name)) continue;
    try {
      if (name === 'zod' && isCommand() && load.resolve(name) === own.resolve(name)) loaded.add(name);
      const { exports, type } = load(`${name}/package.json`) as { exports?: unknown; type?: unknown };
      if (exports !== undefined || type === 'module') continue;
    } catch {
      // Then the app's own import says why.
      continue;
    }
    try {
      load(name);
      loaded.add(name);
    } catch (error) {
      failed.set(name, error);
    }
  }
  return { loaded, failed };
};

export interface PreloadedPackages {
  readonly loaded: ReadonlySet<string>;
  /** What the others threw. */
  readonly failed: ReadonlyMap<string, unknown>;
}

const own = createRequire(import.meta.url);

/** A package itself, not a file of one, and none of Node's own modules. */
const PACKAGE = /^(?:@[^/:]+\/)?[^@/:][^/:]*$/;
