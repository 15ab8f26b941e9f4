// node scripts/flux-view.js <clone> <cluster folder>…: what Flux applies from a clone of any repository, as fluxspan reads it.
// Prints a row for each cluster: Kustomizations, objects, what isn't seen, runs of kustomize, time and memory; the
// second time is that of a run that has the builds of the first. --all also lists what isn't seen, and --owners the
// Kustomizations. --check builds every folder with kustomize too, and says where the two builders differ.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const [clone, ...folders] = args.filter((arg) => !arg.startsWith('--'));
if (clone === undefined || folders.length === 0) {
  console.error('usage: node scripts/flux-view.js <clone> <cluster folder>… [--all] [--owners] [--check]');
  process.exit(2);
}
const here = fileURLToPath(new URL('.', import.meta.url));
const bundle = join(here, `.flux-view-${process.pid}.mjs`);
try {
  await build({
    entryPoints: [join(here, 'flux-view.ts')],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  const { printViews } = await import(pathToFileURL(bundle).href);
  printViews(resolve(clone), folders, new Set(flags));
} finally {
  await rm(bundle, { force: true });
}
