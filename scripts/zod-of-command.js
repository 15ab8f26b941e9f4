// In the built package, what its code imports as zod: build.js copies this file into dist/. The command requires it, in a
// quarter of the time of an import, and its app gets the same one (load-app.ts). Where the package is imported, it shares
// the zod that its user imports.
import { createRequire } from 'node:module';

/**
 * Loads the translations of zod's messages, half of its files, only when one is used.
 *
 * @param {NodeJS.Require} require
 */
const loadLocalesLater = (require) => {
  let path = '';
  try {
    path = require.resolve('zod/v4/locales');
  } catch {
    // If zod is missing, the require below reports it.
    return;
  }
  if (require.cache[path] !== undefined) return;
  /** @type {object | undefined} */
  let loaded;
  const load = () => {
    if (loaded === undefined) {
      delete require.cache[path];
      loaded = /** @type {object} */ (require(path));
    }
    return loaded;
  };
  // While zod loads, it reads only `__esModule`.
  const later = new Proxy(
    {},
    {
      get: (_, name) => name === '__esModule' || Reflect.get(load(), name),
      has: (_, name) => Reflect.has(load(), name),
      ownKeys: () => Reflect.ownKeys(load()),
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(load(), name);
        return found === undefined ? undefined : { ...found, configurable: true };
      },
    },
  );
  require.cache[path] = /** @type {NodeModule} */ ({ id: path, filename: path, exports: later, loaded: true });
};

const isCommand = Reflect.has(globalThis, Symbol.for('fluxspan.command'));
if (isCommand) loadLocalesLater(createRequire(import.meta.url));

export const { z } = isCommand ? createRequire(import.meta.url)('zod') : await import('zod');
