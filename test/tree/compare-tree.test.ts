import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { treeAt } from '../../src/compile/layout.js';
import { openChecksumLists } from '../../src/tree/checksum-lists.js';
import { compareTree, noChanges, type TreeChanges } from '../../src/tree/compare-tree.js';
import { type Owner, withHeader } from '../../src/tree/header.js';
import { withOldHeader } from '../support/old-header.js';
import { wholeFolder } from '../support/whole-folder.js';
import { writeFiles } from '../support/write-files.js';

let root = '';
/** What an earlier run wrote. */
const written = new Map<string, string>();
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compare-'));
  written.clear();
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string): void => writeFiles(root, { [path]: text });
/** Writes a file as an earlier run did, with its checksums. */
const putOwn = (path: string, text = own(path)): void => {
  written.set(path, text);
  writeFiles(root, { [path]: text, ...Object.fromEntries(listsOf(written)) });
};
const listsOf = (plan: ReadonlyMap<string, string>) => openChecksumLists(plan, wholeFolder, () => undefined).planned;

const own = (path: string, body = 'a: 1\n', cluster = 'dev') => withHeader(path, body, { cluster, addon: 'web' });
const planOf = (...paths: string[]) => new Map(paths.map((path) => [path, own(path)]));
const compareAll = (plan: ReadonlyMap<string, string>, options: { all?: boolean; force?: boolean } = {}): TreeChanges =>
  compareTree(
    root,
    plan,
    { clusters: ['dev'], all: options.all ?? false },
    { force: options.force ?? false, tree: wholeFolder },
  );
const compare = (...of: Parameters<typeof compareAll>): Omit<TreeChanges, 'lists'> => {
  const { lists, ...changes } = compareAll(...of);
  return changes;
};
const { lists: noLists, ...unchanged } = noChanges;
const nothing = { ...unchanged, problems: [] };

test('a tree that is not there yet gets all files, sorted', () => {
  rmSync(root, { recursive: true });
  expect(compare(planOf('b/x.yaml', 'a.yaml', 'b/a.yaml'))).toEqual({
    ...nothing,
    added: ['a.yaml', 'b/a.yaml', 'b/x.yaml'],
  });
  mkdirSync(root);
});

test('what is as planned is unchanged, in a checkout with CRLF too', () => {
  putOwn('a.yaml');
  putOwn('é/b.md', own('é/b.md', 'x 🚀\ny\n'));
  put('é/b.md', own('é/b.md', 'x 🚀\ny\n').replaceAll('\n', '\r\n'));
  const plan = planOf('a.yaml').set('é/b.md', own('é/b.md', 'x 🚀\ny\n'));
  expect(compare(plan)).toEqual({ ...nothing, unchanged: 2 });
});

test('own files that differ are changed, those that no plan has are removed', () => {
  putOwn('a.yaml', own('a.yaml', 'a: 2\n'));
  putOwn('conflict.yaml');
  put('conflict.yaml', `<<<<<<< HEAD\n${own('conflict.yaml')}=======\nx\n>>>>>>> b\n`);
  putOwn('old/b.json', own('old/b.json', '{}\n'));
  expect(compare(planOf('a.yaml', 'conflict.yaml'))).toEqual({
    ...nothing,
    changed: ['a.yaml', 'conflict.yaml'],
    removed: ['old/b.json'],
  });
});

test('edited files are kept, planned or stale, until force says otherwise', () => {
  putOwn('a.yaml', own('a.yaml', 'a: 2\n'));
  putOwn('stale.yaml');
  put('a.yaml', `${own('a.yaml', 'a: 2\n')}mine: true\n`);
  put('stale.yaml', `${own('stale.yaml')}mine: true\n`);
  expect(compare(planOf('a.yaml'))).toEqual({ ...nothing, kept: ['a.yaml', 'stale.yaml'] });
  expect(compare(planOf('a.yaml'), { force: true })).toEqual({
    ...nothing,
    changed: ['a.yaml'],
    removed: ['stale.yaml'],
  });
});

describe('a file and its checksums', () => {
  const path = 'a.yaml';
  const before = own(path, 'a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n');
  const plan = new Map([[path, own(path, 'a: 1\n')]]);
  const list = wholeFolder.checksums('dev', 'web');
  const stateOf = (text: string): 'changed' | 'kept' => {
    put(path, text);
    const { changed, kept } = compare(plan);
    expect([...changed, ...kept]).toEqual([path]);
    return kept.length === 0 ? 'changed' : 'kept';
  };
  beforeEach(() => putOwn(path, before));

  test('are rewritten where the file is what was written, in a checkout with CRLF too', () => {
    expect(stateOf(before)).toBe('changed');
    put(list, readFileSync(join(root, list), 'utf8').replaceAll('\n', '\r\n'));
    expect(stateOf(before.replaceAll('\n', '\r\n'))).toBe('changed');
  });

  test('find any one character more or less, and lines that were moved, doubled or deleted', () => {
    const lines = before.split('\n');
    const edits = [...before].flatMap((_, at) => [
      `${before.slice(0, at)}z${before.slice(at)}`,
      before.slice(0, at) + before.slice(at + 1),
    ]);
    const moved = [...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)].join('\n');
    for (const text of [...edits, moved, before.replace('b: 1\n', ''), before.replace('b: 1\n', 'b: 1\nb: 1\n')]) {
      put(path, text);
      const { changed, removed, problems } = compare(plan);
      // A header that is broken makes the file another's, which stays too.
      expect([...changed, ...removed], JSON.stringify(text)).toEqual([]);
      expect(problems.every(({ kind }) => kind === 'foreign-file')).toBe(true);
    }
  });

  test('find an edit that only the list could hide, or that no list knows', () => {
    put(list, 'mine\n');
    expect(stateOf(before)).toBe('kept');
    rmSync(join(root, list));
    expect(stateOf(before)).toBe('kept');
    expect(compare(plan).unlisted).toEqual([path]);
    putOwn(path, before);
    expect(stateOf(before.replace('b: 1', 'b: 2'))).toBe('kept');
    expect(compare(plan).unlisted).toEqual([]);
  });

  test('fit what git made of two branches that changed different lines', () => {
    const merged = before.replace('a: 1', 'a: 2').replace('e: 1', 'e: 2');
    const textOf = (text: string) => [...listsOf(new Map([[path, text]])).values()][0]!;
    const [base, ours, theirs] = [before, before.replace('a: 1', 'a: 2'), before.replace('e: 1', 'e: 2')].map(textOf);
    put('ours', ours!);
    put('base', base!);
    put('theirs', theirs!);
    const { stdout } = spawnSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toBe(textOf(merged));
    put(list, stdout);
    expect(stateOf(merged)).toBe('changed');
    expect(stateOf(merged.replace('c: 1', 'c: 2'))).toBe('kept');
  });

  test('let a conflict be resolved, and keep an edit outside of it', () => {
    const [one, two] = [before.replace('b: 1', 'b: 2'), before.replace('b: 1', 'b: 3')];
    const conflict = (a: string, b: string) => `<<<<<<< HEAD\n${a}=======\n${b}>>>>>>> topic\n`;
    const text = before.replace('b: 1\n', conflict('b: 2\n', 'b: 3\n'));
    const [ours, theirs] = [one, two].map((side) => [...listsOf(new Map([[path, side]])).values()][0]!);
    put(list, conflict(ours!, theirs!));
    expect(stateOf(text)).toBe('changed');
    expect(stateOf(one)).toBe('changed');
    expect(stateOf(text.replace('d: 1', 'd: 2'))).toBe('kept');
    put(list, ours!);
    expect(stateOf(text)).toBe('changed');
    expect(stateOf(text.replaceAll('\n', '\r\n'))).toBe('changed');
  });

  test('are written without a word, and only count where a file that is as planned has none', () => {
    expect(compareAll(new Map([[path, before]])).lists).toEqual(new Map());
    expect([...compareAll(plan).lists.keys()]).toEqual([list]);
    expect([...compareAll(new Map()).lists]).toEqual([[list, undefined]]);
    rmSync(join(root, list));
    expect(compare(new Map([[path, before]]))).toEqual({ ...nothing, added: [list], unchanged: 1 });
    put(list, listsOf(new Map([[path, own(path)]])).get(list)!);
    expect(compare(new Map([[path, before]]))).toEqual({ ...nothing, changed: [list], unchanged: 1 });
    put(list, 'mine\n');
    expect(compare(new Map([[path, before]])).problems.map(({ kind }) => kind)).toEqual(['foreign-file']);
  });
});

test('what was written in front of the header is an edit, where the plan has the file', () => {
  put('a.yaml', `# mine\n${own('a.yaml', 'a: 2\n')}`);
  put('b.md', `mine\n\n${own('b.md')}`);
  put('c.json', `\n${own('c.json', '{}\n')}`);
  put('quoted.md', `a file looks like this:\n\n${own('x.md')}`);
  const plan = new Map([...planOf('a.yaml', 'b.md'), ['c.json', own('c.json', '{ "a": 1 }\n')]]);
  expect(compare(plan)).toEqual({ ...nothing, kept: ['a.yaml', 'b.md', 'c.json'] });
  expect(compare(plan, { force: true }).changed).toEqual(['a.yaml', 'b.md', 'c.json']);
});

test('what was written in front of a header that names the file itself is an edit, where no plan has it either', () => {
  put('a.yaml', `# mine\n${own('a.yaml')}`);
  put('b.json', `\n${own('b.json', '{}\n')}`);
  put('marked.yaml', `\ufeff${own('marked.yaml')}`);
  put('quoted.md', `a file looks like this:\n\n${own('x.md')}`);
  put('old.yaml', `# mine\n${withOldHeader('old.yaml', own('old.yaml'))}`);
  expect(compare(new Map())).toEqual({ ...nothing, kept: ['a.yaml', 'b.json', 'marked.yaml'] });
  expect(compare(new Map(), { force: true }).removed).toEqual(['a.yaml', 'b.json', 'marked.yaml']);
});

test('files of a cluster that this run does not answer for stay, and clusters that no longer exist are named', () => {
  putOwn('prod.yaml', own('prod.yaml', 'a: 1\n', 'prod'));
  put('prod-edited.yaml', `${own('prod-edited.yaml', 'a: 1\n', 'prod')}b: 1\n`);
  put('old.md', withHeader('old.md', '# Old\n', { cluster: 'old' }));
  putOwn('dev.yaml');
  expect(compare(new Map())).toEqual({ ...nothing, removed: ['dev.yaml'] });
  for (const force of [false, true]) {
    expect(compare(new Map(), { all: true, force })).toEqual({
      ...nothing,
      removed: ['dev.yaml'],
      undeclared: [
        { name: 'old', addons: [] },
        { name: 'prod', addons: ['web'] },
      ],
    });
  }
});

test('a copy of a generated file stays, and is only overwritten by force', () => {
  putOwn('web/config-map.yaml');
  put('web/copy.yaml', own('web/config-map.yaml'));
  put('planned.yaml', own('web/config-map.yaml'));
  put('in-front.yaml', `# mine\n${own('web/config-map.yaml')}`);
  const plan = planOf('web/config-map.yaml', 'planned.yaml', 'in-front.yaml');
  const { problems, ...changes } = compare(plan);
  expect(changes).toEqual({ ...unchanged, unchanged: 1 });
  expect(problems.map(({ path, cause }) => [path, cause])).toEqual([
    ['in-front.yaml', '"in-front.yaml" is there already and was not generated by fluxspan, or has lost its header'],
    ['planned.yaml', '"planned.yaml" is a copy of a file that fluxspan generated for "web/config-map.yaml"'],
  ]);
  expect(compare(planOf('web/config-map.yaml', 'planned.yaml'), { force: true })).toEqual({
    ...nothing,
    unchanged: 1,
    changed: ['planned.yaml'],
  });
  expect(compare(new Map(), { force: true })).toEqual({ ...nothing, removed: ['web/config-map.yaml'] });
});

const oldHeader = (path: string, body: string, owner: Owner) => withOldHeader(path, withHeader(path, body, owner));

test('a header without a path counts where the version before put the file, and is rewritten without a change', () => {
  const web = { cluster: 'dev', addon: 'web' };
  const object = 'apiVersion: v1\nkind: ConfigMap\n';
  const files: Readonly<Record<string, readonly [owner: Owner, body: string]>> = {
    'clusters/dev/web.yaml': [web, 'a: 1\n'],
    'addons/dev/web/config-map.yaml': [web, object],
    'addons/dev/web/config-map.core.yaml': [web, object],
    'crds/dev/web/kustomization.yaml': [web, 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n'],
    'contract/dev/contract.tf': [{ cluster: 'dev' }, 'a = 1\n'],
  };
  const copies = ['clusters/dev/copy.yaml', 'addons/dev/web/copy.yaml', 'addons/dev/other/config-map.yaml', 'a.yaml'];
  for (const [path, [owner, body]] of Object.entries(files)) put(path, oldHeader(path, body, owner));
  for (const path of copies) put(path, oldHeader(path, object, web));
  expect(compare(new Map(), { force: true })).toEqual({ ...nothing, removed: Object.keys(files).sort() });
  const plan = new Map(Object.entries(files).map(([path, [owner, body]]) => [path, withHeader(path, body, owner)]));
  expect(compare(plan)).toEqual({ ...nothing, headers: Object.keys(files).sort() });
  put('clusters/dev/web.yaml', `${oldHeader('clusters/dev/web.yaml', 'a: 1\n', web)}# mine\n`);
  expect(compare(plan).kept).toEqual(['clusters/dev/web.yaml']);
});

test('files without our header stay, and stop a plan that wants their place', () => {
  put('notes.md', '# Mine\n');
  put('LICENSE', 'text\n');
  put('a.yaml', 'a: 1\n');
  expect(compare(new Map())).toEqual(nothing);
  expect(compare(planOf('a.yaml', 'b.yaml'), { force: true })).toEqual({
    ...nothing,
    added: ['b.yaml'],
    problems: [
      {
        kind: 'foreign-file',
        path: 'a.yaml',
        cause: '"a.yaml" is there already and was not generated by fluxspan, or has lost its header',
        fix: 'move or delete "a.yaml", then run synth again',
      },
    ],
  });
});

test('folders of Flux, of tools and of git are not looked into', () => {
  for (const folder of ['clusters/dev/flux-system', '.hidden', 'contract/dev/.terraform', 'node_modules/a']) {
    putOwn(`${folder}/x.yaml`);
  }
  expect(compare(new Map(), { all: true })).toEqual(nothing);
  putOwn('addons/dev/flux-system/x.yaml');
  expect(compare(new Map()).removed).toEqual(['addons/dev/flux-system/x.yaml']);
});

test('a plan into a folder that is not looked into is refused', () => {
  const { problems } = compare(planOf('clusters/dev/flux-system/x.yaml', '.a/x.yaml', 'b/node_modules/x.yaml'));
  expect(problems.map(({ kind, path }) => [kind, path])).toEqual([
    ['bad-path', '.a'],
    ['bad-path', 'b/node_modules'],
    ['bad-path', 'clusters/dev/flux-system'],
  ]);
});

test('paths that lead out of the tree, or nowhere, are refused', () => {
  const bad = [
    '../x.yaml',
    'a/../x.yaml',
    './x.yaml',
    '/x.yaml',
    'C:/x.yaml',
    'a//x.yaml',
    'a/',
    '',
    'a\\x.yaml',
    'a\0.yaml',
  ];
  const { problems, added } = compare(new Map([...bad, 'ok..yaml'].map((path) => [path, 'a: 1\n'])));
  expect(problems.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual(
    bad.map((path) => `bad-path ${path}`).sort(),
  );
  expect(problems.find(({ path }) => path === 'a//x.yaml')?.cause).toBe(
    'the planned path "a//x.yaml" has an empty segment',
  );
  expect(added).toEqual(['ok..yaml']);
  expect(compare(planOf(`a/${'x'.repeat(250)}.yaml`)).problems).toEqual([]);
  expect(compare(planOf(`a/${'é'.repeat(126)}.yaml`)).problems[0]?.cause).toContain(
    'has a name of 257 bytes, and 255 are allowed',
  );
});

test('two planned paths that one file system takes for one are refused, folders too', () => {
  const kinds = (...paths: string[]) => compare(planOf(...paths)).problems.map(({ kind, path }) => `${kind} ${path}`);
  expect(kinds('a/X.yaml', 'a/x.yaml')).toEqual(['case-clash a/x.yaml']);
  expect(kinds('A/x.yaml', 'a/y.yaml')).toEqual(['case-clash a']);
  expect(kinds('caf\u00e9.yaml', 'cafe\u0301.yaml')).toEqual(['case-clash caf\u00e9.yaml']);
  expect(kinds('a/x.yaml', 'b/X.yaml')).toEqual([]);
  expect(kinds('a.yaml', 'a.yaml/b.yaml')).toEqual(['bad-path a.yaml']);
});

test('a file of others that differs only by case from a planned one is a problem, an own stale one is not', () => {
  put('A.yaml', 'mine: 1\n');
  putOwn('B.yaml');
  const { problems, added, removed } = compare(planOf('a.yaml', 'b.yaml'));
  expect(problems.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['case-clash A.yaml']);
  expect({ added, removed }).toEqual({ added: ['a.yaml', 'b.yaml'], removed: ['B.yaml'] });
});

test('nothing is written through a link, and links that nobody needs are left alone', () => {
  put('elsewhere/real.yaml', 'a: 1\n');
  symlinkSync(join(root, 'elsewhere'), join(root, 'clusters'));
  symlinkSync(join(root, 'elsewhere/real.yaml'), join(root, 'a.yaml'));
  symlinkSync('/nowhere', join(root, 'dangling.yaml'));
  const { problems, added } = compare(planOf('clusters/dev/x.yaml', 'clusters/y.yaml', 'a.yaml', 'dangling.yaml'));
  expect(problems).toEqual([
    {
      kind: 'symlink',
      path: 'a.yaml',
      cause: '"a.yaml" is a symbolic link, and nothing is written through one',
      fix: 'replace it by a file',
    },
    {
      kind: 'symlink',
      path: 'clusters',
      cause: '"clusters" is a symbolic link, and nothing is written through one',
      fix: 'replace it by a folder',
    },
    expect.objectContaining({ kind: 'symlink', path: 'dangling.yaml' }),
  ]);
  expect(added).toEqual([]);
  expect(compare(new Map()).problems).toEqual([]);
});

test('nothing is written through a link above the tree, and what lies above the project is not judged', () => {
  put('elsewhere/k8s/mine.txt', 'x');
  put('project/README.md', 'x');
  symlinkSync(join(root, 'elsewhere'), join(root, 'project/infra'));
  const scope = { clusters: ['dev'], all: false };
  const compareIn = (folder: string) =>
    compareTree(join(root, 'project', folder), planOf('a.yaml'), scope, { force: false, tree: treeAt(folder) })
      .problems;
  const problem = { kind: 'symlink', path: '', fix: 'replace it by a folder' };
  expect(compareIn('infra/k8s')).toEqual([
    { ...problem, cause: '"infra" is a symbolic link, and nothing is written through one' },
  ]);
  expect(compareIn('infra')).toEqual([
    { ...problem, cause: "the tree's folder is a symbolic link, and nothing is written through one" },
  ]);
  symlinkSync(join(root, 'project'), join(root, 'link'));
  expect(
    compareTree(join(root, 'link/k8s'), planOf('a.yaml'), scope, { force: false, tree: treeAt('k8s') }).problems,
  ).toEqual([]);
});

test('a folder in the place of a file is a problem only if something in it stays', () => {
  putOwn('a.yaml/old.yaml');
  mkdirSync(join(root, 'a.yaml/empty'));
  expect(compare(planOf('a.yaml'))).toEqual({ ...nothing, added: ['a.yaml'], removed: ['a.yaml/old.yaml'] });
  put('a.yaml/deep/mine.txt', 'x');
  expect(compare(planOf('a.yaml')).problems).toEqual([
    {
      kind: 'not-a-file',
      path: 'a.yaml',
      cause: '"a.yaml" must be a file, and is a folder that holds "a.yaml/deep/mine.txt"',
      fix: 'move or delete "a.yaml/deep/mine.txt", then run synth again',
    },
  ]);
});

test('a file in the place of a folder is a problem only if it stays', () => {
  putOwn('a.yaml');
  put('b', 'mine');
  const { added, removed, problems } = compare(planOf('a.yaml/x.yaml', 'b/x.yaml', 'b/y.yaml'));
  expect({ added, removed }).toEqual({ added: ['a.yaml/x.yaml'], removed: ['a.yaml'] });
  expect(problems).toEqual([
    {
      kind: 'not-a-folder',
      path: 'b',
      cause: '"b" must be a folder, and is a file',
      fix: 'move or delete "b", then run synth again',
    },
  ]);
});

test('the order of the plan does not matter', () => {
  put('a.yaml', 'x');
  putOwn('b.yaml', own('b.yaml', 'x: 1\n'));
  const paths = ['a.yaml', 'b.yaml', 'c.yaml', 'C.yaml', '../d.yaml', 'e/f.yaml'];
  const forth = compare(planOf(...paths));
  expect(forth.problems.map(({ kind }) => kind)).toEqual(['bad-path', 'foreign-file', 'case-clash']);
  expect(compare(planOf(...paths.reverse()))).toEqual(forth);
});
