import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Git } from '../../src/applied/git.js';
import { gitIn } from '../support/git-in.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';

/** A repository with each way in which the index can differ from the last commit, and the work tree from the index. */
const makeRepository = (...init: readonly string[]): string => {
  const folder = temporaryFolder();
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main', ...init);
  const names = [
    'same',
    'staged',
    'unstaged',
    'both',
    'deleted',
    'gone',
    'moved',
    'mode',
    'to-link',
    'fought',
    'sparse',
  ];
  writeFiles(folder, {
    ...Object.fromEntries(names.map((name) => [`a/${name}.yaml`, `${name}: 1\n`])),
    '.gitignore': 'ignored.yaml\n',
  });
  for (const name of ['link', 'other-link', 'to-file']) symlinkSync('same.yaml', join(folder, `a/${name}.yaml`));
  git('add', '--all');
  git('commit', '--quiet', '-m', 'one');
  git('checkout', '--quiet', '-b', 'other');
  writeFiles(folder, { 'a/fought.yaml': 'theirs: 1\n' });
  git('commit', '--quiet', '--all', '-m', 'theirs');
  git('checkout', '--quiet', 'main');
  writeFiles(folder, { 'a/fought.yaml': 'ours: 1\n' });
  git('commit', '--quiet', '--all', '-m', 'ours');
  expect(() => git('merge', '--quiet', 'other')).toThrow();

  git('mv', 'a/moved.yaml', 'a/ü "moved" to.yaml');
  git('rm', '--quiet', '--cached', 'a/deleted.yaml');
  chmodSync(join(folder, 'a/mode.yaml'), 0o755);
  for (const name of ['to-link', 'to-file', 'other-link']) rmSync(join(folder, `a/${name}.yaml`));
  for (const name of ['to-link', 'other-link']) symlinkSync('staged.yaml', join(folder, `a/${name}.yaml`));
  writeFiles(folder, {
    'a/staged.yaml': 'staged: 2\n',
    'a/both.yaml': 'both: 2\n',
    'a/to-file.yaml': 'a: 1\n',
    'a/added.yaml': 'added: 1\n',
  });
  for (const name of ['staged', 'both', 'mode', 'to-link', 'to-file', 'other-link', 'added'])
    git('add', `a/${name}.yaml`);
  git('update-index', '--skip-worktree', 'a/sparse.yaml');
  for (const name of ['gone', 'sparse']) rmSync(join(folder, `a/${name}.yaml`));
  writeFiles(folder, {
    'a/unstaged.yaml': 'unstaged: 2\n',
    'a/both.yaml': 'both: 3\n',
    'a/new.yaml': 'new: 1\n',
    'a/empty.yaml': '',
    'a/to-come.yaml': 'a: 1\n',
    'ignored.yaml': 'a: 1\n',
  });
  git('add', '--intent-to-add', 'a/empty.yaml', 'a/to-come.yaml');
  const module = join(folder, 'module');
  writeFiles(module, { 'in.yaml': 'a: 1\n' });
  gitIn(module)('init', '--quiet', ...init);
  gitIn(module)('add', '--all');
  gitIn(module)('commit', '--quiet', '-m', 'of the module');
  git('-c', 'advice.addEmbeddedRepo=false', 'add', 'module');
  return folder;
};

const sorted = (paths: Iterable<string>): readonly string[] => [...paths].sort();

describe.each([[[]], [['--object-format=sha256']]])('with git init %j', (init) => {
  const folder = makeRepository(...init);
  const git = gitIn(folder);

  it.each([
    ['a commit', (read: Git) => read.files(read.tryCommit('HEAD')!)],
    ['another commit', (read: Git) => read.files(read.tryCommit('main~1')!)],
    ['no commit', () => undefined],
  ])('is read from what differs from %s', (_, list) => {
    const read = new Git(folder);
    list(read);
    const { blobs, links, touched } = read.index();
    expect(sorted(touched)).toEqual(
      ['both', 'fought', 'gone', 'new', 'empty', 'to-come', 'unstaged', 'deleted']
        .map((name) => `a/${name}.yaml`)
        .sort(),
    );
    expect(sorted(links)).toEqual(['a/link.yaml', 'a/other-link.yaml', 'a/to-link.yaml']);
    const names = ['added', 'mode', 'same', 'sparse', 'staged', 'to-file', 'ü "moved" to'];
    expect(sorted(blobs.keys())).toEqual(sorted(['.gitignore', ...names.map((name) => `a/${name}.yaml`)]));
    for (const [path, blob] of blobs) expect(blob, path).toBe(git('rev-parse', `:${path}`).trim());
  });

  it.each(['HEAD', 'main~1'])('tells the same difference from %s, whichever commit was listed first', (revision) => {
    const [read, other] = [new Git(folder), new Git(folder)];
    const commit = read.tryCommit(revision)!;
    read.files(commit);
    other.files(other.tryCommit('other')!);
    expect(sorted(read.unlike(commit))).toEqual(sorted(other.unlike(commit)));
    const changed = ['added', 'both', 'deleted', 'empty', 'fought', 'gone', 'moved', 'new', 'staged', 'to-come'];
    expect(sorted(read.unlike(commit))).toEqual(
      [...changed, 'to-file', 'to-link', 'unstaged', 'ü "moved" to'].map((name) => `a/${name}.yaml`),
    );
  });
});
