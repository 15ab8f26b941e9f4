import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kebabOfKind } from '../../scripts/new/names.js';
import { RecipeError, TO_BE_WRITTEN } from '../../scripts/new/recipe.js';
import { recipes } from '../../scripts/new/recipes.js';
import { openRepository, planNew } from '../../scripts/new/write-new.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';

const repository = openRepository(root);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A kind with a spec and without a typed construct. */
const [kindExample = ''] = readdirSync(join(root, 'imports'))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const text = read(`imports/${file}`);
    const kinds = [...text.matchAll(/^export class (\w+) /gm)].map(([, kind]) => kind!);
    return kinds
      .filter((kind) => text.includes(`\nexport interface ${kind}Spec `))
      .filter((kind) => !readdirSync(join(root, 'src/constructs')).includes(`${kebabOfKind(kind)}.ts`))
      .map((kind) => `${file.replace(/\.ts$/, '')}/${kind}`);
  });

/** One of each. */
const examples: readonly (readonly [what: string, name: string])[] = [
  ['rule', 'flux/some-new-rule'],
  ['change-rule', 'updates/some-new-change'],
  ['fact', 'some-new-project'],
  ['kind', kindExample],
  ['addon', 'some-new-addon'],
  ['command', 'some-newcommand'],
  ['live-case', 'some-new-case'],
];

/** What tests import; what tests read is of no type. */
const isHelper = (path: string): boolean =>
  /\.\w+$/.test(path) ? /(?<!\.test)\.ts$/.test(path) : basename(path) !== 'fixtures';

/** The errors that tsc finds in what all examples would write, beside the declarations of the built package. */
const typeErrors = (): readonly string[] => {
  requireDist();
  // Inside the repository, where packages resolve. git ignores it.
  const overlay = join(root, '.fluxspan', `new-${process.pid}`);
  const files: string[] = [];
  const write = (path: string, text: string): void => {
    if (path.endsWith('.ts')) files.push(path);
    mkdirSync(dirname(join(overlay, path)), { recursive: true });
    writeFileSync(join(overlay, path), text);
  };
  try {
    for (const [what, name] of examples) {
      const { files: texts, lists = {} } = planNew(what, name, repository);
      for (const [path, text] of Object.entries(texts)) write(path, text);
      for (const [path, edit] of Object.entries(lists)) if (path.endsWith('.ts')) write(path, edit(read(path)));
    }
    cpSync(join(root, 'test'), join(overlay, 'test'), { recursive: true, force: false, filter: isHelper });
    // Where the output is `dist`, the compiler takes the package's name for the sources.
    const compilerOptions = { noEmit: true, outDir: '.', rootDirs: ['.', '../../dist'] };
    write('tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, files, include: [] }));
    const { stdout } = spawnSync(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', overlay, '--singleThreaded'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(overlay, { recursive: true, force: true });
  }
};

describe('npm run new', () => {
  it('has an example of each recipe here', () => {
    expect(examples.map(([what]) => what)).toEqual(Object.keys(recipes));
  });

  it('writes what typechecks', () => {
    expect(typeErrors()).toEqual([]);
  });

  it.each(examples)('%s %s leaves something to be filled in, and says what is left to do', (what, name) => {
    const { files, next } = planNew(what, name, repository);
    const paths = Object.keys(files);
    // A fact is tested by the cases that its rows need.
    expect(paths.some((path) => /\.test\.ts$|\.fixture\.ts$/.test(path))).toBe(what !== 'fact');
    for (const path of paths) expect(files[path], path).toContain(TO_BE_WRITTEN);
    expect(next.length).toBeGreaterThan(1);
  });

  it.each([
    ['ImageRepository', 'image-repository'],
    ['OCIRepository', 'oci-repository'],
    ['HTTPRoute', 'http-route'],
    ['EC2NodeClass', 'ec2-node-class'],
  ])('puts the kind %s into %s.ts', (kind, file) => {
    expect(kebabOfKind(kind)).toBe(file);
  });

  it.each(['rule', 'change-rule'])('gives a %s a free code, and starts it as a notice', (what) => {
    const example = examples.find(([one]) => one === what)!;
    const [source = ''] = Object.values(planNew(...example, repository).files);
    const [, code = ''] = /code: '(FX\d+)'/.exec(source) ?? [];
    expect(code).not.toBe('');
    expect(repository.codes.has(code)).toBe(false);
    expect(source).toContain("severity: 'notice'");
  });

  it.each([
    ['addon', 'some-new-addon', 'src/addons/index.ts'],
    ['kind', kindExample, 'src/constructs/index.ts'],
  ])('lists a new %s in its place', (what, name, path) => {
    const before = read(path).split('\n');
    const after = planNew(what, name, repository).lists![path]!(before.join('\n')).split('\n');
    const [line, ...others] = after.filter((one) => !before.includes(one));
    expect(others).toEqual([]);
    expect(after.filter((one) => one !== line)).toEqual(before);
    const at = after.indexOf(line!);
    const modules = [after[at - 1]!, line!, after[at + 1]!].map((one) => one.replace(/^.* from /, ''));
    expect([...modules].sort()).toEqual(modules);
  });

  it('lists a new command in the CLI', () => {
    const { lists = {} } = planNew('command', 'some-newcommand', repository);
    expect(lists['src/cli/command-list.ts']!(read('src/cli/command-list.ts'))).toContain(
      "(await import('./commands/some-newcommand.js')).someNewcommand,\n  },\n};\n",
    );
  });

  it.each([
    ['rul', 'flux/a', 'there is no recipe "rul"', 'did you mean "rule"?'],
    ['nonsense', 'a', 'there is no recipe "nonsense"', 'use one of rule, change-rule, fact'],
    ['rule', 'a', '"a" doesn\'t say in which group', 'write GROUP/NAME'],
    ['rule', 'flx/a', 'there is no group "flx"', 'use one of contract, flux'],
    ['rule', 'flux/NotKebab', '"NotKebab" isn\'t a name in kebab-case', 'use lower-case letters'],
    ['rule', 'helm/webhook-secret', 'a diagnostic or a rule is called "webhook-secret"', 'choose another name'],
    ['change-rule', 'helm/a', 'there is no topic "helm"', 'use one of externals'],
    ['change-rule', 'updates/update-refused', 'is called "update-refused"', 'choose another name'],
    ['fact', '../evil', '"../evil" isn\'t a name in kebab-case', 'use lower-case letters'],
    ['fact', 'velero', 'src/knowledge/velero.ts is there', 'choose another name'],
    ['fact', 'form', 'src/knowledge/form/ is there', 'add the fact to a file of that folder'],
    ['kind', 'Bucket', '"Bucket" isn\'t a group and a kind', 'write GROUP/KIND'],
    ['kind', 'example.org/Widget', 'there is no imports/example.org.ts', 'node scripts/take-crds.js'],
    ['kind', 'source.toolkit.fluxcd.io/Widget', 'has no class Widget', 'node scripts/take-crds.js'],
    ['kind', 'source.toolkit.fluxcd.io/Bucket', 'src/constructs/bucket.ts is there', 'choose another name'],
    ['addon', 'velero', 'src/addons/velero/index.ts and test/addons/velero.test.ts are there', 'choose another name'],
    ['command', 'synth', 'there is a command "synth"', 'choose another name'],
    ['command', 'contract-check', 'there is a command "contract check"', 'choose another name'],
    ['command', 'a-b-c', '"a-b-c" has more than two words', 'a command is one word'],
    ['live-case', 'smoke', 'test/live/smoke.test.ts is there', 'choose another name'],
  ])('refuses %s %s', (what, name, message, fix) => {
    const refused = (): unknown => {
      try {
        return planNew(what, name, repository);
      } catch (error) {
        return error;
      }
    };
    const error = refused();
    expect(error).toBeInstanceOf(RecipeError);
    expect((error as RecipeError).message).toContain(message);
    expect((error as RecipeError).fix).toContain(fix);
  });
});

it('no skeleton is left as it was written', () => {
  const files = ['src', 'test', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|md)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes(TO_BE_WRITTEN))).toEqual([]);
});
