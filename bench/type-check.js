// What the compiler does for one program, which imports the package as users do.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the repository, so that `fluxspan` and its peers resolve; ignored by git.
const folder = `${root}/.fluxspan/bench-types`;

/**
 * @param {string} program
 * @param {readonly string[]} flags of tsc
 */
export const typeCheck = (program, flags = []) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/program.ts`, program);
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        noEmit: true,
        rootDir: '.',
        paths: { fluxspan: ['../../dist/src/index.d.ts'] },
        noUnusedLocals: false,
      },
      include: ['program.ts'],
    }),
  );
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', folder, '--extendedDiagnostics', ...flags],
    { cwd: root, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(stdout.slice(0, 2000));
  const number = (/** @type {string} */ label) => Number(new RegExp(`${label}:\\s*([\\d.]+)`).exec(stdout)?.[1]);
  return { instantiations: number('Instantiations'), seconds: number('Total time') };
};
