import { describe, expect, it } from 'vitest';
import { filesBelow, filesIn, foldersIn, hasFolder } from '../../src/applied/folders.js';

const files = new Map(
  ['a/b/c.yaml', 'a/d.yaml', 'ab/e.yaml', 'f.yaml', 'a/b/g/h.yaml', 'a/i.yaml', 'f.yaml.d/j'].map((path) => [path, '']),
);

describe('the folders of a tree', () => {
  it('have their own files, and not those of a folder with a longer name', () => {
    expect(filesIn(files, 'a')).toEqual(['a/d.yaml', 'a/i.yaml']);
    expect(filesIn(files, '')).toEqual(['f.yaml']);
    expect(filesIn(files, 'a/')).toEqual([]);
    expect(filesIn(files, 'none')).toEqual([]);
  });

  it('have all below them', () => {
    expect(filesBelow(files, 'a')).toEqual(['a/b/c.yaml', 'a/b/g/h.yaml', 'a/d.yaml', 'a/i.yaml']);
    expect(filesBelow(files, '')).toEqual([...files.keys()].sort());
    expect(filesBelow(files, 'a/b/g')).toEqual(['a/b/g/h.yaml']);
    expect(filesBelow(files, 'a/d.yaml')).toEqual([]);
  });

  it('are there if anything is below them', () => {
    expect(foldersIn(files, '')).toEqual(['a', 'ab', 'f.yaml.d']);
    expect(foldersIn(files, 'a')).toEqual(['a/b']);
    expect(['', 'a', 'a/b', 'a/b/g'].map((folder) => hasFolder(files, folder))).toEqual([true, true, true, true]);
    expect(['f.yaml', 'b', 'a/'].map((folder) => hasFolder(files, folder))).toEqual([false, false, false]);
    expect(hasFolder(new Map(), '')).toBe(true);
  });
});
