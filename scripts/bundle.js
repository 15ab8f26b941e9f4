// Bundles a module of the repository with the source that it imports, for scripts and benchmarks that look inside.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} entry relative to the repository
 * @param {{ beside?: boolean }} [options] `beside`: the bundle lies beside its entry, for one that finds files by its place
 * @returns {Promise<string>} the path of the bundle, which lies where packages resolve; git ignores it
 */
export const bundle = async (entry, { beside = false } = {}) => {
  const name = `${entry.replaceAll(/[/.]/g, '-')}-${process.pid}.mjs`;
  const outfile = beside ? join(root, dirname(entry), `.${name}`) : join(root, '.fluxspan', name);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    // By its own name the package would be another copy.
    alias: { fluxspan: './src/index.ts', 'fluxspan/addons': './src/addons/index.ts' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return outfile;
};

/**
 * @param {string} entry relative to the repository
 * @param {{ beside?: boolean }} [options]
 * @returns {Promise<any>} what the module exports, of any type
 */
export const load = async (entry, options) => {
  const path = await bundle(entry, options);
  try {
    return await import(pathToFileURL(path).href);
  } finally {
    rmSync(path);
  }
};
