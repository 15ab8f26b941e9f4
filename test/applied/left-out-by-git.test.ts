import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GitAnswers } from '../../src/applied/git.js';
import { ask as queries } from '../../src/applied/git-queries.js';
import { type CommittedOptions, listedByGit, uncommittedProblems } from '../../src/applied/left-out-by-git.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('generated files that git would leave out or change', () => {
  let top: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  beforeEach(() => {
    top = temporaryFolder();
    git('init', '--quiet', '--initial-branch=main');
    vi.unstubAllEnvs();
  });
  const files = new Map([
    ['clusters/dev/logs.yaml', 'a: 1\n'],
    ['addons/dev/logs/ConfigMap.yaml', 'a: é\n'],
    ['addons/dev/logs/kustomization.yaml', 'a: 1\n'],
    ['clusters/dev/README.md', '# dev\n'],
    ['contract/dev/contract.json', '{}\n'],
  ]);
  const ask = async (project = '', source = 'GitRepository') => {
    const nameOf = (path: string) => `k8s/${path}`;
    const folder = join(top, project, 'k8s');
    return (await uncommittedProblems(files, { folder, nameOf, root: 'k8s', source })).map((one) => ({
      severity: one.severity,
      code: one.code,
      text: printDiagnostic(one),
    }));
  };
  /** Whether a commit of all files has each as it was written. */
  const isCommitted = (project = ''): boolean => {
    for (const [path, text] of files) write(join(project, 'k8s', path), text);
    git('add', '--all');
    return [...files].every(([path, text]) => {
      try {
        return git('cat-file', 'blob', `:${join(project, 'k8s', path)}`) === text;
      } catch {
        return false;
      }
    });
  };

  it('are never those that git has listed, so that it is asked only for the others', async () => {
    appendFileSync(join(top, '.gitignore'), 'logs/\n');
    const at = 'infra/platform';
    for (const [path, text] of files) write(`${at}/k8s/${path}`, text);
    const [tracked, removed] = ['addons/dev/logs/ConfigMap.yaml', 'addons/dev/logs/kustomization.yaml'];
    git('add', '--force', ...[tracked, removed].map((path) => `${at}/k8s/${path}`));
    rmSync(join(top, at, 'k8s', removed));
    const answers = new GitAnswers();
    const project = join(top, at);
    const listed = () => listedByGit(answers, { project, top, folder: `${at}/k8s` });
    expect(listed()).toBeUndefined();
    await answers.ask(top, queries.touched);
    const isListed = listed()!;
    expect([...files.keys()].filter((path) => !isListed(path))).toEqual([]);
    expect(isListed('addons/dev/logs/Secret.yaml')).toBe(false);

    const said = async (options: Pick<CommittedOptions, 'isListed'>) =>
      (
        await uncommittedProblems(new Map([...files, ['addons/dev/logs/Secret.yaml', 'a: 1\n']]), {
          ...{ folder: join(project, 'k8s'), nameOf: (path) => path, root: 'k8s' },
          ...options,
        })
      ).map(({ message }) => message);
    expect(await said({})).toEqual([expect.stringContaining('git ignores "addons/dev/logs/Secret.yaml"')]);
    expect(await said({ isListed })).toEqual(await said({}));
    // Where all are listed, git isn't asked.
    expect(await said({ isListed: () => true })).toEqual([]);
  });

  it('are those below a folder that is a repository of its own, or a submodule', async () => {
    mkdirSync(join(top, 'k8s/addons/dev'), { recursive: true });
    execFileSync('git', ['init', '--quiet', join(top, 'k8s/addons')]);
    writeFileSync(join(top, '.gitignore'), 'clusters/\n');
    const text = `"k8s/addons" is a git repository of its own, so a commit leaves out 2 files`;
    const expected = [
      { severity: 'error', code: 'FX565', text: expect.stringContaining(text) },
      { severity: 'error', code: 'FX565', text: expect.stringContaining('the pattern "clusters/" in .gitignore:1') },
    ];
    expect(await ask()).toEqual(expected);
    const person = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org'];
    const inner = ['-C', join(top, 'k8s/addons'), ...person, 'commit', '--quiet', '--allow-empty', '--message=Begin'];
    execFileSync('git', inner);
    expect(isCommitted()).toBe(false);
    expect(git('ls-files', '--stage', 'k8s/addons')).toMatch(/^160000 /);
    expect(await ask()).toEqual(expected);
    renameSync(join(top, 'k8s/addons/.git'), join(top, 'addons.git'));
    writeFileSync(join(top, 'k8s/addons/.git'), 'gitdir: ../../addons.git\n');
    expect((await ask()).map(({ severity }) => severity)).toEqual(['warning', 'error']);
  });

  it('are none in a repository without patterns, nor outside of one', async () => {
    expect(await ask()).toEqual([]);
    expect(isCommitted()).toBe(true);
    const nameOf = (path: string) => path;
    expect(await uncommittedProblems(files, { folder: join(temporaryFolder(), 'a/b'), nameOf })).toEqual([]);
    expect(await uncommittedProblems(new Map(), { folder: top, nameOf })).toEqual([]);
  });

  it('are named with the pattern, its file and its line', async () => {
    write('.gitignore', 'node_modules/\n# Logs\nlogs/\n');
    expect(isCommitted()).toBe(false);
    expect(await ask()).toEqual([
      {
        severity: 'error',
        code: 'FX565',
        text: [
          'error FX565 ignored-by-git: git ignores 2 files because of the pattern "logs/" in .gitignore:3, so they are never committed',
          '  at   .gitignore:3',
          '  note files: k8s/addons/dev/logs/ConfigMap.yaml, k8s/addons/dev/logs/kustomization.yaml',
          '  fix  limit the pattern to the folder that it is meant for, as in "/logs/"; or end the .gitignore in the project\'s folder with the lines "!/k8s/" and "!/k8s/**"',
          '',
        ].join('\n'),
      },
    ]);
  });

  it.each([
    ['a folder', '.gitignore', 'logs/'],
    ['a name', '.gitignore', 'logs'],
    ['any name', '.gitignore', '*.yaml'],
    ['the whole tree', '.gitignore', '/k8s/'],
    ['the contract', '.gitignore', '**/contract/*'],
    ['JSON files', '.gitignore', '*.json'],
    ['what only this clone ignores', '.git/info/exclude', 'logs*'],
  ])('are found by a pattern for %s, and let in by the fix', async (_, file, pattern) => {
    // Repositories of tests are made without the samples that git has for this folder.
    mkdirSync(dirname(join(top, file)), { recursive: true });
    appendFileSync(join(top, file), `\n${pattern}\n`);
    const found = await ask();
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['FX565', 'error']]);
    expect(found[0]!.text).toContain(`"${pattern}" in ${file}:`);
    expect(isCommitted()).toBe(false);
    appendFileSync(join(top, '.gitignore'), '!/k8s/\n!/k8s/**\n');
    expect(await ask()).toEqual([]);
    expect(isCommitted()).toBe(true);
  });

  it("are found by a file of the user's settings, and by one inside the tree", async () => {
    const settings = join(top, '.git/settings');
    writeFileSync(join(top, '.git/mine'), 'contract\n');
    writeFileSync(settings, `[core]\nexcludesFile = ${join(top, '.git/mine')}\n`);
    vi.stubEnv('GIT_CONFIG_GLOBAL', settings);
    write('k8s/addons/.gitignore', 'dev/*\n');
    const found = await ask();
    expect(found.map(({ code }) => code)).toEqual(['FX565', 'FX565']);
    expect(found[0]!.text).toContain(`"contract" in ${join(top, '.git/mine')}:1`);
    expect(found[1]!.text).toContain('"dev/*" in k8s/addons/.gitignore:1');
    expect(found[1]!.text).toContain('narrow the pattern, or delete it');
  });

  it('are found in a project in a subfolder, whose own .gitignore lets them in', async () => {
    write('.gitignore', 'logs/\n');
    write('infra/platform/.gitignore', 'node_modules/\n');
    const found = await ask('infra/platform');
    expect(found.map(({ text }) => text.split('\n')[1])).toEqual(['  at   .gitignore:1']);
    write('infra/platform/.gitignore', '!/k8s/\n!/k8s/**\n');
    expect(await ask('infra/platform')).toEqual([]);
    expect(isCommitted('infra/platform')).toBe(true);
  });

  it('are not those that git has already, or that a later line lets in', async () => {
    isCommitted();
    git('commit', '--quiet', '-m', 'the tree');
    write('.gitignore', 'logs/\n*.json\n!contract.json\n');
    expect(await ask()).toEqual([]);
  });

  it('are a warning where only a README is ignored, and a notice where Flux reads an artifact', async () => {
    write('.gitignore', '*.md\n');
    expect((await ask()).map(({ severity }) => severity)).toEqual(['warning']);
    write('.gitignore', 'k8s/\n');
    expect((await ask('', 'OCIRepository')).map(({ severity }) => severity)).toEqual(['notice']);
  });

  it('are asked for in the repository that the tree is in', async () => {
    write('.gitignore', 'k8s/\n');
    mkdirSync(join(top, 'k8s'));
    execFileSync('git', ['init', '--quiet'], { cwd: join(top, 'k8s') });
    expect(await ask()).toEqual([]);
  });

  it('are found where the tree looks like a bare repository', async () => {
    write('.gitignore', 'logs/\n');
    write('k8s/HEAD', 'ref: refs/heads/main\n');
    write('k8s/config', '[core]\n');
    for (const name of ['objects', 'refs']) mkdirSync(join(top, 'k8s', name), { recursive: true });
    expect((await ask()).map(({ code }) => code)).toEqual(['FX565']);
  });

  it.each(['lfs', 'git-crypt', 'git-crypt-team'])('are found where the filter %s changes them', async (filter) => {
    write('.gitattributes', `*.yaml filter=${filter}\n`);
    git('config', `filter.${filter}.clean`, 'echo pointer; cat >/dev/null');
    const [found, ...others] = await ask();
    expect(others).toEqual([]);
    expect([found!.code, found!.severity]).toEqual(['FX566', 'error']);
    expect(found!.text).toContain(`git's filter "${filter}" changes 3 files in the commit`);
    expect(found!.text).toContain('end the .gitattributes in the project\'s folder with "/k8s/** -filter"');
    expect(isCommitted()).toBe(false);
    appendFileSync(join(top, '.gitattributes'), '/k8s/** -filter\n');
    expect(await ask()).toEqual([]);
    git('rm', '-r', '-f', '--cached', '--quiet', 'k8s');
    expect(isCommitted()).toBe(true);
  });

  it('are a notice where what a filter does is not known', async () => {
    write('.gitattributes', '*.yaml filter=own\n');
    expect((await ask()).map(({ code, severity }) => [code, severity])).toEqual([['FX566', 'notice']]);
  });

  it.each([
    ['ISO-8859-1', ['FX566']],
    ['UTF-8', []],
  ])('are found where git reads them as %s', async (encoding, codes) => {
    write('.gitattributes', `*.yaml text working-tree-encoding=${encoding}\n`);
    expect((await ask()).map(({ code }) => code)).toEqual(codes);
    expect(isCommitted()).toBe(codes.length === 0);
  });

  it.each([
    '* text=auto eol=crlf',
    '*.yaml -text',
    'k8s/** export-ignore linguist-generated',
    '*.yaml diff=lfs merge=ours',
  ])('are none with the attributes %s', async (line) => {
    write('.gitattributes', `${line}\n`);
    expect(await ask()).toEqual([]);
    expect(isCommitted()).toBe(true);
  });
});
