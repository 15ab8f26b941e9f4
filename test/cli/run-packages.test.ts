import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeStore } from '../../src/cli/run-code.js';
import { keepPackages, savePackages } from '../../src/cli/run-packages.js';

const { _pathCache: found } = Module as unknown as { readonly _pathCache: Record<string, string> };

const INDEX = `const { add } = require('./parts/add');
exports.sum = (value) => add(40, value);
exports.given = [this === exports, require.main === undefined, module.exports === exports, __filename, __dirname];
exports.resolved = require.resolve('./parts/add');
exports.fail = () => { throw new Error('no'); };
`;

interface Exported {
  readonly sum: (value: number) => number;
  readonly given: readonly unknown[];
  readonly resolved: string;
  readonly fail: () => never;
}

describe('the code of a CommonJS package', () => {
  let folder: string;
  let kept: Map<string, Buffer>;
  let use: string;
  const store: CodeStore = {
    get use() {
      return use;
    },
    read: (name) => kept.get(name),
    write: (name, bytes) => kept.set(name, bytes),
  };
  const at = (path: string): string => join(folder, 'node_modules/adder', path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  /** What a new process would load, and whether it wrote anything. */
  const run = (compiles = true): { readonly loaded: Exported; readonly wrote: boolean } => {
    for (const known of [createRequire(import.meta.url).cache, found]) {
      for (const key of Object.keys(known)) if (key.includes(folder)) delete known[key];
    }
    const before = new Map(kept);
    keepPackages(store, compiles);
    const loaded = createRequire(join(folder, 'app.js'))('adder') as Exported;
    savePackages();
    return { loaded, wrote: [...kept].some(([name, bytes]) => before.get(name)?.equals(bytes) !== true) };
  };
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-packages-')));
    kept = new Map();
    use = 'synth';
    write('package.json', '{ "name": "adder", "main": "index.js" }');
    write('index.js', INDEX);
    write('parts/add.js', 'exports.add = (a, b) => a + b;\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gets what Node gives a module, and has its own places in a stack', () => {
    const { loaded } = run();
    expect(loaded.given.slice(0, 3)).toEqual([true, process.mainModule === undefined, true]);
    expect(loaded.given.slice(3)).toEqual([at('index.js'), at('')].map((path) => path.replace(/\/$/, '')));
    expect(loaded.resolved).toBe(at('parts/add.js'));
    expect(loaded.fail).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${at('index.js')}:5:30`) }));
  });

  it.each([true, false])('is kept for the next run, where it is compiled here: %s', (compiles) => {
    const first = run(compiles);
    expect([first.loaded.sum(2), first.wrote]).toEqual([42, true]);
    expect(kept.size).toBe(1);
    const second = run(compiles);
    expect([second.loaded.sum(2), second.wrote]).toEqual([42, false]);
  });

  it('gets the functions that a run of another kind calls, and once more after another file', () => {
    const runAs = (kind: string) => {
      use = kind;
      return run().wrote;
    };
    expect([runAs('synth'), runAs('diff'), runAs('synth'), runAs('diff')]).toEqual([true, true, false, false]);
    write('parts/add.js', 'exports.add = (a, b) => b + a;\n');
    expect([runAs('synth'), runAs('diff'), runAs('synth'), runAs('diff')]).toEqual([true, true, false, false]);
  });

  it('runs the text that is there, also where one of the same length was compiled before', () => {
    run();
    write('parts/add.js', 'exports.add = (a, b) => a * b;\n');
    const { loaded, wrote } = run();
    expect([loaded.sum(2), wrote]).toEqual([80, true]);
  });

  it('finds files anew once the package was installed anew', () => {
    run();
    rmSync(at('parts/add.js'));
    write('parts/add/index.js', 'exports.add = (a, b) => a - b;\n');
    write('manifest.json', '{ "name": "adder", "main": "index.js" }');
    renameSync(at('manifest.json'), at('package.json'));
    const { loaded, wrote } = run();
    expect([loaded.sum(2), wrote, loaded.resolved]).toEqual([38, true, at('parts/add/index.js')]);
  });

  it('keeps what other commands have loaded', () => {
    run();
    const [name] = [...kept.keys()];
    const before = kept.get(name!)!;
    write('more.js', 'exports.more = 1;\n');
    keepPackages(store, true);
    createRequire(join(folder, 'app.js'))('adder/more.js');
    savePackages();
    expect(kept.get(name!)!.length).toBeGreaterThan(before.length);
    expect(run().wrote).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 8)],
    ['has another byte in it', (bytes) => Buffer.from(bytes.map((byte, index) => (index === 200 ? byte ^ 1 : byte)))],
  ])('compiles the text where what was kept %s, and keeps that', (_, damage) => {
    run();
    const [name, bytes] = [...kept][0]!;
    kept.set(name, damage(bytes));
    const { loaded, wrote } = run();
    expect([loaded.sum(2), wrote]).toEqual([42, true]);
    expect(run().wrote).toBe(false);
  });

  it.each([
    ['its package says so', '{ "name": "times", "type": "module", "main": "index.js" }'],
    ['only its syntax says so', '{ "name": "times", "main": "index.js" }'],
  ])('may require an ES module, where %s', (_, manifest) => {
    const times = join(folder, 'node_modules/times');
    mkdirSync(times);
    writeFileSync(join(times, 'package.json'), manifest);
    writeFileSync(join(times, 'index.js'), 'export const times = (a, b) => a * b;\n');
    write('parts/add.js', "exports.add = require('times').times;\n");
    expect([run().loaded.sum(2), run().loaded.sum(2), run().wrote]).toEqual([80, 80, false]);
  });

  it('may import a module later, in each run', async () => {
    write('parts/more.mjs', 'export const more = 2;\n');
    write('parts/add.js', "exports.add = async (a, b) => a + b + (await import('./more.mjs')).more;\n");
    for (let turn = 0; turn < 3; turn++) expect(await run().loaded.sum(2)).toBe(44);
  });

  it('finds files anew once one has come or gone', () => {
    run();
    write('parts/add/index.js', 'exports.add = (a, b) => a - b;\n');
    expect(run().loaded.resolved).toBe(at('parts/add.js'));
    rmSync(at('parts/add.js'));
    expect(run().loaded.resolved).toBe(at('parts/add/index.js'));
    write('parts/add.js', 'exports.add = (a, b) => a * b;\n');
    expect(run().loaded.resolved).toBe(at('parts/add.js'));
    expect(run().wrote).toBe(false);
  });

  it("says in Node's words what is wrong with a file", () => {
    write('parts/add.js', 'exports.add = (a, b => a;\n');
    expect(() => run()).toThrow(
      expect.objectContaining({ name: 'SyntaxError', stack: expect.stringContaining(`${at('parts/add.js')}:1`) }),
    );
    savePackages();
  });

  it('leaves code outside of packages to Node', () => {
    writeFileSync(join(folder, 'own.js'), 'exports.own = 1;\n');
    keepPackages(store, true);
    expect(createRequire(join(folder, 'app.js'))('./own.js')).toEqual({ own: 1 });
    savePackages();
    expect([...kept.values()].some((bytes) => bytes.includes('own.js'))).toBe(false);
  });
});
