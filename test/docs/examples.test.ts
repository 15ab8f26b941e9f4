import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, where the package is found by its own name; ignored by git.
const folder = `${root}/.fluxspan/docs-examples`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examplesOf = (file: string): readonly string[] =>
  [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);

test('every TypeScript example of the docs compiles', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const file of ['README.md', 'docs/addons.md', 'docs/clusters.md']) {
    for (const example of examplesOf(file)) {
      count++;
      // The first example of the README is the app that a later one tests.
      writeFileSync(`${folder}/${file === 'README.md' && count === 1 ? 'app' : `example-${count}`}.ts`, example);
    }
  }
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        noEmit: true,
        rootDir: '../..',
        paths: {
          fluxspan: ['../../src/index.ts'],
          'fluxspan/addons': ['../../src/addons/index.ts'],
          'fluxspan/testing': ['../../src/testing/index.ts'],
        },
      },
      include: ['*.ts'],
    }),
  );
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
  expect(count).toBeGreaterThan(5);
});
