import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { type Run, runCommandWith, runProcessWith } from '../support/run.js';

const project = projectOfEachTest();
let caches = '';
beforeEach(() => {
  caches = mkdtempSync(join(tmpdir(), 'caches-'));
});
afterEach(() => rmSync(caches, { recursive: true }));

type Environment = Readonly<Record<string, string | undefined>>;
const synthIn = (env: Environment, ...argv: readonly string[]): Run =>
  runCommandWith({ XDG_CACHE_HOME: caches, ...env }, project.folder, 'synth', '--no-base', ...argv);
const synth = (...argv: readonly string[]) => synthIn({}, ...argv);
/** A process that has only the file to know from what others found. */
const synthAlone = (...argv: readonly string[]) =>
  runProcessWith({ XDG_CACHE_HOME: caches }, project.folder, 'synth', '--no-base', ...argv);

/** What a run says, without how long it took. */
const said = ({ code, stdout, stderr }: Run) => ({ code, stdout: stdout.replace(/in \d+ ms/, ''), stderr });

const folder = () => join(caches, 'fluxspan');
/** Compiled code isn't of a project. */
const inCache = (path: string): readonly string[] => readdirSync(path).filter((name) => name !== 'code');
/** The file of the project. */
const file = (): string => {
  const [name, ...others] = inCache(folder());
  expect(others).toEqual([]);
  return join(folder(), name!);
};
const read = () => readFileSync(file(), 'utf8');
/** Hashes of what the run found clean. */
const keys = () => read().split('\n').slice(1);
const inBuild = (text: string) => project.edit('src/web.ts', '{ options, vars }) {', `{ options, vars }) { ${text}`);
/** An object of a kind with a schema, and a label that the API server takes or refuses. */
const service = (port: string) =>
  `new ApiObject(scope, 'svc', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc', namespace: 'web' }, spec: { ports: [{ port: ${port} }] } });`;
const withService = (port: string) => {
  project.edit('src/web.ts', 'import ', "import { ApiObject } from 'cdk8s';\nimport ");
  inBuild(service(port));
};

const WRONG_VALUE = 'the value "port" of release "web" does not fit its chart';
/** A release whose value fits the schema of its chart, which is known by a text. */
const withChart = () => {
  project.edit('src/web.ts', 'import { ConfigMap, ', 'import { ConfigMap, HelmRelease, helmChart, ');
  project.edit(
    'src/web.ts',
    "namespace: 'web',",
    `namespace: 'web',
  charts: {
    web: helmChart<{ port?: number | string }>({
      url: 'https://charts.example.org',
      chart: 'web',
      version: '1.2.3',
      valuesSchema: Object.assign(() => JSON.parse('{ "properties": { "port": { "type": "number" } } }'), { text: 'first' }),
    }),
  },`,
  );
  project.edit('src/web.ts', '{ options, vars }', '{ charts, options, vars }');
  project.edit(
    'src/web.ts',
    'vars }) {',
    "vars }) { new HelmRelease(scope, 'web', { chart: charts.web, values: { port: 80 } });",
  );
};

describe('what earlier runs found clean', () => {
  it('is not checked again, and what is new or changed is', () => {
    withService('80');
    expect(synthAlone().code).toBe(0);
    const known = read();
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
    expect(read()).toBe(known);
    project.edit('src/web.ts', 'port: 80', "port: 'http'");
    for (let run = 0; run < 2; run++) {
      const { code, stderr } = synthAlone();
      expect(code).toBe(1);
      expect(stderr).toContain('FX315');
      expect(stderr).toContain('"spec.ports[0].port" takes a whole number');
    }
    project.edit('src/web.ts', "port: 'http'", 'port: 80');
    expect(synthAlone('--check')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is none of a kind that no schema describes: each run and each cluster says so (FX318)', () => {
    project.edit('src/web.ts', 'import ', "import { ApiObject } from 'cdk8s';\nimport ");
    inBuild(
      "new ApiObject(scope, 'thing', { apiVersion: 'example.org/v1', kind: 'Thing', metadata: { name: 'thing' } });",
    );
    const first = synth();
    expect(first.stderr).toContain('example.org/v1 Thing\n  at   dev\n  note and in 1 more cluster: prod\n');
    expect(synth().stderr).toBe(first.stderr);
    // The exception has something to silence in each run.
    project.edit(
      'src/app.ts',
      '})]);',
      "})]).except('FX318', { kind: 'example.org/v1 Thing', reason: 'its CRD is not ours' });",
    );
    for (let run = 0; run < 2; run++) expect(synth().stderr).not.toMatch(/FX318|FX626/);
  });

  it('counts for nothing where another build found it', () => {
    withService("'http'");
    const first = synth();
    expect(first.code).toBe(1);
    writeFileSync(file(), read().replace(/^.*/, 'another build'));
    expect(synth().stderr).toBe(first.stderr);
    expect(read()).not.toContain('another build');
  });

  it.each(['', '\n\n\n', 'x'.repeat(100_000), '\0\ud800{"a":', '[]'])('may be damaged: %j', (text) => {
    const first = synth();
    const known = read();
    writeFileSync(file(), text);
    expect(synth()).toMatchObject({ code: first.code, stderr: first.stderr });
    expect(read()).toBe(known);
  });

  it('has the values of a chart too, by the text of its schema', () => {
    withChart();
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
    // The text says that nothing has changed, and is believed.
    project.edit('src/web.ts', '"number"', '"boolean"');
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
    project.edit('src/web.ts', "'first'", "'second'");
    for (let run = 0; run < 2; run++)
      expect(synthAlone()).toMatchObject({ code: 1, stderr: expect.stringContaining(WRONG_VALUE) });
    project.edit('src/web.ts', '"boolean"', '"number"');
    expect(synthAlone()).toMatchObject({ code: 0, stderr: '' });
    project.edit('src/web.ts', 'port: 80', "port: 'http'");
    for (let run = 0; run < 2; run++)
      expect(synthAlone()).toMatchObject({ code: 1, stderr: expect.stringContaining(WRONG_VALUE) });
  });

  it('is nothing that JSON writes otherwise', () => {
    withService('null as never');
    synth();
    project.edit('src/web.ts', 'port: null as never', 'port: Number.NaN');
    const fresh = synth();
    expect(fresh.stderr).toContain('NaN is not a JSON number');
    writeFileSync(file(), '');
    expect(synth()).toMatchObject({ code: fresh.code, stderr: fresh.stderr });
  });

  it('holds nothing of a Secret', () => {
    expect(synth().code).toBe(0);
    const known = read().split('\n').length;
    project.edit('src/web.ts', 'import ', "import { ApiObject } from 'cdk8s';\nimport ");
    inBuild(
      "new ApiObject(scope, 's', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'web' }, stringData: { a: 'b' } });",
    );
    expect(synth().code).toBe(0);
    // The list of the addon's files is not an object that is checked, so that nothing else is new.
    expect(read().split('\n')).toHaveLength(known);
  });
});

describe('the folder of the cache', () => {
  it("is the user's alone, and holds nothing that a commit could bring", () => {
    expect(synth().code).toBe(0);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(Object.keys(project.files('.fluxspan'))).toEqual(['.fluxspan/.gitignore']);
  });

  it('is a new one in the project', () => {
    withService("'http'");
    const wrong = synth();
    expect(wrong.stderr).toContain('FX315');
    const header = read().split('\n')[0]!;
    project.edit('src/web.ts', "port: 'http'", 'port: 80');
    synth();
    for (const name of ['clean-objects', 'fluxspan/clean-objects']) {
      project.write(`.fluxspan/${name}`, [header, ...keys()].join('\n'));
    }
    project.edit('src/web.ts', 'port: 80', "port: 'http'");
    expect(synth().stderr).toBe(wrong.stderr);
  });

  it('follows HOME where XDG_CACHE_HOME names no absolute path', () => {
    const home = mkdtempSync(join(caches, 'home-'));
    const at = join(home, process.platform === 'darwin' ? 'Library/Caches/fluxspan' : '.cache/fluxspan');
    for (const given of ['', 'relative/cache', undefined]) {
      expect(synthIn({ XDG_CACHE_HOME: given, HOME: home }).code).toBe(0);
      expect(inCache(at)).toHaveLength(1);
      rmSync(at, { recursive: true });
    }
    expect(existsSync(join(project.folder, 'relative'))).toBe(false);
  });

  it('is not one inside the repository', () => {
    execFileSync('git', ['init', '--quiet'], { cwd: project.folder });
    mkdirSync(join(project.folder, 'cache/fluxspan'), { recursive: true, mode: 0o700 });
    symlinkSync(join(project.folder, 'cache'), join(caches, 'link'));
    for (const given of [join(project.folder, 'cache'), join(project.folder, 'new'), join(caches, 'link')]) {
      expect(synthIn({ XDG_CACHE_HOME: given })).toMatchObject({ code: 0, stderr: '' });
    }
    expect(Object.keys(project.files('cache'))).toEqual([]);
    expect(existsSync(join(project.folder, 'new'))).toBe(false);
  });
});

describe('a cache that cannot be trusted or used', () => {
  /** A cache that calls something clean that isn't, and what a run says that doesn't believe it. */
  const forge = () => {
    withChart();
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    project.edit('src/web.ts', '"number"', '"boolean"');
    expect(synth()).toMatchObject({ code: 0, stderr: '' });
    const honest = said(synthIn({ XDG_CACHE_HOME: join(caches, 'empty') }));
    expect(honest).toMatchObject({ code: 1, stderr: expect.stringContaining(WRONG_VALUE) });
    rmSync(join(caches, 'empty'), { recursive: true, force: true });
    return honest;
  };
  const isRoot = process.getuid?.() === 0;

  it.each<readonly [string, () => void]>([
    ['a folder that others may write', () => chmodSync(folder(), 0o777)],
    ['a file that others may write', () => chmodSync(file(), 0o666)],
    ['a huge file', () => truncateSync(file(), 1 << 30)],
    [
      'a folder in place of the file',
      () => {
        const path = file();
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'a symlink in place of the file',
      () => {
        const path = file();
        renameSync(path, join(caches, 'elsewhere'));
        symlinkSync(join(caches, 'elsewhere'), path);
      },
    ],
    [
      'a symlink in place of the folder',
      () => {
        renameSync(folder(), join(caches, 'moved'));
        symlinkSync(join(caches, 'moved'), folder());
      },
    ],
    [
      'a pipe in place of the file',
      () => {
        const path = file();
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
    [
      'a file in place of the folder',
      () => {
        rmSync(folder(), { recursive: true });
        writeFileSync(folder(), 'mine');
      },
    ],
    ['bytes that are not text', () => writeFileSync(file(), Buffer.from([0xff, 0xfe, 0, 10, 0xc3]))],
  ])('is ignored in silence: %s', (_, spoil) => {
    const honest = forge();
    spoil();
    expect(said(synth())).toEqual(honest);
    expect(said(synth())).toEqual(honest);
  });

  it.runIf(isRoot)('is ignored where another user owns it', () => {
    const honest = forge();
    chownSync(file(), 12345, 12345);
    expect(said(synth())).toEqual(honest);
    const before = read();
    chownSync(folder(), 12345, 12345);
    expect(said(synth())).toEqual(honest);
    expect(read()).toBe(before);
    // With sudo: the home of somebody else.
    const home = mkdtempSync(join(caches, 'home-'));
    chownSync(home, 12345, 12345);
    expect(said(synthIn({ XDG_CACHE_HOME: '', HOME: home }))).toEqual(honest);
    expect(readdirSync(home)).toEqual([]);
  });

  it('is done without where it cannot be written', () => {
    const honest = forge();
    for (const given of ['/proc/nowhere', '/dev/null/x', join(caches, 'x'.repeat(300))]) {
      expect(said(synthIn({ XDG_CACHE_HOME: given }))).toEqual(honest);
    }
    expect(said(synthIn({ XDG_CACHE_HOME: '', HOME: '/nonexistent' }))).toEqual(honest);
  });

  it('loses what killed runs have left', () => {
    withService('80');
    synth();
    const path = file();
    writeFileSync(`${path}.0123456789ab.tmp`, 'half');
    project.edit('src/web.ts', 'port: 80', 'port: 81');
    expect(synth().code).toBe(0);
    expect(file()).toBe(path);
  });
});
