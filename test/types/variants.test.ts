import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { root } from '../support/root.js';

const project = projectOfEachTest();

const PROGRAM = `import { authentik, externalDns, headlamp, storageClass } from 'fluxspan/addons';

export const addons = [
  externalDns(),
  externalDns({ provider: 'azure' }),
  externalDns({ provider: 'cloudflare' }),
  authentik(),
  authentik({ provider: 'azure' }),
  headlamp(),
  storageClass({ provider: 'azure' }),
];
`;

it('the compiler chooses the variant of an addon without comparing schemas of zod', { timeout: 120_000 }, () => {
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src/variants.ts'] }));
  project.write('src/variants.ts', PROGRAM);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, '-p', '.', '--pretty', 'false', '--extendedDiagnostics', '--singleThreaded'],
    { cwd: project.folder, encoding: 'utf8' },
  );
  expect(status, stdout).toBe(0);
  const types = Number(/^Types: +(\d+)$/m.exec(stdout)?.[1]);
  // 7,200; a comparison of two schemas makes it 35,000, and takes a third of a second in each project that has one.
  expect(types).toBeGreaterThan(1000);
  expect(types).toBeLessThan(15_000);
});
