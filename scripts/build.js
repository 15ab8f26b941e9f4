// npm run build: types by tsc, one file for each module; code by esbuild, in few files, since loading two hundred small
// ones would take a command longer than its work.
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside dist/, which stays as it was until all is done.
const next = join(root, '.fluxspan', `dist-${process.pid}`);

const types = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', next],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (types.status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(1);
}

const imports = readdirSync(join(root, 'imports'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
await build({
  absWorkingDir: root,
  entryPoints: [
    'src/index.ts',
    'src/addons/index.ts',
    'src/testing/index.ts',
    'src/cli/main.ts',
    'src/platform/main.ts',
    ...imports.map((file) => `imports/${file.replaceAll('\\', '/')}`),
  ],
  outdir: next,
  outbase: '.',
  chunkNames: 'src/chunks/[name]-[hash]',
  bundle: true,
  // Packages stay imports: there is one cdk8s, one constructs and one zod in a process, the user's.
  packages: 'external',
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
rmSync(join(root, 'dist'), { recursive: true, force: true });
renameSync(next, join(root, 'dist'));
