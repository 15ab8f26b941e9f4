import { createRequire } from 'node:module';

// By the package's own name, which is the same from the source and from dist/.
const manifest = createRequire(import.meta.url)('fluxspan/package.json') as { version: string };

/** The version of this package. */
export const version: string = manifest.version;
