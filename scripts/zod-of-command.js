// In the built package, what its code imports as zod: build.js copies this file into dist/. The command requires it, in a
// quarter of the time of an import, and its app gets the same one (load-app.ts). Where the package is imported, it shares
// the zod that its user imports.
import { createRequire } from 'node:module';

export const { z } = Reflect.has(globalThis, Symbol.for('fluxspan.command'))
  ? createRequire(import.meta.url)('zod')
  : await import('zod');
