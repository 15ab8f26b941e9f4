import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runCommand } from '../../support/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

const project = projectOfEachTest();

const manifest = (name: string, more: object) => JSON.stringify({ name, type: 'module', ...more });

it.each([
  ['beside the project', temporaryFolder],
  ['below it', () => join(project.folder, 'packages')],
] as const)('takes addons from packages of the workspace, whose sources are TypeScript: %s', (_, where) => {
  const packages = where();
  writeFiles(packages, {
    'addons/package.json': manifest('@acme/addons', { exports: { '.': './src/index.ts', './*': './src/*.ts' } }),
    'addons/src/index.ts': `import { ConfigMap, defineAddon } from 'fluxspan';
import { upper } from '@acme/text';
import { suffix } from 'only-here';
import { basename } from 'node:path';

export enum Colour { Red = 'red' }
export const greeting = defineAddon({
  name: 'greeting',
  namespace: 'default',
  build(scope) {
    new ConfigMap(scope, 'greeting', { data: { text: upper(Colour.Red) + suffix, file: basename(import.meta.url) } });
  },
});
`,
    'addons/src/more.ts': "export const more: string = 'more';\n",
    'addons/node_modules/only-here/package.json': manifest('only-here', { exports: './index.js' }),
    'addons/node_modules/only-here/index.js': "export const suffix = '!';\n",
    'text/package.json': manifest('@acme/text', { main: 'index.ts' }),
    'text/index.ts': 'export const upper = (text: string): string => text.toUpperCase();\n',
  });
  mkdirSync(join(project.folder, 'node_modules/@acme'));
  for (const name of ['addons', 'text']) {
    symlinkSync(join(packages, name), join(project.folder, 'node_modules/@acme', name), 'dir');
  }
  mkdirSync(join(packages, 'addons/node_modules/@acme'));
  symlinkSync(join(packages, 'text'), join(packages, 'addons/node_modules/@acme/text'), 'dir');
  project.edit(
    'src/app.ts',
    'import { web }',
    "import { greeting } from '@acme/addons';\nimport { more } from '@acme/addons/more';\nimport { web }",
  );
  project.edit('src/app.ts', 'export default', 'if (more !== "more") throw new Error(more);\nexport default');
  project.edit('src/app.ts', '})]);', '}), greeting()]);');
  const { code, stderr } = runCommand(project.folder, 'synth', '--no-base', '--no-typecheck');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const text = Object.values(project.files('k8s/addons/dev/greeting')).join('');
  expect(text).toContain('text: RED!');
  expect(text).toContain('file: index.ts');
});
