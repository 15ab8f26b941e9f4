import { afterEach, expect, it } from 'vitest';
import { findBase } from '../../src/applied/find-base.js';
import { Git } from '../../src/applied/git.js';
import { Repository } from '../changes/repository.js';

let repository: Repository;
afterEach(() => repository.remove());

const baseIn = (folder: string) => findBase(new Git(folder), 'origin/main', undefined);
const head = () => repository.git('rev-parse', 'HEAD').trim();

it('is what a branch has of main, also while a merge of main has conflicts', () => {
  repository = new Repository();
  repository.write('file', 'start\n');
  repository.publish('start');
  const start = head();
  repository.git('checkout', '--quiet', '-b', 'mine');
  repository.write('file', 'mine\n');
  repository.commit('mine');
  repository.git('checkout', '--quiet', 'main');
  repository.write('file', 'main\n');
  repository.publish('main');
  const main = head();
  repository.git('checkout', '--quiet', 'mine');
  expect(baseIn(repository.folder)).toMatchObject({ commit: start });
  expect(() => repository.git('merge', '--quiet', 'main')).toThrow();
  expect(baseIn(repository.folder)).toMatchObject({ commit: main });
  repository.commit('resolved');
  expect(baseIn(repository.folder)).toMatchObject({ commit: main });
});

it('is found in a linked work tree, too', () => {
  repository = new Repository();
  repository.write('file', 'start\n');
  repository.publish('start');
  repository.git('worktree', 'add', '--quiet', '-b', 'linked', 'linked');
  const inLinked = (...args: readonly string[]) => repository.git('-C', 'linked', ...args);
  expect(baseIn(`${repository.folder}/linked`)).toMatchObject({ commit: head() });
  repository.write('linked/file', 'linked\n');
  inLinked('commit', '--quiet', '--all', '-m', 'linked');
  repository.write('file', 'main\n');
  repository.git('commit', '--quiet', '-m', 'main', 'file');
  repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(() => inLinked('merge', '--quiet', 'main')).toThrow();
  expect(baseIn(`${repository.folder}/linked`)).toMatchObject({ commit: head() });
});
