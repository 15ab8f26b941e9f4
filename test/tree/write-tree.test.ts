import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareTree, noChanges } from '../../src/tree/compare-tree.js';
import { withHeader } from '../../src/tree/header.js';
import { TreeWriteError, writeTree } from '../../src/tree/write-tree.js';
import { wholeFolder } from '../support/whole-folder.js';
import { writeFiles } from '../support/write-files.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-'));
});
afterEach(() => rmSync(root, { recursive: true }));

type Tree = Readonly<Record<string, string>>;

const own = (path: string, body: string) => withHeader(path, body, { cluster: 'dev', addon: 'web' });
const planOf = (tree: Tree) => new Map(Object.entries(tree).map(([path, body]) => [path, own(path, body)]));
const compare = (plan: ReadonlyMap<string, string>) =>
  compareTree(root, plan, { clusters: ['dev'], all: true }, { force: false, tree: wholeFolder });

const synth = (tree: Tree): void => {
  const plan = planOf(tree);
  writeTree(root, compare(plan), plan);
};

/** All that is there but the checksums: text by path, folders that are empty as `path/`. */
const read = (folder = ''): Record<string, string> => {
  if (folder === 'checksums') return {};
  const names = readdirSync(join(root, folder)).sort();
  if (names.length === 0 && folder !== '') return { [`${folder}/`]: '' };
  return Object.assign(
    {},
    ...names.map((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      return statSync(join(root, path)).isDirectory() ? read(path) : { [path]: readFileSync(join(root, path), 'utf8') };
    }),
  ) as Record<string, string>;
};

const texts = (tree: Tree) => Object.fromEntries(planOf(tree));

const put = (path: string, text: string): void => writeFiles(root, { [path]: text });

const plans: Readonly<Record<string, readonly [Tree, Tree]>> = {
  'nothing to something': [{}, { 'a.yaml': '1', 'b/c.yaml': '2', 'b/d/e/f.yaml': '3' }],
  'something to nothing': [{ 'a.yaml': '1', 'b/c.yaml': '2', 'b/d/e/f.yaml': '3' }, {}],
  'other text': [
    { 'a.yaml': '1', 'b/c.yaml': '2' },
    { 'a.yaml': '1', 'b/c.yaml': 'é' },
  ],
  'a folder that keeps one file of two': [{ 'b/c.yaml': '1', 'b/d.yaml': '1' }, { 'b/c.yaml': '1' }],
  'all files of a folder change their names': [{ 'b/c.yaml': '1' }, { 'b/d.yaml': '1', 'b/e/f.yaml': '1' }],
  'a file becomes a folder': [
    { 'a.yaml': '1', 'b/c.yaml': '1' },
    { 'a.yaml/b.yaml': '1', 'b/c.yaml/d/e.yaml': '1' },
  ],
  'a folder becomes a file': [
    { 'a.yaml/b.yaml': '1', 'b/c.yaml/d/e.yaml': '1' },
    { 'a.yaml': '1', 'b/c.yaml': '1' },
  ],
  'another case': [
    { 'a/B.yaml': '1', 'C/d.yaml': '1' },
    { 'a/b.yaml': '2', 'c/d.yaml': '1' },
  ],
  'nothing changes': [{ 'a.yaml': '1' }, { 'a.yaml': '1' }],
};

for (const [what, [before, after]] of Object.entries(plans)) {
  test(`${what}: the tree is the plan, and comparing again finds nothing`, () => {
    synth(before);
    expect(read()).toEqual(texts(before));
    synth(after);
    expect(read()).toEqual(texts(after));
    const again = compare(planOf(after));
    expect({ ...again, unchanged: 0 }).toEqual({ ...noChanges, problems: [] });
    expect(existsSync(join(root, 'checksums'))).toBe(Object.keys(after).length > 0);
  });
}

test('a file keeps its mode', () => {
  synth({ 'a.yaml': '1', 'b.yaml': '1' });
  chmodSync(join(root, 'a.yaml'), 0o600);
  chmodSync(join(root, 'b.yaml'), 0o755);
  synth({ 'a.yaml': '2', 'b.yaml': '2', 'c.yaml': '2' });
  const modes = ['a.yaml', 'b.yaml'].map((path) => statSync(join(root, path)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o755]);
  expect(read()).toEqual(texts({ 'a.yaml': '2', 'b.yaml': '2', 'c.yaml': '2' }));
});

test('files of others stay, with their folders, and an edited one too', () => {
  synth({ 'a/x.yaml': '1', 'b/c/x.yaml': '1', 'd.yaml': '1' });
  put('a/mine.txt', 'mine');
  put('b/c/flux-system/x.yaml', 'mine');
  put('d.yaml', `${own('d.yaml', '1')}# mine\n`);
  mkdirSync(join(root, 'empty'));
  synth({});
  expect(read()).toEqual({
    'a/mine.txt': 'mine',
    'b/c/flux-system/x.yaml': 'mine',
    'd.yaml': `${own('d.yaml', '1')}# mine\n`,
    'empty/': '',
  });
});

test('a root that is not there is made', () => {
  const outer = root;
  root = join(outer, 'k8s/deep');
  synth({ 'a/b.yaml': '1' });
  expect(read()).toEqual(texts({ 'a/b.yaml': '1' }));
  root = outer;
});

test('an unchanged file is not touched', () => {
  synth({ 'a/b.yaml': '1', 'a/c.yaml': '1' });
  const before = statSync(join(root, 'a/b.yaml'), { bigint: true });
  synth({ 'a/b.yaml': '1', 'a/c.yaml': '2' });
  const after = statSync(join(root, 'a/b.yaml'), { bigint: true });
  expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
});

test('a tree with problems is not written', () => {
  put('a.yaml', 'mine');
  expect(() => synth({ 'a.yaml': '1', 'b.yaml': '1' })).toThrow('a tree with problems is not written');
  expect(read()).toEqual({ 'a.yaml': 'mine' });
});

test('what killed runs have left is removed, the folder of a living process is not', async () => {
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  const living = `.fluxspan-${process.ppid}`;
  put(`.fluxspan-${dead.pid}/new/a.yaml`, 'half');
  put(`.fluxspan-${dead.pid}/emptied.json`, '["gone/inner","gone","../outside","kept"]');
  put(`.fluxspan-${process.pid}/files/0`, 'of a process that had our number');
  put(`${living}/files/0`, 'x');
  put('.fluxspan-notes/x', 'x');
  put('kept/mine.txt', 'x');
  mkdirSync(join(root, 'gone/inner'), { recursive: true });
  synth({});
  expect(read()).toEqual({ [`${living}/files/0`]: 'x', '.fluxspan-notes/x': 'x', 'kept/mine.txt': 'x' });
});

test('text that cannot be written leaves the tree as it was, and the error says so', () => {
  synth({ 'a.yaml': '1', 'stale.yaml': '1' });
  const before = read();
  const tooDeep = `${'deep'.repeat(50)}/`.repeat(25);
  expect(() => synth({ 'a.yaml': '2', [`${tooDeep}a.yaml`]: '1' })).toThrow(
    /^cannot write "deep[^"]*": ENAMETOOLONG, .*; nothing in the tree has changed$/,
  );
  expect(read()).toEqual(before);
});

test('a failure half way says how far it came, and the next run ends it', () => {
  synth({ 'a.yaml': '1', 'b.yaml': '1', 'c.yaml': '1', 'stale.yaml': '1' });
  const plan = planOf({ 'a.yaml': '2', 'b.yaml': '2', 'c.yaml': '2' });
  const changes = compare(plan);
  rmSync(join(root, 'b.yaml'));
  put('b.yaml/mine.txt', 'made after the comparison');
  let error: unknown;
  try {
    writeTree(root, changes, plan);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(TreeWriteError);
  expect(error).toMatchObject({ path: 'b.yaml', done: 2 });
  expect(String(error)).toMatch(
    /cannot write "b\.yaml": .*; 2 of 4 files are written or removed, each one whole; run synth again/,
  );
  expect(read()).toEqual({
    'a.yaml': own('a.yaml', '2'),
    'b.yaml/mine.txt': 'made after the comparison',
    'c.yaml': own('c.yaml', '1'),
  });
  rmSync(join(root, 'b.yaml'), { recursive: true });
  writeTree(root, compare(plan), plan);
  expect(read()).toEqual(Object.fromEntries(plan));
});

test('a tree that this user may not write is left as it was, and the error names the path', () => {
  synth({ 'a.yaml': '1' });
  const asOther = process.getuid?.() === 0;
  if (asOther) chownSync(root, NOBODY, NOBODY);
  chmodSync(root, 0o555);
  const seteuid = (id: number) => asOther && process.seteuid?.(id);
  seteuid(NOBODY);
  try {
    expect(() => synth({ 'a.yaml': '2' })).toThrow(
      /^cannot write the tree: EACCES, .*; nothing in the tree has changed$/,
    );
  } finally {
    seteuid(0);
    chmodSync(root, 0o755);
  }
  expect(read()).toEqual(texts({ 'a.yaml': '1' }));
});

/** Root may write everywhere, so the test takes the number of a user who may not. */
const NOBODY = 65534;

test('links of others in the tree survive', () => {
  symlinkSync('nowhere', join(root, 'link'));
  synth({ 'a/b.yaml': '1' });
  synth({});
  expect(readdirSync(root)).toEqual(['link']);
});

/** Between the text of the last file being asked for, and the first file or folder taking its place. */
const whileStaging = (tree: Tree, act: () => void) => {
  const plan = new Map(planOf(tree));
  const last = [...plan.keys()].at(-1);
  const get = plan.get.bind(plan);
  let done = false;
  plan.get = (path) => {
    if (path === last && !done) {
      done = true;
      act();
    }
    return get(path);
  };
  return plan;
};

test('a folder that another run has made meanwhile gets the files one by one, and keeps its own', () => {
  const tree = { 'a/b/c.yaml': '1', 'a/b/d.yaml': '1', 'a/e.yaml': '1', 'a/f/g.yaml': '1', 'z/z.yaml': '1' };
  const plan = whileStaging(tree, () => {
    put('a/b/c.yaml', own('a/b/c.yaml', 'of the other'));
    put('a/b/mine.txt', 'mine');
    mkdirSync(join(root, 'a/f'));
  });
  writeTree(root, compare(plan), plan);
  expect(read()).toEqual({ ...texts(tree), 'a/b/mine.txt': 'mine' });
});

test('a folder of another that stands where a file in a new folder belongs stays, and is told', () => {
  const plan = whileStaging({ 'a/b.yaml': '1', 'a/c.yaml': '1' }, () => put('a/b.yaml/mine.txt', 'mine'));
  expect(() => writeTree(root, compare(plan), plan)).toThrow(/^cannot write "a": /);
  expect(read()['a/b.yaml/mine.txt']).toBe('mine');
});

test('nothing is written through a link that somebody made meanwhile', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  const plan = whileStaging({ 'a/b/c.yaml': '1', 'a/d.yaml': '1' }, () => {
    mkdirSync(join(root, 'a'));
    symlinkSync(elsewhere, join(root, 'a/b'));
  });
  expect(() => writeTree(root, compare(plan), plan)).toThrow(/^cannot write "a": /);
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

const FILES = 300;
const KILLS = 13;
const pathsOf = (version: number) =>
  Array.from({ length: FILES }, (_, i) =>
    // A third stays in place, a third moves to other folders, a third is there every other time.
    i % 3 === 0
      ? `kept/f${i}.yaml`
      : i % 3 === 1
        ? `moved-${version % 2}/d${i % 7}/f${i}.yaml`
        : `some-${i % 5}/f${i}.yaml`,
  ).filter((_, i) => i % 3 !== 2 || version % 2 === 0);
const treeOf = (version: number): Tree =>
  Object.fromEntries(
    pathsOf(version).map((path) => [path, `version: ${version % 2}\n${path}\n${'x'.repeat(2000)}\nend\n`]),
  );

/** Writes one plan, and kills itself before a given one of its changes to the disk; prints how many there are. */
const KILLED_RUN = `
  import fs, { readFileSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { compareTree } from '../../src/tree/compare-tree.js';
  import { writeTree } from '../../src/tree/write-tree.js';
  import { wholeFolder } from '../support/whole-folder.js';
  const [root, texts] = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const plan = new Map(Object.entries(texts));
  const changes = compareTree(root, plan, { clusters: ['dev'], all: true }, { force: false, tree: wholeFolder });
  const last = Number(process.argv[3]);
  let count = 0;
  for (const name of ['mkdirSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'rmdirSync', 'rmSync', 'chmodSync']) {
    const act = fs[name];
    fs[name] = (...args) => {
      if (count === last) {
        process.kill(process.pid, 'SIGKILL');
        for (;;);
      }
      count++;
      return act(...args);
    };
  }
  syncBuiltinESMExports();
  writeTree(root, changes, plan);
  process.stdout.write(String(count));
`;

/** Writes one plan into a new tree, at the moment that it is told. */
const TOLD_RUN = `
  import { readFileSync } from 'node:fs';
  import { compareTree, noChanges } from '../../src/tree/compare-tree.js';
  import { writeTree } from '../../src/tree/write-tree.js';
  import { wholeFolder } from '../support/whole-folder.js';
  const [root, texts] = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const plan = new Map(Object.entries(texts));
  const changes = compareTree(root, plan, { clusters: ['dev'], all: true }, { force: false, tree: wholeFolder });
  process.stdout.write('ready');
  readFileSync(0);
  writeTree(root, changes, plan);
`;

test('runs that write one new tree at the same time all end well, with the right tree', async () => {
  const work = mkdtempSync(join(tmpdir(), 'together-'));
  const script = join(work, 'run.mjs');
  buildSync({
    stdin: { contents: TOLD_RUN, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
    logLevel: 'error',
  });
  const tree = texts(treeOf(0));
  writeFileSync(join(work, 'plan.json'), JSON.stringify([root, tree]));
  try {
    for (let round = 0; round < 8; round++) {
      const children = Array.from({ length: 3 }, () =>
        spawn(process.execPath, [script, join(work, 'plan.json')], { stdio: ['pipe', 'pipe', 'pipe'] }),
      );
      await Promise.all(children.map((child) => once(child.stdout, 'data')));
      const ended = children.map(async (child) => {
        let stderr = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
        const [code] = (await once(child, 'close')) as [number | null];
        return { code, stderr };
      });
      for (const child of children) child.stdin.end();
      expect(await Promise.all(ended)).toEqual(Array(3).fill({ code: 0, stderr: '' }));
      expect(read()).toEqual(tree);
      rmSync(root, { recursive: true });
      mkdirSync(root);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
});

test('a run that is killed leaves each file old or new, and the next one ends as if nothing had happened', () => {
  const work = mkdtempSync(join(tmpdir(), 'killed-'));
  const script = join(work, 'run.mjs');
  buildSync({
    stdin: { contents: KILLED_RUN, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
    logLevel: 'error',
  });
  const [even, odd] = [texts(treeOf(0)), texts(treeOf(1))];
  const always = Object.keys(even).filter((path) => path in odd);
  const write = (tree: Readonly<Record<string, string>>, last: number) => {
    writeFileSync(join(work, 'plan.json'), JSON.stringify([root, tree]));
    const { signal, stdout, stderr } = spawnSync(process.execPath, [script, join(work, 'plan.json'), String(last)], {
      encoding: 'utf8',
    });
    return { signal, stdout, stderr };
  };
  try {
    write(even, Number.POSITIVE_INFINITY);
    const steps = Number(write(odd, Number.POSITIVE_INFINITY).stdout);
    expect(steps).toBeGreaterThan(FILES);
    write(even, Number.POSITIVE_INFINITY);
    // Before the first step and the last, and evenly between them; the tree is the even one and the odd one by turns.
    for (let kill = 0; kill < KILLS; kill++) {
      const [from, to] = kill % 2 === 0 ? [even, odd] : [odd, even];
      expect(read()).toEqual(from);
      const before = Math.round(((steps - 1) * kill) / (KILLS - 1));
      expect(write(to, before), `killed before step ${before}`).toEqual({ signal: 'SIGKILL', stdout: '', stderr: '' });

      const left = read();
      const strays = Object.entries(left).filter(
        ([path, text]) =>
          !path.startsWith('.fluxspan-') && !path.endsWith('/') && text !== even[path] && text !== odd[path],
      );
      expect(strays, `killed before step ${before}`).toEqual([]);
      expect(always.filter((path) => !(path in left))).toEqual([]);
      expect(Object.keys(left).some((path) => path.startsWith('.fluxspan-'))).toBe(kill > 0);

      const plan = new Map(Object.entries(to));
      writeTree(root, compare(plan), plan);
      expect(read(), `killed before step ${before}`).toEqual(to);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}, 180_000);
