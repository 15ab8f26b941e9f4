import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/root.js';

interface Step {
  readonly name?: string;
  readonly run?: string;
}

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};
const steps = workflow.jobs['publish']!.steps;

const run = (name: string, folder: string, env: Readonly<Record<string, string>>): void => {
  const step = steps.find((one) => one.name === name);
  execFileSync('bash', ['-euo', 'pipefail', '-c', step!.run!], { cwd: folder, env: { ...process.env, ...env } });
};

it('the released package names the repository that released it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-release-'));
  mkdirSync(join(folder, 'scripts'));
  for (const file of ['package.json', 'scripts/name-repository.js']) copyFileSync(join(root, file), join(folder, file));
  run('The package names this repository', folder, {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'example/fluxspan',
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'fluxspan',
    version,
    repository: { type: 'git', url: 'git+https://github.com/example/fluxspan.git' },
    homepage: 'https://github.com/example/fluxspan#readme',
    bugs: { url: 'https://github.com/example/fluxspan/issues' },
  });
});

it('the package is published after it names the repository', () => {
  const named = steps.findIndex(({ name }) => name === 'The package names this repository');
  const published = steps.findIndex(({ run }) => run?.startsWith('npm publish'));
  expect(named).toBeGreaterThan(-1);
  expect(published).toBeGreaterThan(named);
});
