import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokenRules, parseTscOutput } from '../../../src/cli/type-check/parse-tsc-output.js';
import { withoutTwins } from '../../../src/cli/type-check/without-twins.js';
import type { Diagnostic } from '../../../src/diagnostics/index.js';
import { installTypeScript } from '../../support/install-typescript.js';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runCommand, runCommandWith } from '../../support/run.js';

// Each test starts several compilers.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const project = projectOfEachTest();
const synth = (...argv: readonly string[]) => runCommand(project.folder, 'synth', '--no-base', ...argv);

describe('synth, where TypeScript is installed', () => {
  it('writes nothing while the app has a type error, and says where', () => {
    installTypeScript(project);
    project.edit('src/app.ts', "{ flux: '2.9' }", "{ flux: '2.9', lokdown: true }");
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(project.files('k8s')).toEqual({});
    expect(stderr).toContain('nothing was written');
    const skipped = synth('--no-typecheck', '--json');
    expect(JSON.parse(skipped.stdout).diagnostics.map(({ code: one }: { code: string }) => one)).not.toContain('FX016');
  });

  it('hands nothing over meanwhile', () => {
    installTypeScript(project);
    project.edit('src/app.ts', "{ flux: '2.9' }", "{ flux: '2.9', lokdown: true }");
    const codesOf = (...argv: readonly string[]) =>
      JSON.parse(runCommand(project.folder, 'handover', '--json', ...argv).stdout).diagnostics.map(
        ({ code }: { code: string }) => code,
      );
    expect(codesOf()).toContain('FX016');
    expect(codesOf('--no-typecheck')).not.toContain('FX016');
  });

  it('shows type errors and what rules report', () => {
    installTypeScript(project);
    project.edit('src/app.ts', "{ flux: '2.9' }", "{ flux: '2.9', lokdown: true }");
    project.edit('src/app.ts', '[web({ title: `the web of ${name}` })]', "[web({ title: 'a' }), web({ title: 'b' })]");
    const { diagnostics } = JSON.parse(synth('--json').stdout) as { diagnostics: { code: string; severity: string }[] };
    const errors = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
    expect(errors).toContain('FX016');
    expect(errors.size).toBeGreaterThan(1);
    expect(project.files('k8s')).toEqual({});
  });

  it('shows what the compiler says of an app that fails while it is loaded, too', () => {
    installTypeScript(project);
    project.edit('src/app.ts', 'import ', "import { label } from 'nowhere-to-be-found';\nimport ");
    project.edit(
      'src/app.ts',
      'export default app;',
      'if (label === undefined) throw new Error();\nexport default app;',
    );
    const { stderr } = synth();
    expect(stderr).toContain(
      "app-not-loaded: the app failed while it was loaded: Cannot find package 'nowhere-to-be-found'",
    );
    expect(stderr).toContain("FX016 type-error: cannot find module 'nowhere-to-be-found'");
    expect(stderr).toContain('\n2 errors; nothing was written\n');
  });

  describe('with what the last check has left', () => {
    let caches = '';
    beforeEach(() => {
      caches = mkdtempSync(join(tmpdir(), 'fluxspan-types-'));
      installTypeScript(project);
    });
    afterEach(() => rmSync(caches, { recursive: true }));
    const typeErrors = () =>
      (
        JSON.parse(
          runCommandWith({ XDG_CACHE_HOME: caches }, project.folder, 'synth', '--no-base', '--json').stdout,
        ) as { diagnostics: { code: string; at: { file?: string } }[] }
      ).diagnostics
        .filter(({ code }) => code === 'FX016' || code === 'FX017')
        .map(({ code, at }) => `${code} ${at.file}`);
    const use = (line: string) => project.edit('src/app.ts', 'export default app;', `${line}\nexport default app;`);

    it('finds what changes in a JSON file', () => {
      project.write('src/v.json', '{"n":1}');
      project.edit('src/app.ts', 'import ', "import v from './v.json' with { type: 'json' };\nimport ");
      use('export const zz: number = v.n;');
      for (const [n, errors] of [
        ['1', []],
        ['2', []],
        ['"x"', [expect.stringMatching(/^FX016 src\/app\.ts:/)]],
        ['3', []],
      ] as const) {
        project.write('src/v.json', `{"n":${n}}`);
        expect([n, typeErrors()]).toEqual([n, errors]);
      }
    });

    it.each([
      ['a file of globals', 'declare const GLOB: { readonly n: TYPE };\n'],
      ['globals of a module', 'export {};\ndeclare global {\n  const GLOB: { readonly n: TYPE };\n}\n'],
    ])('finds what changes in %s', (_, text) => {
      use("export const zz: number = typeof GLOB === 'undefined' ? 1 : GLOB.n;");
      for (const [type, errors] of [
        ['number', []],
        ['string', [expect.stringMatching(/^FX016 src\/app\.ts:/)]],
        ['1 | 2', []],
      ] as const) {
        project.write('src/globals.d.ts', text.replace('TYPE', type));
        expect([type, typeErrors()]).toEqual([type, errors]);
      }
    });

    it('checks without it where nothing can be left', () => {
      expect(typeErrors()).toEqual([]);
      const at = join(caches, 'fluxspan');
      const left = readdirSync(at).filter((name) => name.endsWith('.tsbuildinfo'));
      expect(left).toHaveLength(1);
      rmSync(join(at, left[0]!));
      mkdirSync(join(at, left[0]!, 'taken'), { recursive: true });
      use('export const zz: number = "x";');
      expect(typeErrors()).toEqual([expect.stringMatching(/^FX016 src\/app\.ts:/)]);
    });
  });

  it('finds errors below a linked folder', () => {
    installTypeScript(project);
    renameSync(join(project.folder, 'src'), join(project.folder, 'code'));
    symlinkSync('code', join(project.folder, 'src'));
    project.edit('src/app.ts', 'export default app;', 'export const zz: number = "x";\nexport default app;');
    expect(synth().stderr).toMatch(/^error FX016 type-error: .*\n {2}at {3}src\/app\.ts:/m);
  });

  it('shows a type error before what the code throws because of it', () => {
    installTypeScript(project);
    project.edit('src/web.ts', 'import { ConfigMap,', 'import { HTTPRoute, ConfigMap,');
    project.edit('src/web.ts', 'vars }) {', "vars }) {\n    new HTTPRoute(scope, 'r', { parentRefs: [] });");
    const { diagnostics } = JSON.parse(synth('--json').stdout) as { diagnostics: { code: string; message: string }[] };
    const errors = diagnostics.filter(({ code }) => ['FX016', 'FX301'].includes(code));
    expect(errors.map(({ code }) => code)).toEqual(['FX016', 'FX301', 'FX301']);
    expect(errors[0]?.message).toContain("'parentRefs' does not exist");
  });

  it('finds what no rule can: a value of another name', () => {
    installTypeScript(project);
    // A setting of the user's own, which is undefined at run time.
    project.edit('src/app.ts', 'title: `the web of ${name}`', 'title: `the web of ${settings.nmae}`');
    project.edit(
      'src/app.ts',
      'const app',
      "import type { Settings } from './settings.js';\nconst settings: Settings = { name: 'a' };\nconst app",
    );
    project.write('src/settings.ts', 'export interface Settings { readonly name: string }\n');
    const refused = synth();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("error FX016 type-error: property 'nmae' does not exist on type 'Settings'");
    expect(refused.stderr).toMatch(/at {3}src\/app\.ts:\d+:\d+\n/);
    expect(project.files('k8s')).toEqual({});
    expect(synth('--no-typecheck')).toMatchObject({ code: 0 });
    expect(Object.values(project.files('k8s')).join('')).toContain('the web of undefined');
    project.edit('src/app.ts', 'settings.nmae', 'settings.name');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    // A file that the app only has types from counts too.
    project.write('src/settings.ts', 'export interface Settings { readonly name: string; readonly of: Missing }\n');
    expect(synth().stderr).toContain('src/settings.ts:1:');
  });

  it('needs no declarations of the app', () => {
    installTypeScript(project, {
      include: ['src'],
      compilerOptions: { module: 'NodeNext', strict: true, skipLibCheck: true, types: [], declaration: true },
    });
    // A class expression with a private member has no declaration.
    project.edit('src/app.ts', 'const app', 'export const Hidden = class { private a = 1; };\nconst app');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    project.edit('src/app.ts', 'private a = 1', 'private a: string = 1');
    expect(synth().stderr).toContain('(TS2322)');
  });

  it('leaves errors of other programs to them', () => {
    installTypeScript(project);
    project.write('src/other.test.ts', 'export const a: string = 1;\n');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['does not include the app', { files: ['src/web.ts'] }, "tsconfig.json doesn't include it"],
    ['is not valid', { include: 7 }, "isn't type-checked: "],
  ])('warns of a tsconfig.json that %s, and writes', (_, config, message) => {
    installTypeScript(project, config);
    const { code, stderr } = synth();
    expect(code).toBe(0);
    expect(stderr).toContain('warning FX017 not-type-checked: ');
    expect(stderr).toContain(message);
    expect(project.files('k8s')).not.toEqual({});
  });
});

describe('synth, where tsconfig.json references projects', () => {
  const compilerOptions = { module: 'NodeNext', target: 'ES2023', strict: true, skipLibCheck: true, types: [] };
  const writeConfig = (path: string, config: object) =>
    project.write(path, JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true }, ...config }));

  const solution = (...paths: readonly string[]) => {
    installTypeScript(project);
    const references = paths.map((path) => JSON.stringify({ path })).join(', ');
    project.write('tsconfig.json', `{\n  // The editor's.\n  "files": [],\n  "references": [${references}],\n}\n`);
  };
  const breakApp = () => project.edit('src/app.ts', 'const app', 'export const wrong: string = 1;\nconst app');

  it('checks the one with the app', () => {
    solution('./test', './tsconfig.app.json');
    writeConfig('test/tsconfig.json', { include: ['*.ts'] });
    project.write('test/a.test.ts', 'export const a: string = 1;\n');
    writeConfig('tsconfig.app.json', { include: ['src'] });
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    breakApp();
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain('error FX016');
    expect(stderr).toContain('npx tsc --noEmit -p tsconfig.app.json says the same');
  });

  it('finds it further down, by an import', () => {
    solution('./all');
    project.write('all/tsconfig.json', JSON.stringify({ files: [], references: [{ path: '../src' }] }));
    writeConfig('src/tsconfig.json', { files: ['main.ts'] });
    project.write('src/main.ts', "export { default } from './app.js';\n");
    breakApp();
    expect(synth().stderr).toContain('error FX016');
  });

  it('says what to do where none has it', () => {
    solution('./test');
    writeConfig('test/tsconfig.json', { include: ['*.ts'] });
    project.write('test/a.test.ts', 'export const a = 1;\n');
    const { code, stderr } = synth();
    expect(code).toBe(0);
    expect(stderr).toContain("tsconfig.json doesn't include it, nor does the project that it references");
  });

  it('says what to build where the app imports what a reference has not made yet', () => {
    solution('./tsconfig.app.json');
    writeConfig('tsconfig.app.json', { include: ['src'], references: [{ path: './lib' }] });
    writeConfig('lib/tsconfig.json', {
      include: ['*.ts'],
      compilerOptions: { ...compilerOptions, composite: true, outDir: '../dist/lib' },
    });
    project.write('lib/name.ts', "export const name = 'a';\n");
    project.edit(
      'src/app.ts',
      'const app',
      "import { name as called } from '../lib/name.js';\nconsole.error(called);\nconst app",
    );
    const { code, stderr } = synth();
    expect(code).toBe(0);
    expect(stderr).toContain("a project that tsconfig.app.json references isn't built (TS6305)");
    expect(stderr).toContain('npx tsc --build tsconfig.app.json');
  });
});

describe('synth --check', () => {
  it('ends with what to type', () => {
    expect(synth('--check').stdout).toMatch(/\nRun `npx fluxspan synth` and commit the result\.\n$/);
    project.write('package.json', '{ "type": "module", "scripts": { "synth": "fluxspan synth" } }\n');
    expect(synth('--check').stdout).toMatch(/\nRun `npm run synth` and commit the result\.\n$/);
    synth();
    expect(synth('--check').stdout).not.toContain('Run ');
  });
});

it('reads what tsc prints', () => {
  const text = `src/a.ts(3,5): error TS2322: Type 'a' is not assignable to type 'b'.
  Types of property 'c' are incompatible.
    Type 'd' is not assignable.
error TS18003: No inputs were found.
/home/me/src/a.ts
`;
  expect(parseTscOutput(text)).toEqual({
    problems: [
      {
        file: 'src/a.ts',
        line: 3,
        column: 5,
        code: 'TS2322',
        text: "Type 'a' is not assignable to type 'b'.",
        more: ["Types of property 'c' are incompatible.", "Type 'd' is not assignable."],
      },
      { code: 'TS18003', text: 'No inputs were found.', more: [] },
    ],
    files: ['/home/me/src/a.ts'],
  });
});

it('finds the sentences that broken rules of the types are', () => {
  const text = `Type 'X' is not assignable to type '"fluxspan: addon 'web' requires 'a', which no earlier stage provides" | "fluxspan: addon 'web' requires 'b', which no earlier stage provides"'.`;
  expect(brokenRules(`${text} ${text}`)).toEqual([
    "addon 'web' requires 'a', which no earlier stage provides",
    "addon 'web' requires 'b', which no earlier stage provides",
  ]);
  expect(brokenRules("`fluxspan: addon 'tenant-${string}' requires 'a'`")).toEqual([
    "addon 'tenant-${string}' requires 'a'",
  ]);
  expect(brokenRules('"fluxspan: a \\"quoted\\" name"')).toEqual(['a "quoted" name']);
  expect(brokenRules(`Type '"frist"' is not assignable to type '"first" | "one"'.`)).toEqual([]);
});

it('leaves out what a rule says with a fix', () => {
  const problem = (message: string): Diagnostic => ({
    code: 'FX203',
    name: 'a',
    severity: 'error',
    message,
    at: {},
    notes: [],
    fix: 'f',
  });
  const [first, second] = ["the name 'first' is taken", "the name 'second' is taken"];
  const typeProblem = (...rules: readonly string[]) => ({ diagnostic: problem(`${rules.join()} (TS1)`), rules });
  const [both, plain] = [typeProblem(first, second), typeProblem()];
  const found = [problem('the name "first" is taken')];
  expect(withoutTwins([typeProblem(first), both, plain], found)).toEqual([both.diagnostic, plain.diagnostic]);
});
