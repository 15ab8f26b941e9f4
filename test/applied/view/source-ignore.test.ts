import { describe, expect, it } from 'vitest';
import { openSourceFilter, treeOfSource } from '../../../src/applied/view/source-ignore.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { memoryTree } from './memory-tree.js';

/** Whether a source leaves a file out. */
const leavesOut = (path: string, files: Readonly<Record<string, string>>, spec: JsonObject = {}, prefix = '') =>
  openSourceFilter(memoryTree({ ...files, [path]: '' }), prefix, spec).why(path) !== undefined;
const ignores = (patterns: string, path: string) => leavesOut(path, { '.sourceignore': patterns });

describe('the files that a source ignores', () => {
  it("are Flux's defaults without a .sourceignore", () => {
    for (const path of ['.github/a.yaml', 'a/.sops.yaml', 'a/b.png', '.gitignore', 'a/.gitmodules', 'x.tar.gz'])
      expect([path, leavesOut(path, {})]).toEqual([path, true]);
    for (const path of ['a/b.yaml', 'github/a.yaml', 'sops.yaml', 'a/.sops.yaml.bak', 'gitignore'])
      expect([path, leavesOut(path, {})]).toEqual([path, false]);
  });

  it("replace the defaults, except for git's own files, if there is a .sourceignore", () => {
    expect(ignores('nothing', 'a/.sops.yaml')).toBe(false);
    expect(ignores('nothing', '.gitignore')).toBe(true);
  });

  it.each([
    ['a.yaml', 'b/a.yaml', true],
    ['/a.yaml', 'b/a.yaml', false],
    ['/a.yaml', 'a.yaml', true],
    ['docs', 'a/docs/b.yaml', true],
    ['docs/', 'a/docs/b.yaml', true],
    ['docs/', 'a/docs', false],
    ['a/docs', 'b/a/docs/c.yaml', false],
    ['a/docs', 'a/docs/c.yaml', true],
    ['**/docs', 'b/a/docs/c.yaml', true],
    ['a/**/c.yaml', 'a/c.yaml', true],
    ['a/**/c.yaml', 'a/b/b/c.yaml', true],
    ['a/**', 'a/b/c.yaml', true],
    ['/**', 'b/c.yaml', false],
    ['/*', 'b/c.yaml', true],
    ['*.yaml', 'b/c.yml', false],
    ['[a-c]?.yaml', 'x/b1.yaml', true],
    ['[^a-c]?.yaml', 'x/b1.yaml', false],
    ['[', '[', false],
    ['a\\*', 'a*', true],
    ['*a*a*a*b', `${'a'.repeat(60)}`, false],
    ['# a.yaml', 'a.yaml', false],
    ['a.yaml   ', 'a.yaml', true],
  ])('match the pattern %j against the path %j: %s', (pattern, path, expected) => {
    expect(ignores(pattern, path)).toBe(expected);
  });

  it('follow the last matching pattern of the nearest file', () => {
    expect(ignores('/*\n!/k8s', 'k8s/a.yaml')).toBe(false);
    expect(ignores('!/k8s\n/*', 'k8s/a.yaml')).toBe(true);
    const files = { '.sourceignore': 'a.yaml', 'k8s/.sourceignore': '!a.yaml' };
    expect(leavesOut('k8s/x/a.yaml', files)).toBe(false);
    expect(leavesOut('other/a.yaml', files)).toBe(true);
  });

  it("follow the source's own patterns over those of any file", () => {
    const files = { '.sourceignore': '!a.yaml' };
    expect(leavesOut('b/a.yaml', files, { ignore: 'a.yaml' })).toBe(true);
    expect(leavesOut('b/a.yaml', {}, { sparseCheckout: ['k8s', './b/c/'] })).toBe(true);
    expect(leavesOut('b/c/a.yaml', {}, { sparseCheckout: ['k8s', './b/c/'] })).toBe(false);
    expect(leavesOut('b/a.yaml', {}, { sparseCheckout: ['.'] })).toBe(false);
  });

  it("are relative to the source's folder", () => {
    const files = { '.sourceignore': 'a.yaml', 'platform/.sourceignore': '/k8s/b.yaml' };
    expect(leavesOut('platform/a.yaml', files, {}, 'platform/')).toBe(false);
    expect(leavesOut('platform/k8s/b.yaml', files, {}, 'platform/')).toBe(true);
  });
});

describe('a tree that is near to another one', () => {
  const both = { 'a/b.yaml': '1', 'a/docs/c.yaml': '1', 'a/c.png': '1', 'e/docs/f.yaml': '1' };
  const first = { ...both, 'a/old.yaml': '1', 'old.png': '1' };
  /** Without what it had before, with its own files, and with the lines of its `.sourceignore`s as they are there. */
  const states = {
    'the same patterns': {},
    'patterns of its own': { '.sourceignore': 'docs/\n' },
    'patterns in a folder': { 'a/.sourceignore': '/docs\n*.yaml\n!b.yaml\n' },
  };

  it.each(Object.entries(states))('has the files that it would have alone, with %s', (_, own) => {
    for (const before of [{}, { '.sourceignore': 'c.yaml\n' }, { 'a/.sourceignore': 'docs\n' }]) {
      const one = memoryTree({ ...first, ...before });
      const files = { ...both, 'new.png': '1', 'b/docs/new.yaml': '1', ...own };
      const unlike = new Set([
        'a/old.yaml',
        'old.png',
        'new.png',
        'b/docs/new.yaml',
        ...Object.keys({ ...before, ...own }),
      ]);
      const near = { ...memoryTree(files), near: { blobs: one.blobs, unlike, where: new Map() } };
      for (const spec of [{}, { ignore: 'e\n' }, { sparseCheckout: ['a'] }]) {
        for (const prefix of ['', 'a/']) {
          for (const tree of [near, { ...near, ofSources: new Map() }]) {
            const found = [...treeOfSource(tree, prefix, spec).blobs.keys()].sort();
            expect(found).toEqual([...treeOfSource(memoryTree(files), prefix, spec).blobs.keys()].sort());
          }
          expect([...treeOfSource(one, prefix, spec).blobs.keys()].sort()).toEqual(
            [...treeOfSource(memoryTree({ ...first, ...before }), prefix, spec).blobs.keys()].sort(),
          );
        }
      }
    }
  });
});
