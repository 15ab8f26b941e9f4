import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isCommand } from './is-command.js';

/**
 * Loads the packages that are the same module for `require` and for `import`: CommonJS without `exports`, as all of jsii
 * are. To call it before source maps are enabled saves Node from decoding the maps in their files, which are larger than
 * their code. zod, which the command itself requires, is one of them. What fails here fails again, and is reported, when
 * the app imports it.
 *
 * @returns those that it loaded
 */
export const preloadPackages = (folder: string, packages: readonly string[]): ReadonlySet<string> => {
  const load = createRequire(join(folder, 'package.json'));
  const loaded = new Set<string>();
  for (const name of new Set(packages)) {
    if (!PACKAGE.test(name)) continue;
    try {
      if (name === 'zod' && isCommand() && load.resolve(name) === own.resolve(name)) loaded.add(name);
      const { exports, type } = load(`${name}/package.json`) as { exports?: unknown; type?: unknown };
      if (exports !== undefined || type === 'module') continue;
      load(name);
      loaded.add(name);
    } catch {
      // Then the app's own import says why.
    }
  }
  return loaded;
};

const own = createRequire(import.meta.url);

/** A package itself, not a file of one, and none of Node's own modules. */
const PACKAGE = /^(?:@[^/:]+\/)?[^@/:][^/:]*$/;
