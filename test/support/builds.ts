import type { BuildCache } from '../../src/applied/build/folder-builder.js';

/** What kustomize has built for earlier tests: as with the command's cache, no folder is built twice. */
export const builds: BuildCache = new Map<string, string>();
