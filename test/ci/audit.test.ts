import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/root.js';

let folder: string;
let repository: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fluxspan-ci-')));
  repository = join(folder, 'repository');
  mkdirSync(repository);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(repository, 'base.json'), '{}');
  // Fails as an audit with errors does, and says where it ran and with what.
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\necho "$PWD $@" >> "$LOG"\necho printed\nexit 1\n');
  chmodSync(join(folder, 'bin/npx'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, env: Readonly<Record<string, string>>) => {
  const log = join(folder, 'log');
  const { status } = spawnSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], {
    cwd: repository,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`, LOG: log, RUNNER_TEMP: folder, ...env },
  });
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n');
  return {
    status,
    calls: calls.map((line) => line.replace(/^\S+ /, '')),
    cwds: calls.map((line) => line.split(' ')[0]),
  };
};

describe('an audit in CI', () => {
  it('runs on GitHub in an empty folder, fails with the audit, and leaves a file for code scanning', () => {
    const text = readFileSync(join(root, 'ci/github/audit/action.yml'), 'utf8');
    const { runs } = parse(text) as { runs: { steps: readonly { run: string }[] } };
    const [{ run: script }] = runs.steps as [{ run: string }];
    // An expression in a script would be code of whoever writes its value.
    expect(script).not.toContain('${{');
    const env = { FOLDER: '.', BASELINE: 'base.json', VERSION: '1.2.3', GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    const { status, calls, cwds } = run(script, env);
    const called = `--yes fluxspan@1.2.3 audit ${repository} --baseline ${repository}/base.json`;
    expect(status).toBe(1);
    expect(calls).toEqual([`${called} --format markdown`, `${called} --format sarif`, called]);
    expect(cwds).not.toContain(repository);
    expect(readFileSync(join(folder, 'fluxspan-audit.sarif'), 'utf8')).toBe('printed\n');
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe('printed\n');
  });

  it('runs on GitLab in an empty folder, fails with the audit, and leaves a report', () => {
    const job = (
      parse(readFileSync(join(root, 'ci/gitlab/audit.yml'), 'utf8')) as Record<string, { script: readonly string[] }>
    )['fluxspan:audit']!;
    const env = { CI_PROJECT_DIR: repository, FLUXSPAN_VERSION: '1.2.3', FLUXSPAN_AUDIT_BASELINE: '' };
    const { status, calls, cwds } = run(job.script.join('\n'), env);
    expect(status).toBe(1);
    expect(calls).toEqual([
      `--yes fluxspan@1.2.3 audit ${repository} --format code-quality`,
      `--yes fluxspan@1.2.3 audit ${repository}`,
    ]);
    expect(cwds).not.toContain(repository);
    expect(readFileSync(join(repository, 'fluxspan-audit.json'), 'utf8')).toBe('printed\n');
    const based = run(job.script.join('\n'), { ...env, FLUXSPAN_AUDIT_BASELINE: 'base.json' });
    expect(based.calls.at(-1)).toBe(`--yes fluxspan@1.2.3 audit ${repository} --baseline ${repository}/base.json`);
  });
});
