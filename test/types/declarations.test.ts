import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { root } from '../support/root.js';

const project = projectOfEachTest();

it('the types of what programs export can be named by what the package exports', { timeout: 120_000 }, () => {
  symlinkSync(join(root, 'node_modules/cdk8s-plus-30'), join(project.folder, 'node_modules/cdk8s-plus-30'));
  cpSync(join(root, 'test/types/cases'), join(project.folder, 'src'), { recursive: true });
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023'],
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: 'src',
    outDir: 'out',
    skipLibCheck: true,
    types: [],
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src/app.ts', 'src/accepted'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false', '--singleThreaded'], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
