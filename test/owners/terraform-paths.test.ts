import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GitAnswers } from '../../src/applied/git.js';
import { ask } from '../../src/applied/git-queries.js';
import type { ClusterLayout } from '../../src/compile/layout.js';
import { outsideOfContracts, terraformPaths } from '../../src/owners/terraform-paths.js';
import { gitIn } from '../support/git-in.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeFiles } from '../support/write-files.js';

it('finds the same files of Terraform in what git listed before as by asking it', async () => {
  const folder = temporaryFolder();
  const git = gitIn(folder);
  git('init', '--quiet');
  writeFiles(folder, {
    '.gitignore': 'ignored.tf\n',
    'committed.tf': '',
    'gone.tofu': '',
    'changed.tf.json': '{}',
    'infra/deep/ä "b".tofu.json': '{}',
    'infra/.tf': '',
    'not.tfvars': '',
    tf: '',
  });
  symlinkSync('committed.tf', join(folder, 'link.tf'));
  git('add', '--all');
  git('commit', '--quiet', '-m', 'all');
  rmSync(join(folder, 'gone.tofu'));
  writeFiles(folder, { 'changed.tf.json': '{ }', 'ignored.tf': '', 'new.tf': '', 'infra/staged.tf': '' });
  git('add', 'infra/staged.tf');

  const answers = new GitAnswers();
  await answers.ask(folder, ask.touched);
  const earlier = { answers, project: folder };
  const found = await terraformPaths(folder, earlier);
  expect(found).toEqual(await terraformPaths(folder));
  expect(found).toEqual([
    'changed.tf.json',
    'committed.tf',
    'gone.tofu',
    'infra/.tf',
    'infra/deep/ä "b".tofu.json',
    'infra/staged.tf',
    'link.tf',
    'new.tf',
  ]);

  writeFiles(folder, { 'later.tf': '' });
  expect(await terraformPaths(folder, earlier), 'git was asked again').toEqual(found);
  expect(await terraformPaths(folder, { answers: new GitAnswers(), project: folder })).toContain('later.tf');
});

it('finds none where git listed none', async () => {
  const folder = temporaryFolder();
  gitIn(folder)('init', '--quiet');
  writeFiles(folder, { 'main.tf.md': '', 'tofu/README.md': '' });
  const answers = new GitAnswers();
  await answers.ask(folder, ask.touched);
  expect(await terraformPaths(folder, { answers, project: folder })).toEqual([]);
});

it.each([
  ['', 'contract/dev/main.tf', false],
  ['', 'contract/device/main.tf', true],
  ['', 'infra/main.tf', true],
  ['deploy', 'deploy/contract/dev/main.tf', false],
  ['deploy', 'contract/dev/main.tf', true],
])(
  'with the tree at "%s", says of %s whether it is another one than a contract: %s',
  (inRepository, path, isOutside) => {
    const clusters = new Map([['dev', { contract: 'contract/dev' } as ClusterLayout]]);
    expect(outsideOfContracts({ inRepository, clusters })(path)).toBe(isOutside);
  },
);
