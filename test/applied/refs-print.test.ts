import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryPrintRefs } from '../../src/applied/refs-print.js';
import { Repository } from '../changes/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

it('tryPrintRefs changes with a commit, a branch and a fetch, and with nothing else', () => {
  const print = () => tryPrintRefs(repository.folder);
  let before = print();
  const isNew = (): boolean => {
    const now = print();
    const result = now !== before;
    before = now;
    return result;
  };
  repository.write('a.txt', 'a');
  repository.git('add', '--all');
  repository.git('status');
  expect(isNew()).toBe(false);
  repository.commit('one');
  expect(isNew()).toBe(true);
  repository.git('checkout', '--quiet', '-b', 'other');
  expect(isNew()).toBe(true);
  repository.git('push', '--quiet', 'origin', 'HEAD:main');
  expect(isNew()).toBe(true);
  repository.git('reset', '--quiet', '--hard', 'HEAD~1');
  expect(isNew()).toBe(true);
  repository.git('pack-refs', '--all');
  expect(isNew()).toBe(true);
  expect(isNew()).toBe(false);
});

it('tryPrintRefs works in a subfolder and in a linked work tree, and returns undefined outside of git', () => {
  repository.write('sub/a.txt', 'a');
  expect(tryPrintRefs(`${repository.folder}/sub`)).toBe(tryPrintRefs(repository.folder));
  const tree = `${repository.folder}/../linked`;
  repository.git('worktree', 'add', '--quiet', tree, '-b', 'linked');
  const before = tryPrintRefs(tree);
  expect(before).toContain('linked');
  repository.commit('seen from there, too: refs are shared');
  expect(tryPrintRefs(tree)).not.toBe(before);
  expect(tryPrintRefs(temporaryFolder())).toBeUndefined();
});
