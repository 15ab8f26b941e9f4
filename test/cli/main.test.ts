import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeProject } from '../support/project.js';
import { root } from '../support/root.js';
import { runMain, runProcess } from '../support/run.js';

// Tests load every command, and start processes.
vi.setConfig({ testTimeout: 240_000 });

/** The commands that `fluxspan --help` lists. */
const listedCommands = async (): Promise<readonly string[]> =>
  [...(await runMain('/', '--help')).stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm)].map(([, name]) => name!);

describe('the command line', () => {
  it('says how it is used', async () => {
    const help = await runMain('/', '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^usage: fluxspan <command>/);
    expect(await runMain('/', 'help')).toEqual(help);
    expect(await runMain('/')).toEqual({ code: 2, stdout: '', stderr: help.stdout });
  });

  it('knows its version', async () => {
    const { code, stdout } = await runMain('/', '--version');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('has help for each command that the list names', async () => {
    const names = await listedCommands();
    expect(names).toContain('synth');
    for (const name of names) {
      const help = await runMain('/', ...name.split(' '), '--help');
      expect(help, name).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout, name).toContain(`usage: fluxspan ${name}`);
    }
  });

  it('is in docs/commands.md, command by command', async () => {
    const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `fluxspan ([a-z]+(?: [a-z]+)*)/gm)].map(([, name]) => name!);
    expect([...new Set(rows)].sort(), 'npm run docs writes the table in docs/commands.md').toEqual(
      [...(await listedCommands())].sort(),
    );
  });

  it.each([
    [['--version', '--json'], { ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+$/), diagnostics: [] }],
    [['--help', '--json'], { ok: true, help: expect.stringMatching(/^usage: fluxspan <command>/), diagnostics: [] }],
    [['help', '--json'], { ok: true, help: expect.stringMatching(/^usage: fluxspan <command>/), diagnostics: [] }],
    [['help', 'synth', '--json'], { ok: true, help: expect.stringMatching(/^usage: fluxspan synth/), diagnostics: [] }],
    [['import', '--help', '--json'], { ok: true, help: expect.stringContaining('import chart'), diagnostics: [] }],
    [['completion', '--help', '--json'], { ok: true, help: expect.stringContaining('bash|zsh|fish'), diagnostics: [] }],
  ])('prints JSON where it is asked to: %j', async (argv, json) => {
    const { code, stdout, stderr } = await runMain('/', ...argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(json);
  });

  it.each([
    [['watch', '--json'], "unknown option '--json'"],
    [['completion', 'bash', '--json'], 'give one of bash, zsh, fish'],
    [['--json'], expect.stringContaining('fluxspan has no command "--json"; it has init, synth, ')],
  ])('prints a usage error as JSON where there is no JSON to give: %j', async (argv, usageError) => {
    const { code, stdout, stderr } = await runMain('/', ...argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ ok: false, usageError, diagnostics: [] });
  });

  it('is tested, command by command', async () => {
    const folder = join(root, 'test/cli');
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8'));
    const untested = (await listedCommands()).filter((name) => {
      const words = name.split(' ').map((word) => `'${word}'`);
      const run = new RegExp(
        `\\b(?:runMain|runCommand|runProcess|run|main)\\(\\s*(?:'[^']*',\\s*|[^,'[]+,\\s*)?\\[?${words.join(',\\s*')}(?!,\\s*'--help')`,
      );
      return !tests.some((text) => run.test(text));
    });
    expect(untested, 'run these commands in test/cli/commands/<name>.test.ts, with runCommand or runMain').toEqual([]);
  });

  it('has every file of commands/', () => {
    const main = readFileSync(join(root, 'src/cli/command-list.ts'), 'utf8');
    const forgotten = readdirSync(join(root, 'src/cli/commands'))
      .filter((file) => file.endsWith('.ts') && !main.includes(`./commands/${file.replace(/\.ts$/, '.js')}`))
      .map((file) => `src/cli/commands/${file}`);
    expect(forgotten, 'add these to the commands in src/cli/command-list.ts').toEqual([]);
  });

  it.each([
    [['sinth'], 'fluxspan has no command "sinth"; did you mean "synth"?'],
    [['deploy'], 'fluxspan has no command "deploy"; it has init, synth, '],
    [['hepl'], 'fluxspan has no command "hepl"; did you mean "help"?'],
    [['synth', '--chek'], "unknown option '--chek'; did you mean --check?"],
    [['synth', '--nonsense'], "unknown option '--nonsense'"],
    [['synth', '--cluster'], "option '--cluster <value>' argument missing"],
    [['synth', '--check=yes'], "option '--check' does not take an argument"],
    [['synth', 'dev'], 'unexpected argument "dev"'],
  ])('refuses %j with 2, and says what was meant', async (argv, message) => {
    const { code, stdout, stderr } = await runMain('/', ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^usage: fluxspan/);
    expect(stderr.split('\n').length, 'lines').toBeLessThan(8);
    // What is wrong is the last thing on the screen.
    expect(stderr.split('\n\n').at(-1)).toContain(message);
    const json = await runMain('/', ...argv, '--json');
    expect({ code: json.code, stderr: json.stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, usageError: expect.any(String), diagnostics: [] });
  });

  it('has help for groups of commands, and by the word help', async () => {
    const group = await runMain('/', 'contract', '--help');
    expect(group).toMatchObject({ code: 0, stderr: '' });
    expect(group.stdout).toMatch(/^usage: fluxspan contract <command>[\s\S]*\n {2}contract check {2}check/);
    expect(await runMain('/', 'help', 'contract')).toEqual(group);
    expect(await runMain('/', 'help', 'contract', 'check')).toEqual(await runMain('/', 'contract', 'check', '--help'));
    expect(await runMain('/', 'help', 'synth')).toEqual(await runMain('/', 'synth', '--help'));
    for (const [argv, message] of [
      [['contract'], 'fluxspan contract needs a command: check, write\n'],
      [['contract', 'chek'], 'fluxspan contract has no command "chek"; did you mean "check"?\n'],
      [['help', 'sinth'], 'fluxspan has no command "sinth"; did you mean "synth"?\n'],
    ] as const) {
      const { code, stderr } = await runMain('/', ...argv);
      expect(code).toBe(2);
      expect(stderr.split('\n\n').at(-1)).toBe(message);
    }
  });

  it('has examples in the help of each command', async () => {
    for (const name of await listedCommands()) {
      expect((await runMain('/', 'help', ...name.split(' '))).stdout, name).toMatch(/\nExamples:\n {2}\S/);
    }
  });

  it('calls a bug a bug, with 70', async () => {
    const { code, stdout, stderr } = await runMain(() => {
      throw new Error('no such folder');
    }, 'synth');
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toContain('fluxspan has a bug: Error: no such folder');
    expect(stderr).toContain('please report it');
    const json = await runMain(
      () => {
        throw new Error('no such folder');
      },
      'synth',
      '--json',
    );
    expect(JSON.parse(json.stdout)).toEqual({ ok: false, bug: 'no such folder', diagnostics: [] });
  });

  it('gives 1 for what the file system refuses, with the place and the cause', async () => {
    const project = makeProject();
    try {
      const file = join(project.folder, 'taken');
      writeFileSync(file, '');
      expect(await runMain(project.folder, 'fixtures', 'dev', '--out', 'taken/deep')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'error FX003 path-refused: cannot make the folder "taken/deep": a file is in the place of a folder (ENOTDIR)\n' +
          '  at   taken/deep\n  fix  move the file, or name another place\n\n',
      });
      const out = join(project.folder, 'out');
      mkdirSync(join(out, 'config-maps.yaml'), { recursive: true });
      expect((await runMain(project.folder, 'fixtures', 'dev', '--out', 'out')).stderr).toContain(
        'error FX003 path-refused: "out/config-maps.yaml" is not a file',
      );
    } finally {
      project.remove();
    }
  });

  it('says that the folder that it runs in is gone', async () => {
    const gone = Object.assign(new Error('ENOENT: uv_cwd'), { code: 'ENOENT', syscall: 'uv_cwd' });
    const { code, stderr } = await runMain(() => {
      throw gone;
    }, 'synth');
    expect(code).toBe(1);
    expect(stderr).toContain('the folder that this runs in is gone');
  });

  it('gives 1 outside of a project', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nothing-'));
    try {
      const { code, stderr } = await runMain(folder, 'synth');
      expect(code).toBe(1);
      expect(stderr).toContain('error FX001 app-not-loaded: there is no cdk8s.yaml in');
      expect(stderr).toContain('fix  make a project: npx fluxspan init;');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('synthesizes in process as the executable does', async () => {
    const one = makeProject();
    const two = makeProject();
    try {
      const inProcess = await runMain(one.folder, 'synth', '--no-base');
      expect(inProcess).toMatchObject({ code: 0, stderr: '' });
      expect(runProcess(two.folder, 'synth', '--no-base').code).toBe(0);
      expect(one.files('k8s')).toEqual(two.files('k8s'));
      expect(Object.keys(one.files('k8s'))).not.toEqual([]);
    } finally {
      one.remove();
      two.remove();
    }
  });

  it('gives its codes to the shell', () => {
    const project = makeProject();
    try {
      expect(runProcess(project.folder, '--version').code).toBe(0);
      expect(runProcess(project.folder, 'synth', '--no-base', '--check').code).toBe(1);
      expect(runProcess(project.folder, 'sinth').code).toBe(2);
    } finally {
      project.remove();
    }
  });
});
