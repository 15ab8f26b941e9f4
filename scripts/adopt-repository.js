// node scripts/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--keep=FOLDER] [--show]
//
// Adopts in place what one Kustomization of a public repository applies: declares its objects in a small app, runs both
// steps of `fluxspan handover --from` on a copy, and compares with real kustomize what every other Kustomization builds
// before and after. Prints a row of the table in docs/handover.md. Without --owner, the first one that applies a
// HelmRelease is taken.
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const args = process.argv.slice(2);
const [clone, folder] = args.filter((arg) => !arg.startsWith('--'));
const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
if (clone === undefined || folder === undefined) {
  console.error(
    'usage: node scripts/adopt-repository.js <clone> <cluster folder> [--owner=namespace/name] [--keep=FOLDER] [--show]',
  );
  process.exit(2);
}
const here = fileURLToPath(new URL('.', import.meta.url));
const bundle = join(here, `.adopt-repository-${process.pid}.mjs`);
try {
  await build({
    entryPoints: [join(here, 'adopt-repository.ts')],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  const { adoptRepository } = await import(pathToFileURL(bundle).href);
  await adoptRepository({
    clone: resolve(clone),
    folder,
    owner: option('owner'),
    keep: option('keep'),
    show: args.includes('--show'),
  });
} finally {
  await rm(bundle, { force: true });
}
