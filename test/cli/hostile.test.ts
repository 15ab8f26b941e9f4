import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { thrownNotes, thrownText } from '../../src/diagnostics/index.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { root } from '../support/root.js';
import { runCommand, runProcess, runProcessWith } from '../support/run.js';

const project = projectOfEachTest();

const synth = (...argv: readonly string[]) => runCommand(project.folder, 'synth', '--no-base', ...argv);
/** For an app that does something to the process that loads it. */
const synthAlone = (...argv: readonly string[]) => runProcess(project.folder, 'synth', '--no-base', ...argv);
const app = (text: string) => project.edit('src/app.ts', 'export default app;', `${text}\nexport default app;`);
const inBuild = (text: string) => project.edit('src/web.ts', '{ options, vars }) {', `{ options, vars }) { ${text}`);
/** Without waiting for it, so that others can run at the same time. */
const startProcess = async (...argv: readonly string[]) => {
  const child = spawn(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], {
    cwd: project.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
};
const leftovers = () => Object.keys(project.files('.fluxspan')).filter((path) => !path.endsWith('.gitignore'));

describe('an app that would take the process over', () => {
  it('cannot end it while it is loaded', () => {
    app('process.exit(0);');
    const { code, stderr } = synthAlone('--check');
    expect(code).toBe(1);
    expect(stderr).toContain('FX001 app-not-loaded: the app failed while it was loaded: it called process.exit(0)');
    expect(leftovers()).toEqual([]);
  });

  it('cannot end it in `build`', () => {
    inBuild('process.exit(0);');
    const { code, stderr } = synthAlone();
    expect(code).toBe(1);
    expect(stderr).toContain('`build` of addon "web" failed: it called process.exit(0)');
    expect(stderr).toContain('  fix  throw an Error in its place, with what is wrong\n');
    expect(project.files('k8s')).toEqual({});
  });

  it('loads a package of CommonJS once, and is reported where that throws', () => {
    project.write('node_modules/counted/package.json', '{ "version": "1.0.0" }');
    project.write(
      'node_modules/counted/index.js',
      'globalThis.loaded = (globalThis.loaded ?? 0) + 1; exports.times = globalThis.loaded; exports.loaded = true;',
    );
    project.edit('src/app.ts', 'import ', "import { times } from 'counted';\nimport ");
    app('if (times !== 1 || (globalThis as { loaded?: number }).loaded !== 1) throw new Error(`${times} times`);');
    expect(synthAlone('--no-typecheck')).toMatchObject({ code: 0, stderr: '' });
    project.write('node_modules/counted/index.js', "exports.times = 1; throw new Error('no counter here');");
    const { code, stderr } = synthAlone('--no-typecheck');
    expect(code).toBe(1);
    expect(stderr).toContain('FX001 app-not-loaded: the app failed while it was loaded: no counter here');
  });

  describe('fails in a package', () => {
    const failWith = (text: string, name = 'failing') => {
      project.write('node_modules/failing/package.json', '{ "version": "1.0.0", "main": "index.js" }');
      project.write('node_modules/failing/index.js', text);
      project.write('src/more.ts', `// Uses it.\nimport { label } from '${name}';\nexport const more = label;\n`);
      project.edit('src/app.ts', 'import ', "import { more } from './more.js';\nimport ");
      app('if (more === undefined) throw new Error();');
      const { code, stderr } = synthAlone('--no-typecheck');
      expect(code).toBe(1);
      return stderr.replaceAll(project.folder, 'PROJECT');
    };
    const STARTS = 'error FX001 app-not-loaded: the app failed while it was loaded: ';
    const ALL = '\n1 error; nothing was written\n';

    it('that throws: with its line, and the module that imports it', () => {
      expect(failWith("exports.label = 1;\nthrow new Error('no LABEL is set\\n  it is in the docs');\n")).toBe(
        `${STARTS}no LABEL is set\n  at   src/more.ts\n  note it is in the docs\n  note thrown in node_modules/failing/index.js:2\n  fix  fix what throws; the app must be loadable without network and clusters\n${ALL}`,
      );
    });

    it('that is no script', () => {
      expect(failWith('exports.label = (\n')).toBe(
        `${STARTS}Unexpected end of input\n  at   src/more.ts\n  note thrown in node_modules/failing/index.js:2\n  fix  fix what throws; the app must be loadable without network and clusters\n${ALL}`,
      );
    });

    it('that requires another one, which is not there', () => {
      expect(failWith("exports.label = require('nowhere-to-be-found');\n")).toBe(
        `${STARTS}Cannot find module 'nowhere-to-be-found'\n  at   src/more.ts\n  note Require stack:\n  note - node_modules/failing/index.js\n  note thrown in node_modules/failing/index.js:1\n  fix  install what is missing: npm install\n${ALL}`,
      );
    });

    it('that requires an ES module which waits', () => {
      project.write('node_modules/waits/package.json', '{ "version": "1.0.0", "type": "module", "main": "index.js" }');
      project.write('node_modules/waits/index.js', 'await Promise.resolve();\nexport const label = 1;\n');
      const said = failWith("exports.label = require('waits').label;\n");
      expect(said).toContain('top-level await');
      expect(said).toContain('  at   src/more.ts\n  note From node_modules/failing/index.js');
    });

    it.each([
      ['that is not there and not listed', 'nowhere-to-be-found', ' nowhere-to-be-found'],
      ['that is not there and listed', 'listed-package', ''],
      ['of which a module is not there', '@scope/nowhere/module.js', ' @scope/nowhere'],
    ])('%s', (_, name, installed) => {
      const manifest = JSON.parse(project.read('package.json')) as { dependencies?: Record<string, string> };
      project.write(
        'package.json',
        JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, 'listed-package': '1.0.0' } }),
      );
      const [owner] = /^(?:@[^/]+\/)?[^/]+/.exec(name)!;
      expect(failWith('', name)).toBe(
        `${STARTS}Cannot find package '${owner}'\n  at   src/more.ts\n  fix  install what is missing: npm install${installed}\n${ALL}`,
      );
    });
  });

  it('may have modules of CommonJS that require packages', () => {
    project.write(
      'src/legacy.cjs',
      "const { sep } = require('node:path');\nexports.label = [sep, typeof require('cdk8s').Chart, require('./more.cjs')];\n",
    );
    project.write('src/more.cjs', 'module.exports = 5;\n');
    project.edit('src/app.ts', 'import ', "// @ts-ignore\nimport { label } from './legacy.cjs';\nimport ");
    app("if (String(label) !== '/,function,5') throw new Error(String(label));");
    expect(synthAlone('--no-typecheck')).toMatchObject({ code: 0, stderr: '' });
    project.write('src/legacy.cjs', "exports.label = require('node:path').nothing.of.that;\n");
    expect(synthAlone('--no-typecheck').stderr).toContain('  at   src/legacy.cjs:1:');
  });

  it('is told of what it leaves to fail later, with the line', () => {
    inBuild("void Promise.reject(new Error('later', { cause: new Error('sooner') }));");
    const { code, stderr } = synthAlone('--no-typecheck');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error FX001 app-not-loaded: something that the app started failed: later\n {2}at {3}src\/web\.ts:\d+\n {2}note caused by: sooner\n {2}fix {2}await it, or fix it\n$/,
    );
  });

  describe('imports a package of CommonJS as Node does', () => {
    const install = (name: string, text: string, manifest: object = {}) => {
      project.write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ version: '1.0.0', main: 'index.js', ...manifest }),
      );
      project.write(`node_modules/${name}/index.js`, text);
    };
    const importing = (statement: string, test: string) => {
      project.edit('src/app.ts', 'import ', `${statement}\nimport `);
      app(`if (!(${test})) throw new Error('otherwise');`);
      expect(synthAlone('--no-typecheck')).toMatchObject({ code: 0, stderr: '' });
    };

    it.each([
      ['a name whose value is undefined', 'exports.u = undefined;', "import { u } from 'counted';", 'u === undefined'],
      [
        'all of it, with module.exports as the default',
        'exports.n = 2; exports.default = 7;',
        "import * as all from 'counted';",
        "all.n === 2 && all.default.n === 2 && Object.keys(all).sort().join() === 'default,n'",
      ],
      [
        'the default by name',
        'exports.n = 2; exports.default = 7;',
        "import { default as all, n } from 'counted';",
        'all.n === 2 && n === 2',
      ],
      [
        'a function',
        'module.exports = () => 5; module.exports.n = 2;',
        "import * as all from 'counted';",
        'all.default() === 5 && all.n === 2',
      ],
    ])('%s', (_, text, statement, test) => {
      install('counted', text);
      importing(statement, test);
    });

    it('in the order of the imports', () => {
      install('counted', 'exports.n = globalThis.isSet;');
      install('sets', 'globalThis.isSet = true;', { type: 'module' });
      importing("import 'sets';\nimport { n } from 'counted';", 'n === true');
    });

    it('in the order of the imports, where a file of a package is one', () => {
      install('counted', 'exports.n = globalThis.isSet;');
      install('sets', '');
      project.write('node_modules/sets/config.js', 'globalThis.isSet = true;');
      importing("import 'sets/config.js';\nimport { n } from 'counted';", 'n === true');
    });
  });

  it('is told which name a package of CommonJS lacks', () => {
    project.write('src/more.ts', "import { Chart } from 'cdk8s';\nexport const more = Chart;\n");
    project.edit('src/app.ts', 'import ', "import { Chrt } from 'cdk8s';\nimport { more } from './more.js';\nimport ");
    app('if (more === undefined || Chrt === undefined) throw new Error();');
    const { code, stderr } = synth('--no-typecheck');
    expect(code).toBe(1);
    expect(stderr).toContain(
      "FX001 app-not-loaded: the app failed while it was loaded: The requested module 'cdk8s' does not provide an export named 'Chrt'\n  at   src/app.ts\n  fix  correct the import: ",
    );
  });

  it('leaves it to the command to write', () => {
    app('app.synth();');
    for (const command of ['synth', 'check']) {
      const { code, stderr } = runCommand(project.folder, command);
      expect(code).toBe(1);
      expect(stderr).toContain('FX001 app-not-loaded: the app calls synth() while it is loaded');
    }
    expect(project.files('dist')).toEqual({});
  });

  it('is reported where it never finishes', () => {
    app('await new Promise(() => {});');
    const { code, stdout, stderr } = synthAlone();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('FX001 app-not-loaded: the app never finishes');
    expect(stderr).not.toContain('unsettled');
    expect(leftovers()).toEqual([]);
    const json = synthAlone('--json');
    expect([json.code, JSON.parse(json.stdout).diagnostics[0].code]).toEqual([1, 'FX001']);
  });

  it('cannot change its exit code', () => {
    app("process.exitCode = 3; process.on('exit', () => { process.exitCode = 9; });");
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
    app("process.on('exit', () => { process.exitCode = 0; }); await new Promise(() => {});");
    expect(synthAlone()).toMatchObject({ code: 1, stderr: expect.stringContaining('the app never finishes') });
    expect(leftovers()).toEqual([]);
    project.edit('src/app.ts', 'await new Promise(() => {});', "Promise.reject(new Error('nobody waits'));");
    expect(synthAlone()).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody waits') });
  });

  it('cannot keep it alive', () => {
    app('setInterval(() => {}, 1000);');
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    "Promise.reject(new Error('nobody waits'));",
    "setTimeout(() => { throw new Error('nobody waits'); }, 0); await new Promise((r) => setTimeout(r, 50));",
  ])('cannot let something fail unseen: %s', (text) => {
    app(text);
    const { code, stderr } = synthAlone();
    expect(code).toBe(1);
    expect(stderr).toContain('FX001 app-not-loaded: something that the app started failed: nobody waits');
    expect(stderr).not.toContain('    at ');
    expect(project.files('k8s')).toEqual({});
  });

  it('prints to the error stream, not into the output', () => {
    app("console.log('from the app'); process.stdout.write('and again\\n');");
    const { code, stdout, stderr } = synthAlone('--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stderr).toBe('from the app\nand again\n');
  });
});

describe('what fluxspan itself throws, outside of the command', () => {
  it.each([[['--check']], [['--check', '--json']]])('is its bug, and not of the app: %s', (argv) => {
    // The caches are written at the very end, by code of fluxspan that nothing else has called.
    project.write('break.cjs', "require('node:vm').Script.prototype.createCachedData = undefined;\n");
    const caches = mkdtempSync(join(tmpdir(), 'caches-'));
    const env = { NODE_OPTIONS: `--require ${join(project.folder, 'break.cjs')}`, XDG_CACHE_HOME: caches };
    const { code, stdout, stderr } = runProcessWith(
      env,
      project.folder,
      'synth',
      '--no-base',
      '--no-typecheck',
      ...argv,
    );
    rmSync(caches, { recursive: true });
    expect([code, stderr]).toEqual([
      70,
      expect.stringMatching(
        /^fluxspan has a bug: TypeError: [^\n]+ is not a function\n {4}at [\s\S]+\nplease report it, /,
      ),
    ]);
    if (argv.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ ok: false });
  });
});

describe('what is thrown', () => {
  it.each([
    ["await Promise.any([Promise.reject(new Error('q'))]);", 'All promises were rejected'],
    ['throw Object.create(null);', 'it threw an object without a message'],
    ['throw Object.assign(new Error(), { message: undefined });', 'Error'],
    ['throw null;', 'it threw null'],
  ])('while the app is loaded may be anything: %s', (text, message) => {
    app(text);
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain(`FX001 app-not-loaded: the app failed while it was loaded: ${message}\n`);
  });

  it('names what an app uses and has not imported, with the command that finds it', () => {
    app('slak();');
    const { stderr } = synth();
    expect(stderr).toContain('the app failed while it was loaded: slak is not defined');
    expect(stderr).toContain('correct the name, or import it: npx tsc --noEmit says where each "slak" is');
  });

  it('says where a Kustomization of others goes, for an app that calls a method instead', () => {
    app("const dev = {};\n\ndev.external('monitoring');");
    const { stderr } = synth();
    expect(stderr).toContain('the app failed while it was loaded: dev.external is not a function');
    expect(stderr).toContain('  at   src/app.ts:11:5\n');
    expect(stderr).toContain("external: [{ kind: 'Kustomization', name: 'monitoring' }]");
  });

  test.each([
    ['text', 'text'],
    [new Error('first\nsecond'), 'first'],
    [null, 'it threw null'],
    [undefined, 'it threw undefined'],
    [Symbol('s'), 'Symbol(s)'],
    [12n, '12'],
    [{}, 'it threw an object without a message'],
    [Object.create(null), 'it threw an object without a message'],
    [{ message: 5, toString: () => 'own' }, 'own'],
    ['', 'it threw a string without a text'],
  ])('%# has a text', (thrown, text) => {
    expect(thrownText(thrown)).toBe(text);
  });

  const deep = (depth: number): Error => new Error(`level ${depth}`, depth === 9 ? {} : { cause: deep(depth + 1) });
  test.each<[unknown, readonly string[]]>([
    [new Error('one line'), ['one line']],
    [new Error('\n first:\n  - second\n\n'), ['first:', '- second']],
    [
      new Error('outer', { cause: new AggregateError([new Error('a'), 'b'], 'both') }),
      ['outer', 'caused by: both', 'a', 'b'],
    ],
    [new Error('outer', { cause: null }), ['outer']],
    [deep(0), ['level 0', 'caused by: level 1', 'caused by: level 2', 'caused by: level 3', 'caused by: level 4']],
    [
      new Error(Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')),
      [...Array.from({ length: 13 }, (_, line) => `line ${line}`), 'and 7 more lines'],
    ],
    [
      z.object({ name: z.string(), ports: z.array(z.number()) }).safeParse({ ports: [1, 'x'] }).error,
      [
        'name: Invalid input: expected string, received undefined',
        'ports.1: Invalid input: expected number, received string',
      ],
    ],
    [{ issues: [null, { message: 5 }, { message: 'no path' }] }, ['no path']],
    [{ issues: {}, message: 'own' }, ['own']],
    ['text\nmore', ['text', 'more']],
    [undefined, ['it threw undefined']],
  ])('%# has all its lines', (thrown, lines) => {
    expect([thrownText(thrown), ...thrownNotes(thrown)]).toEqual(lines);
  });

  test('that throws itself has a text', () => {
    const getter = Object.defineProperty({}, 'message', {
      get() {
        throw new Error('no');
      },
    });
    const text = {
      toString() {
        throw new Error('no');
      },
    };
    expect([thrownText(getter), thrownText(text)]).toEqual(Array(2).fill('it threw an object without a message'));
  });

  test('in `build` is told with all its lines, and the lines that called the place', () => {
    project.write(
      'src/helper.ts',
      "export const need = (text: string): never => {\n  throw new Error(`no ${text}\\nset it`, { cause: new Error('the reason') });\n};\n",
    );
    project.edit('src/web.ts', 'import { z }', "import { need } from './helper.js';\nimport { z }");
    inBuild("\nneed('title');");
    const { stderr } = synthAlone('--no-typecheck');
    expect(stderr).toMatch(
      /failed: no title\n {2}at {3}dev\/web {2}build {2}src\/helper\.ts:2\n {2}note set it\n {2}note caused by: the reason\n {2}note called from src\/web\.ts:\d+\n/,
    );
  });

  test('in `build` is a diagnostic', () => {
    inBuild("if (options.title.includes('dev')) throw Object.create(null); else throw Symbol('s');");
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain('FX301 build-failed: `build` of addon "web" failed: it threw an object without a message');
    expect(stderr).toContain('FX301 build-failed: `build` of addon "web" failed: Symbol(s)');
  });
});

describe("the app's files", () => {
  it('have an import.meta of their own', () => {
    project.write('src/deep/text.txt', 'from a file beside it');
    project.write(
      'src/deep/text.ts',
      `import { readFileSync } from 'node:fs';
export const text: string = readFileSync(new URL('./text.txt', import.meta.url), 'utf8');
export const places = [import.meta.dirname, import.meta.filename].join();
`,
    );
    project.edit('src/web.ts', 'import { z }', "import { places, text } from './deep/text.js';\nimport { z }");
    project.edit('src/web.ts', 'title: options.title', 'title: text, places');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    const written = project.read('k8s/addons/dev/web/config-map.yaml');
    expect(written).toContain('title: from a file beside it');
    expect(written).toContain(`/src/deep,`);
    expect(written).toContain(`/src/deep/text.ts\n`);
  });

  it('keep their places where import.meta is replaced', () => {
    app("void import.meta.url;\n\nthrow new Error('here');");
    expect(synth().stderr).toContain('at   src/app.ts:11');
  });

  it('cannot require, and get a message that says what to write', () => {
    project.write('src/app.cjs', "const { FluxApp } = require('fluxspan');\nmodule.exports = new FluxApp();\n");
    project.edit('cdk8s.yaml', 'src/app.ts', 'src/app.cjs');
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain("write import … from 'fluxspan' in place of require");
  });
});

describe('the folders around it', () => {
  it('.fluxspan: bundles of killed runs go, those of others stay', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    project.write(`.fluxspan/app-${dead}.mjs`, '');
    project.write(`.fluxspan/app-${dead}.mjs.tmp`, '');
    project.write(`.fluxspan/app-${dead}.mjs.0123456789ab.tmp`, '');
    project.write(`.fluxspan/app-${process.pid}.mjs`, '');
    project.write('.fluxspan/mine.mjs', '');
    expect(synth().code).toBe(0);
    expect(leftovers()).toEqual([`.fluxspan/app-${process.pid}.mjs`, '.fluxspan/mine.mjs']);
  });

  it.each(['node_modules/zod/index.js', 'package.json'])('.fluxspan takes no packages from %s', (path) => {
    project.write(`.fluxspan/${path}`, '{}');
    const { code, stderr } = synth();
    expect(code).toBe(1);
    const found = `.fluxspan/${path.split('/')[0]}`;
    expect(stderr).toContain(`FX001 app-not-loaded: the app would load packages by way of "${found}", not from`);
    expect(stderr).toContain(`at   ${found}\n  fix  delete "${found}"`);
  });

  it('.fluxspan takes no packages from where a symlink leads', () => {
    project.write('other/node_modules/zod/index.js', '{}');
    mkdirSync(join(project.folder, 'other/inner'));
    symlinkSync('other/inner', join(project.folder, '.fluxspan'));
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain('the app would load packages by way of "other/node_modules", not from the project');
  });

  it('.fluxspan is written without following a symlink', () => {
    project.write('mine', 'mine');
    mkdirSync(join(project.folder, '.fluxspan'));
    symlinkSync('../mine', join(project.folder, '.fluxspan/.gitignore'));
    expect(synth().code).toBe(0);
    expect(project.read('mine')).toBe('mine');
    expect(project.read('.fluxspan/.gitignore')).toBe('*\n');
  });

  it('.fluxspan that cannot be written is called that', () => {
    project.write('.fluxspan', 'a file');
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain('FX001 app-not-loaded: the bundle of the app cannot be written: EEXIST');
    expect(stderr).toContain('at   .fluxspan');
    expect(stderr).toContain('fix  move or delete what is called .fluxspan and is not a folder');
  });

  it('.fluxspan may be a symlink where packages are found, and is named where they are not', () => {
    const link = join(project.folder, '.fluxspan');
    mkdirSync(join(project.folder, 'inside'));
    symlinkSync('inside', link);
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    for (const target of [outside, join(outside, 'nowhere')]) {
      rmSync(link);
      symlinkSync(target, link);
      const { code, stderr } = synth();
      expect(code).toBe(1);
      expect(stderr).toContain(`through ".fluxspan": it is a symlink to "${target}", from where`);
      expect(stderr).toContain('at   .fluxspan\n  fix  remove the symlink');
      expect(readdirSync(outside)).toEqual([]);
    }
    rmSync(outside, { recursive: true });
  });

  it('a file in place of the tree is said to be in the way', () => {
    project.write('k8s', 'mine');
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain('FX003 path-refused: a file is in the way');
    expect(stderr).toContain('at   k8s\n  fix  move or delete the file, then run synth again');
    expect(stderr.match(/FX003/g)).toHaveLength(1);
    expect(project.read('k8s')).toBe('mine');
  });

  it('two runs at once on a new tree both end well, with the tree of one', async () => {
    expect(synth().code).toBe(0);
    const whole = project.files('k8s');
    for (let round = 0; round < 3; round++) {
      rmSync(join(project.folder, 'k8s'), { recursive: true });
      const runs = await Promise.all(Array.from({ length: 3 }, () => startProcess('synth', '--no-base')));
      expect(runs).toEqual(Array(3).fill({ code: 0, stderr: '' }));
      expect(project.files('k8s')).toEqual(whole);
    }
  });

  it('nothing is written through a link in place of the tree', () => {
    mkdirSync(join(project.folder, 'elsewhere'));
    symlinkSync(join(project.folder, 'elsewhere'), join(project.folder, 'k8s'));
    const { code, stderr } = synth();
    expect(code).toBe(1);
    expect(stderr).toContain("FX003 path-refused: the tree's folder is a symbolic link");
    expect(project.files('elsewhere')).toEqual({});
    rmSync(join(project.folder, 'k8s'));
  });

  it('a tree that cannot be written is a diagnostic', () => {
    // Rights do not keep root out, so a module that loads first makes the file system refuse.
    project.write(
      'refuse.mjs',
      `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(to).includes('k8s')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  renameSync(from, to);
};
syncBuiltinESMExports();`,
    );
    const env = { NODE_OPTIONS: `--import=${join(project.folder, 'refuse.mjs')}` };
    const refused = (...argv: readonly string[]) => runProcessWith(env, project.folder, 'synth', '--no-base', ...argv);
    const { code, stderr } = refused();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error FX003 path-refused: cannot write "[\w./-]+": EACCES, permission denied; nothing in the tree has changed\n/,
    );
    const json = refused('--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { ok: false, diagnostics: [{ code: 'FX003' }] }]);
  });

  it.each(['../x', '.git', 'node_modules/k', 'a\\b', 'a/../../b'])('root and pathPrefix are refused: %s', (path) => {
    project.edit('src/app.ts', 'new FluxApp()', `new FluxApp({ root: ${JSON.stringify(path)} })`);
    const first = synth();
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(`FX209 cluster-options: the root ${JSON.stringify(path)} `);
    project.edit('src/app.ts', 'root:', 'pathPrefix:');
    expect(synth().stderr).toContain(`FX209 cluster-options: the pathPrefix ${JSON.stringify(path)} `);
  });
});

describe('output', () => {
  it.skipIf(process.platform === 'win32')('that nobody reads to its end is not a crash (needs a shell)', () => {
    const bin = join(root, 'bin/fluxspan.js');
    const command = `("${process.execPath}" "${bin}" synth --no-base --json --check; echo "code $?" >&2) | true`;
    const { stderr } = spawnSync('sh', ['-c', command], { cwd: project.folder, encoding: 'utf8' });
    expect(stderr).toBe('code 1\n');
  });

  it('holds no control characters', () => {
    const text = printDiagnostic({
      code: 'FX301',
      name: 'build-failed',
      severity: 'error',
      message: 'a\u001b[31mb\r',
      at: { addon: '\u001b]0;x\u0007' },
      notes: ['\u202e'],
      fix: 'a\tb',
    });
    expect(text).toBe(
      'error FX301 build-failed: a\\u001b[31mb\\u000d\n  at   \\u001b]0;x\\u0007\n  note \\u202e\n  fix  a\tb\n',
    );
  });

  it.each(['NaN', '-Infinity', '1n', 'Symbol("s")', '() => 1', '{ get: 1n }'])(
    'values that are no data: %s',
    (value) => {
      project.edit('src/web.ts', 'title: options.title', `title: ${value} as unknown as string`);
      const { code, stderr } = synth();
      expect(code).toBe(1);
      expect(stderr).toContain('error FX311 unprintable:');
      expect(stderr).toMatch(/at {3}dev\/web\/ConfigMap\/web {2}data\.title/);
      expect(stderr).not.toContain('fluxspan has a bug');
    },
  );
});

describe('a hostile value in the code of an app', () => {
  const deep = 'const deep = (n: number) => { let v: any = 1; for (let i = 0; i < n; i++) v = { a: v }; return v; };';
  const release =
    "{ chart: { spec: { chart: 'x', sourceRef: { kind: 'HelmRepository', name: 'x' } } }, values: deep(3400) }";
  it.each([
    [
      'values that are 3,400 levels deep',
      `${deep} new HelmRelease(scope, 'r', ${release} as any);`,
      'FX010 too-deep: HelmRelease/web has a value that is nested deeper than the 500 levels that are read',
    ],
    [
      'a symbol as a name',
      "new ApiObject(scope, 'x', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: Symbol('x') } } as any);",
      'ConfigMap/Symbol(x)',
    ],
    [
      'a getter that throws',
      "new ApiObject(scope, 'x', { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec: { get a() { throw new Error('boo'); } } } as any);",
      'boo',
    ],
    [
      'a kind that is a symbol',
      "new ApiObject(scope, 'x', { apiVersion: 'v1', kind: Symbol('x'), metadata: { name: 'a' } } as any);",
      'FX3',
    ],
    [
      'a group that JavaScript knows',
      "new ApiObject(scope, 'x', { apiVersion: 'constructor/v1', kind: 'A', metadata: { name: 'a' } } as any);",
      'FX6',
    ],
    [
      'a list without an end',
      "const list: any[] = []; list[4e9] = 1; new ApiObject(scope, 'x', { apiVersion: 'a.example/v1', kind: 'A', metadata: { name: 'a' }, spec: list } as any);",
      'a list has 4000000001 items, more than any API server takes',
    ],
    [
      'something thrown that throws',
      'throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } });',
      '`build` of addon "web" failed',
    ],
  ])('is a diagnostic: %s', (_, code, message) => {
    project.edit(
      'src/web.ts',
      'import { ConfigMap,',
      "import { ApiObject } from 'cdk8s';\nimport { ConfigMap, HelmRelease,",
    );
    inBuild(`${code}\n// @ts-ignore\n`);
    const { code: status, stderr } = synth();
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('is a diagnostic, as what an exception or a default export is', () => {
    project.edit('src/app.ts', '.stage(', ".except({ a: Symbol('x') } as any, null as any).stage(");
    expect(synth()).toMatchObject({ code: 1, stderr: expect.stringContaining('FX625') });
    project.write('src/app.ts', 'export default new Proxy({}, { has() { throw 2; } });');
    expect(synth()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the default export of the app is not a FluxApp'),
    });
  });
});

describe.skipIf(process.platform !== 'linux')('a file whose name is not UTF-8', () => {
  const name = (folder: string) =>
    Buffer.concat([Buffer.from(`${project.folder}/${folder}/`), Buffer.from([0xff, 0x2e]), Buffer.from('yaml')]);

  it("is in nobody's way, and refused where Flux would read it", () => {
    expect(synth().code).toBe(0);
    mkdirSync(join(project.folder, 'k8s/notes'));
    writeFileSync(name('k8s/notes'), 'a: 1\n');
    mkdirSync(Buffer.concat([Buffer.from(`${project.folder}/k8s/`), Buffer.from([0xe9])]));
    expect(synth('--check')).toMatchObject({ code: 0, stderr: '' });
    const git = (...args: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: project.folder });
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['add', 'k8s'],
      ['commit', '-qm', 'all'],
    ])
      git(...args);
    project.edit('src/web.ts', 'title: options.title', 'name: options.title');
    writeFileSync(name('k8s/clusters/dev'), 'a: 1\n');
    expect(runCommand(project.folder, 'synth', '--base', 'main')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `has a name that isn't UTF-8, and Flux would build nothing of the cluster with it`,
      ),
    });
  });
});

describe('a project in a folder that looks like a bare repository', () => {
  it('is refused, and runs no program that its settings name', () => {
    const marker = join(project.folder, 'marker');
    project.write('HEAD', 'ref: refs/heads/main\n');
    project.write('config', `[core]\nworktree = .\nfsmonitor = "touch '${marker}'; false"\n`);
    for (const name of ['objects', 'refs']) mkdirSync(join(project.folder, name));
    const { code, stderr } = runCommand(project.folder, 'synth');
    expect(code).toBe(1);
    expect(stderr).toContain('error FX504 no-base');
    expect(stderr).toContain('looks like a bare git repository');
    expect(stderr).not.toContain('--no-base');
    const diff = runCommand(project.folder, 'diff');
    expect(diff.code).not.toBe(0);
    expect(diff.stderr).toContain('looks like a bare git repository');
    expect(readdirSync(project.folder)).not.toContain('marker');
  });
});
