import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeProject, type TestProject } from '../../support/project.js';
import { runCommand } from '../../support/run.js';

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let project: TestProject;
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
    cwd: project.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

beforeEach(() => {
  project = makeProject();
  git('init', '--quiet', '--initial-branch=main');
  project.write('.gitignore', 'node_modules\n.fluxspan\n');
  runCommand(project.folder, 'synth', '--no-base');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'the tree');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});
afterEach(() => project.remove());

const diff = (...argv: readonly string[]) => runCommand(project.folder, 'diff', ...argv);

describe('fluxspan diff', () => {
  it('compares the working tree with what Flux has, in every form', () => {
    expect(diff()).toMatchObject({ code: 0, stdout: 'nothing differs\n', stderr: '' });
    project.edit('src/web.ts', "'data', {", "'data', { name: 'other',");
    const { code, stdout } = diff();
    expect(code).toBe(0);
    expect(stdout).toContain('1 to create, 1 to delete (origin/main (');
    expect(stdout).toContain('  + ConfigMap/other in web (web)\n');
    expect(stdout).not.toContain('\u001b');
    expect(diff('--format', 'markdown').stdout).toContain('- `- ConfigMap/web in web (web)`');
    const json = JSON.parse(diff('--json').stdout);
    expect(json.clusters[0].objects.map(({ change, name }: Record<string, string>) => [change, name])).toEqual([
      ['create', 'other'],
      ['delete', 'web'],
    ]);
    expect(diff('HEAD..main')).toMatchObject({ code: 0, stdout: 'nothing differs\n' });
  });

  it('names a revision that is not there, in JSON too', () => {
    expect(diff('v9').stderr).toContain(
      'error FX701 unknown-revision: "v9" is neither a cluster of the app nor a commit',
    );
    const { code, stdout } = diff('v9', '--json');
    expect(code).toBe(1);
    const { diagnostics, compared, notCompared } = JSON.parse(stdout);
    expect(diagnostics[0].code).toBe('FX701');
    expect({ compared, notCompared }).toEqual({
      compared: 0,
      notCompared: ['dev', 'prod'].map((cluster) => ({ cluster, codes: ['FX701'] })),
    });
  });

  it('names a cluster that neither side has', () => {
    const { code, stdout, stderr } = diff('--cluster', 'prd');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'not compared: cluster prd (FX002)\n' });
    expect(stderr).toContain('error FX002 unknown-cluster: neither side has a cluster "prd"');
    expect(stderr).toContain('did you mean "prod"?');
  });

  it('takes ranges as git does', () => {
    git('branch', 'old');
    project.edit('src/web.ts', "'data', {", "'data', { name: 'other',");
    runCommand(project.folder, 'synth', '--no-base');
    git('commit', '--quiet', '--all', '-m', 'v1 of it');
    git('add', '--all');
    git('commit', '--quiet', '--amend', '--no-edit');
    const changes = '1 to create, 1 to delete';
    for (const range of ['old..HEAD', 'old..', 'old...HEAD', 'HEAD~1..', 'old...']) {
      expect(diff(range).stdout, range).toContain(changes);
    }
    for (const range of ['..old', ':/v1..', 'HEAD...old', '...old']) {
      const { code, stderr } = diff(range);
      expect({ range, code, stderr }).toEqual({ range, code: 0, stderr: '' });
    }
    expect(diff('HEAD...old').stdout).toBe('nothing differs\n');
    expect(diff('..old').stdout).toContain(changes);
  });

  it('never says that nothing changes where nothing was compared', () => {
    expect(diff('v9').stdout).toBe('not compared: dev, prod (FX701)\n');
    expect(diff('v9', '--format', 'markdown').stdout).toBe(
      '### fluxspan diff\n\n**Not compared:** dev, prod (FX701).\n',
    );
  });

  it('says how it is called wrongly', () => {
    for (const [argv, message] of [
      [['dev'], 'is a cluster: name a second one, or write --cluster dev'],
      [['--format', 'html'], '--format "html" is not one of text, markdown, json'],
      [['--helm', '--charts', 'nope'], '--charts: there is no folder "nope"'],
      [['--json', '--format', 'text'], '--json and --format exclude each other'],
    ] as const) {
      const { code, stdout, stderr } = diff(...argv);
      expect(code).toBe(2);
      expect(`${stdout}${stderr}`).toContain(message);
    }
  });
});
