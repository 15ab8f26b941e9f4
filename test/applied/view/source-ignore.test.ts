import { describe, expect, it } from 'vitest';
import { openSourceFilter } from '../../../src/applied/view/source-ignore.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { memoryTree } from './memory-tree.js';

/** Whether a source leaves a file out. */
const leavesOut = (path: string, files: Readonly<Record<string, string>>, spec: JsonObject = {}, prefix = '') =>
  openSourceFilter(memoryTree({ ...files, [path]: '' }), prefix, spec).why(path) !== undefined;
const ignores = (patterns: string, path: string) => leavesOut(path, { '.sourceignore': patterns });

describe('what a source leaves out', () => {
  it('is what Flux leaves out by default', () => {
    for (const path of ['.github/a.yaml', 'a/.sops.yaml', 'a/b.png', '.gitignore', 'a/.gitmodules', 'x.tar.gz'])
      expect([path, leavesOut(path, {})]).toEqual([path, true]);
    for (const path of ['a/b.yaml', 'github/a.yaml', 'sops.yaml', 'a/.sops.yaml.bak', 'gitignore'])
      expect([path, leavesOut(path, {})]).toEqual([path, false]);
  });

  it('is no longer that, but for git itself, where a file says something else', () => {
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
  ])('%s, %s: %s', (pattern, path, expected) => {
    expect(ignores(pattern, path)).toBe(expected);
  });

  it('is what the last pattern says, of the nearest file', () => {
    expect(ignores('/*\n!/k8s', 'k8s/a.yaml')).toBe(false);
    expect(ignores('!/k8s\n/*', 'k8s/a.yaml')).toBe(true);
    const files = { '.sourceignore': 'a.yaml', 'k8s/.sourceignore': '!a.yaml' };
    expect(leavesOut('k8s/x/a.yaml', files)).toBe(false);
    expect(leavesOut('other/a.yaml', files)).toBe(true);
  });

  it('is what the source itself says, more than any file', () => {
    const files = { '.sourceignore': '!a.yaml' };
    expect(leavesOut('b/a.yaml', files, { ignore: 'a.yaml' })).toBe(true);
    expect(leavesOut('b/a.yaml', {}, { sparseCheckout: ['k8s', './b/c/'] })).toBe(true);
    expect(leavesOut('b/c/a.yaml', {}, { sparseCheckout: ['k8s', './b/c/'] })).toBe(false);
    expect(leavesOut('b/a.yaml', {}, { sparseCheckout: ['.'] })).toBe(false);
  });

  it('starts where the source starts', () => {
    const files = { '.sourceignore': 'a.yaml', 'platform/.sourceignore': '/k8s/b.yaml' };
    expect(leavesOut('platform/a.yaml', files, {}, 'platform/')).toBe(false);
    expect(leavesOut('platform/k8s/b.yaml', files, {}, 'platform/')).toBe(true);
  });
});
