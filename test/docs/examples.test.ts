import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseVersions } from '../../src/versions/parse-versions.js';
import { printVersionsModule } from '../../src/versions/versions-module.js';
import { root } from '../support/root.js';
import { describeTerraform, folderWith, terraform } from '../terraform/terraform.js';
import { type CodeBlock, codeBlocks } from './code-blocks.js';

// Inside the repository, where the package is found by its own name; ignored by git.
const folder = `${root}/.fluxspan/docs-examples`;

afterAll(() => {
  for (const one of [folder, `${root}/.fluxspan/imports`]) rmSync(one, { recursive: true, force: true });
});

const blocksIn = (language: string): readonly CodeBlock[] => codeBlocks.filter((block) => block.language === language);
/** The place of a block as the name of a file, so that an error names the page and the line. */
const fileName = ({ at }: CodeBlock, extension: string): string => `${at.replaceAll(/[/:]/g, '-')}.${extension}`;

/** What no test compiles, and why; blocks of every other language are compiled, formatted or parsed below. */
const notCompiled: Readonly<Record<string, string>> = {
  sh: 'commands; test/docs/run-pages.test.ts runs those of the how-tos, test/package those of the tutorial',
  diff: 'edits of files, which test/docs/run-pages.test.ts makes',
  '': 'output, folders and pictures; in docs/diagnostics.md fragments, whose rules have tests of their own',
};
const compiled = ['ts', 'hcl', 'json', 'yaml'];

test('every block of the docs is compiled here, or is of a kind that is listed as not compiled', () => {
  const known = [...compiled, ...Object.keys(notCompiled)];
  expect(codeBlocks.filter(({ language }) => !known.includes(language))).toEqual([]);
  for (const language of known) expect(blocksIn(language), language).not.toEqual([]);
});

test('no TypeScript or Terraform is in a block without a language', () => {
  const code = /^(import|export|const|new) .*[;({]$|^(resource|module|output|variable|provider) "/m;
  const hidden = blocksIn('').filter(({ at, text }) => !at.startsWith('docs/diagnostics.md:') && code.test(text));
  expect(hidden).toEqual([]);
});

test('every TypeScript example of the docs compiles', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Those of the tutorial, the concepts and the how-tos are files of one project, which test/package and run-pages.test.ts run.
  const examples = blocksIn('ts').filter(({ at }) => !/^docs\/(?:tutorial\.md|concepts\.md|how-to\/)/.test(at));
  writeVersionsModule();
  // The first example of the README is the app that a later one tests.
  const app = examples.find(({ at }) => at.startsWith('README.md:'));
  for (const example of examples) {
    // One that imports nothing goes on from that app.
    const isWhole = /^import /m.test(example.text);
    writeFileSync(
      `${folder}/${example === app ? 'app.ts' : fileName(example, 'ts')}`,
      isWhole ? example.text : `import { dev } from './app.js';\n${example.text}`,
    );
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
    ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false', '--singleThreaded'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
  expect(examples.length).toBeGreaterThan(5);
});

/** As synth writes it, of the first example of versions.yaml: examples import it from a folder beside theirs. */
const writeVersionsModule = (): void => {
  const file = blocksIn('yaml').find(({ text }) => text.includes('kind: Versions'));
  const versions = parseVersions(file?.text ?? '');
  expect(versions.problems).toEqual([]);
  mkdirSync(`${root}/.fluxspan/imports`, { recursive: true });
  writeFileSync(`${root}/.fluxspan/imports/versions.ts`, printVersionsModule(versions));
};

describe('data in the docs', () => {
  test.each(blocksIn('json'))('$at is JSON', ({ text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object');
  });

  test.each(blocksIn('yaml'))('$at is YAML', ({ text }) => {
    expect(parse(text)).toBeTypeOf('object');
  });
});

describeTerraform('Terraform in the docs', () => {
  test.each(blocksIn('hcl'))('$at parses, and is formatted as terraform fmt does it', (block) => {
    const path = fileName(block, 'tf');
    const files = folderWith({ [path]: block.text });
    terraform(files, 'fmt');
    expect(block.text).toBe(readFileSync(join(files, path), 'utf8'));
  });
});
