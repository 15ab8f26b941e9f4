// node scripts/judge.js <folder>: what a real API server and fluxspan say of each object in a folder of YAML files.
// It needs what the live tests need (test/live/README.md), and stores nothing.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/judge.js <folder>');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
// Beside its source, which finds other files by its own place.
const bundle = join(root, 'test', 'live', `.judge-${process.pid}.mjs`);
try {
  await build({
    entryPoints: [join(root, 'test', 'live', 'judge-files.ts')],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  const { judgeFiles } = await import(pathToFileURL(bundle).href);
  await judgeFiles(resolve(folder), (line) => console.log(line));
} finally {
  await rm(bundle, { force: true });
}
