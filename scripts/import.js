// Generates imports/ from schemas/, and the lists of rules from their files: `npm run import`; with `-- --check` it writes
// nothing and fails when a file is stale.
// The generator is bundled on the fly, since dist/ cannot be built before imports/ is there.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const bundle = join(root, '.fluxspan', `import-${process.pid}.mjs`);

await mkdir(join(root, '.fluxspan'), { recursive: true });
try {
  await build({
    stdin: {
      contents: `export { refreshImports } from './src/kinds/refresh-imports.js';
export { isClusterScoped } from './src/knowledge/index.js';
export { namingPlaces } from './src/rules/references/naming-places.js';
export { refreshRegistries } from './scripts/registries.js';
export { openNativeAsts, openShippedAsts } from './src/schema/cel/shipped-ast.js';`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  const { refreshImports, namingPlaces, isClusterScoped, refreshRegistries, openNativeAsts, openShippedAsts } =
    await import(pathToFileURL(bundle).href);
  const lists = refreshRegistries(root, { check });
  for (const path of lists) console.log(`${check ? 'stale' : 'wrote'} ${path}`);
  if (check && lists.length > 0) {
    console.error('error: a list of rules differs from their files\n  fix  run npm run import, and commit the list');
    process.exitCode = 1;
  }
  const { stale, problems } = await refreshImports(root, {
    check,
    naming: namingPlaces(),
    isClusterScoped,
    astOf: openShippedAsts(),
    nativeAstOf: openNativeAsts(),
  });
  for (const { severity, at, message, fix } of problems)
    console.error(`${severity}: ${message}\n  at   ${at}\n  fix  ${fix}`);
  if (problems.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  for (const path of stale) console.log(`${check ? 'stale' : 'wrote'} imports/${path}`);
  if (check && stale.length > 0) {
    console.error(
      `error: ${stale.length} generated file(s) differ from schemas/\n  fix  run npm run import, and commit imports/`,
    );
    process.exitCode = 1;
  }
} finally {
  await rm(bundle, { force: true });
}
