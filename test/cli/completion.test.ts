import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../support/run.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout, stderr } = await runMain('/', 'completion', shell);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(join(folder, shell), stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers after some words, the last of which is begun. */
const offered = (...words: readonly string[]): readonly string[] => {
  const quoted = ['fluxspan', ...words].map((word) => `'${word}'`).join(' ');
  const script = `source '${join(folder, 'bash')}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _fluxspan; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim().split('\n');
};

describe('fluxspan completion', () => {
  it('completes commands and options in bash', () => {
    expect(offered('sy')).toEqual(['synth']);
    expect(offered('')).toEqual(expect.arrayContaining(['synth', 'diff', 'contract', 'help', 'completion']));
    expect(offered('contract', '')).toEqual(['check', 'write']);
    expect(offered('contract', 'check', '--c')).toEqual(['--cluster', '--contract']);
    expect(offered('synth', '--no')).toEqual(['--no-base', '--no-typecheck']);
    expect(offered('diff', 'dev', '--he')).toEqual(['--helm', '--help']);
    expect(offered('help', 'sy')).toEqual(['synth']);
    expect(offered('completion', 'z')).toEqual(['zsh']);
  });

  it('completes what options take, and the names of clusters', () => {
    expect(offered('graph', '--format', '')).toEqual(['mermaid', 'svg', 'html', 'json']);
    expect(offered('graph', 'dev', '--format', 'h')).toEqual(['html']);
    expect(offered('diff', 'main', '--format', 'm')).toEqual(['markdown']);
    expect(offered('init', '--template', 'e')).toEqual(['empty', 'eks', 'existing']);
    // Where there is no such folder, nothing is a cluster.
    expect(offered('synth', '--cluster', '')).toEqual(['']);
    mkdirSync(join(folder, 'k8s/clusters/dev'), { recursive: true });
    mkdirSync(join(folder, 'k8s/clusters/prod'));
    expect(offered('synth', '--cluster', '')).toEqual(['dev', 'prod']);
    expect(offered('contract', 'check', 'plan.json', '--cluster', 'p')).toEqual(['prod']);
    expect(offered('render', 'd')).toEqual(['dev']);
    expect(offered('graph', '')).toEqual(expect.arrayContaining(['dev', 'prod', '--format']));
    expect(offered('render', 'dev', 'p')).toEqual(['']);
  });

  it.for(['zsh', 'fish'])('is a script that %s reads', (shell, { skip }) => {
    const { error, status, stderr } = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' });
    // CI installs both, and says so by this variable.
    const isMissing = error !== undefined && process.env['FLUXSPAN_SHELLS']?.split(' ').includes(shell) !== true;
    skip(isMissing, `${shell} is not installed: its completion is not parsed`);
    expect({ error, status, stderr }).toEqual({ error: undefined, status: 0, stderr: '' });
  });

  it('is put into a file by what the help says, and completes what npx runs by a function', async () => {
    const { stdout: help } = await runMain('/', 'completion', '--help');
    const [, install] = / {2}bash {2}(npx .*)\n/.exec(help)!;
    const [, ownFunction] = /bash, zsh {2}(.*)\n/.exec(help)!;
    const home = mkdtempSync(join(folder, 'home-'));
    // Starting npx for each shell takes a second, and a project that has fluxspan.
    const script = `npx() { [[ $* == 'fluxspan completion bash' ]] && cat '${join(folder, 'bash')}'; }
${install}; unset -f npx; npx() { echo "npx: $*"; }; source ~/.bashrc; ${ownFunction}
complete -p fluxspan; fluxspan synth --check`;
    const env = { ...process.env, HOME: home };
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'complete -o default -F _fluxspan fluxspan\nnpx: fluxspan synth --check\n',
      stderr: '',
    });
    expect(readFileSync(join(home, '.bashrc'), 'utf8')).not.toContain('npx');
  });

  it('says which shells there are', async () => {
    const { code, stderr } = await runMain('/', 'completion', 'tcsh');
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n\ngive one of bash, zsh, fish\n$/);
  });
});
