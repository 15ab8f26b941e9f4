import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startAsking } from '../../src/applied/ask-ahead.js';
import { ask } from '../../src/applied/git-queries.js';
import { gitIn } from '../support/git-in.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const needs: ReadonlySet<string> = new Set(['index', 'remotes']);
const remembered = { needs, get: () => undefined, set: () => {} };
const root = realpathSync(temporaryFolder());

let top: string;
let git: ReturnType<typeof gitIn>;
let number = 0;
beforeEach(() => {
  top = join(root, `repository-${number++}`);
  mkdirSync(join(top, 'infra/app'), { recursive: true });
  writeFileSync(join(top, 'infra/app/file.yaml'), 'a: 1\n');
  git = gitIn(top);
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'https://example.org/a.git');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'one');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});

/** Which of the queries were answered: the index, the remotes, the base, and its files. */
const answered = async (folder: string, at: string, base: readonly string[]): Promise<readonly boolean[]> => {
  const { answers, done } = startAsking(folder, remembered);
  await done;
  const commit = git('rev-parse', 'origin/main').trim();
  return [ask.touched, ask.settings, base, ask.list(commit, ''), ask.staged(commit)].map(
    (args) => answers.tryFind(at, args, undefined) !== undefined,
  );
};
const all = [true, true, true, true, true];

describe('what git is asked ahead', () => {
  it('is answered for the repository around a folder', async () => {
    expect(await answered(join(top, 'infra/app'), top, ask.commit('origin/main'))).toEqual(all);
  });

  it('is where another branch parts from the base', async () => {
    git('checkout', '--quiet', '-b', 'change');
    expect(await answered(top, top, ask.mergeBase('HEAD', 'origin/main'))).toEqual(all);
  });

  it('is asked again in a linked work tree, whose place only git knows', async () => {
    const linked = `${top}-linked`;
    git('worktree', 'add', '--quiet', '-b', 'other', linked);
    expect(await answered(join(linked, 'infra'), linked, ask.mergeBase('HEAD', 'origin/main'))).toEqual(all);
  });

  it('is nothing without a repository', async () => {
    const alone = join(root, 'alone');
    mkdirSync(alone, { recursive: true });
    expect(await answered(alone, alone, ask.commit('origin/main'))).toEqual([false, false, false, false, false]);
  });
});
