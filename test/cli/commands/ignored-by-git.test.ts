import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { runCommand } from '../../support/run.js';
import { writeFiles } from '../../support/write-files.js';

const project = projectOfEachTest();

it('synth, its check and diff refuse files that git would not commit, with the pattern and its line', () => {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: project.folder });
  project.write('.gitignore', 'node_modules\n.fluxspan\nweb/\n');
  for (const argv of [['synth'], ['synth', '--no-base'], ['synth', '--check'], ['diff']]) {
    const { code, stderr } = runCommand(project.folder, ...argv);
    expect([argv, code]).toEqual([argv, 1]);
    expect(stderr).toContain('error FX565 ignored-by-git: git ignores');
    expect(stderr).toContain('the pattern "web/" in .gitignore:3');
  }
  expect(project.files('k8s')).toEqual({});
  project.write('.gitignore', 'node_modules\n.fluxspan\nweb/\n!/k8s/\n!/k8s/**\n');
  expect(runCommand(project.folder, 'synth').code).toBe(0);
});

it('init refuses to write what git would not commit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ignored-'));
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    writeFiles(folder, { '.gitignore': '.vscode\nsrc/\n' });
    const { code, stderr } = runCommand(folder, 'init', 'platform', '--template', 'empty', '--no-install');
    expect(code).toBe(1);
    expect(stderr).toContain('error FX565 ignored-by-git: git ignores');
    expect(stderr).toContain('the pattern "src/" in .gitignore:2');
    expect(stderr).not.toContain('.vscode');
    expect(existsSync(join(folder, 'platform'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
