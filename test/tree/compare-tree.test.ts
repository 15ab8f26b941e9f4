import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { treeAt } from '../../src/compile/layout.js';
import { compareTree, noChanges, type TreeChanges } from '../../src/tree/compare-tree.js';
import { type Owner, withHeader } from '../../src/tree/header.js';
import { withOldHeader } from '../support/old-header.js';
import { wholeFolder } from '../support/whole-folder.js';
import { writeFiles } from '../support/write-files.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compare-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string): void => writeFiles(root, { [path]: text });

const own = (path: string, body = 'a: 1\n', cluster = 'dev') => withHeader(path, body, { cluster, addon: 'web' });
const planOf = (...paths: string[]) => new Map(paths.map((path) => [path, own(path)]));
const compare = (plan: ReadonlyMap<string, string>, options: { all?: boolean; force?: boolean } = {}): TreeChanges =>
  compareTree(
    root,
    plan,
    { clusters: ['dev'], all: options.all ?? false },
    { force: options.force ?? false, tree: wholeFolder },
  );
const nothing = { ...noChanges, problems: [] };

test('a tree that is not there yet gets all files, sorted', () => {
  rmSync(root, { recursive: true });
  expect(compare(planOf('b/x.yaml', 'a.yaml', 'b/a.yaml'))).toEqual({
    ...nothing,
    added: ['a.yaml', 'b/a.yaml', 'b/x.yaml'],
  });
  mkdirSync(root);
});

test('what is as planned is unchanged, in a checkout with CRLF too', () => {
  put('a.yaml', own('a.yaml'));
  put('é/b.md', own('é/b.md', 'x 🚀\ny\n').replaceAll('\n', '\r\n'));
  const plan = planOf('a.yaml').set('é/b.md', own('é/b.md', 'x 🚀\ny\n'));
  expect(compare(plan)).toEqual({ ...nothing, unchanged: 2 });
});

test('own files that differ are changed, those that no plan has are removed', () => {
  put('a.yaml', own('a.yaml', 'a: 2\n'));
  put('conflict.yaml', `<<<<<<< HEAD\n${own('conflict.yaml')}=======\nx\n>>>>>>> b\n`);
  put('old/b.json', own('old/b.json', '{}\n'));
  expect(compare(planOf('a.yaml', 'conflict.yaml'))).toEqual({
    ...nothing,
    changed: ['a.yaml', 'conflict.yaml'],
    removed: ['old/b.json'],
  });
});

test('edited files are kept, planned or stale, until force says otherwise', () => {
  put('a.yaml', `${own('a.yaml', 'a: 2\n')}mine: true\n`);
  put('stale.yaml', `${own('stale.yaml')}mine: true\n`);
  expect(compare(planOf('a.yaml'))).toEqual({ ...nothing, kept: ['a.yaml', 'stale.yaml'] });
  expect(compare(planOf('a.yaml'), { force: true })).toEqual({
    ...nothing,
    changed: ['a.yaml'],
    removed: ['stale.yaml'],
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
  put('prod.yaml', own('prod.yaml', 'a: 1\n', 'prod'));
  put('prod-edited.yaml', `${own('prod-edited.yaml', 'a: 1\n', 'prod')}b: 1\n`);
  put('old.md', withHeader('old.md', '# Old\n', { cluster: 'old' }));
  put('dev.yaml', own('dev.yaml'));
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
  put('web/config-map.yaml', own('web/config-map.yaml'));
  put('web/copy.yaml', own('web/config-map.yaml'));
  put('planned.yaml', own('web/config-map.yaml'));
  put('in-front.yaml', `# mine\n${own('web/config-map.yaml')}`);
  const plan = planOf('web/config-map.yaml', 'planned.yaml', 'in-front.yaml');
  const { problems, ...changes } = compare(plan);
  expect(changes).toEqual({ ...noChanges, unchanged: 1 });
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
    put(`${folder}/x.yaml`, own(`${folder}/x.yaml`));
  }
  expect(compare(new Map(), { all: true })).toEqual(nothing);
  put('addons/dev/flux-system/x.yaml', own('addons/dev/flux-system/x.yaml'));
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
  put('B.yaml', own('B.yaml'));
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
  put('a.yaml/old.yaml', own('a.yaml/old.yaml'));
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
  put('a.yaml', own('a.yaml'));
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
  put('b.yaml', own('b.yaml', 'x: 1\n'));
  const paths = ['a.yaml', 'b.yaml', 'c.yaml', 'C.yaml', '../d.yaml', 'e/f.yaml'];
  const forth = compare(planOf(...paths));
  expect(forth.problems.map(({ kind }) => kind)).toEqual(['bad-path', 'foreign-file', 'case-clash']);
  expect(compare(planOf(...paths.reverse()))).toEqual(forth);
});
