import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Git, GitAnswers } from '../../src/applied/git.js';
import { runGit } from '../../src/applied/run-git.js';
import { findKustomizationFiles } from '../../src/changes/comparison/find-kustomization-files.js';
import { repositoryAround } from '../../src/init/repository-around.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A repository whose settings, attributes and hooks name programs, each of which leaves a file when it runs. */
const hostileRepository = () => {
  const around = temporaryFolder();
  const folder = join(around, 'repository');
  const markers = join(around, 'markers');
  mkdirSync(join(folder, 'k8s'), { recursive: true });
  mkdirSync(markers);
  const own = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const marking = (name: string): string => `touch '${join(markers, name)}'; cat`;
  own('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'k8s/a.yaml'), 'a: 1\n');
  for (const name of ['b', 'c', 'd']) writeFileSync(join(folder, `k8s/${name}.yaml`), `${name}: 1\n`);
  own('add', '--all');
  own('commit', '--quiet', '-m', 'the tree');
  own('update-ref', 'refs/remotes/origin/main', 'HEAD');
  writeFileSync(
    join(folder, '.gitattributes'),
    'a.yaml filter=one diff=shown\nb.yaml filter=u\u2028v\nc.yaml filter=\nd.yaml filter=a=b.c\n',
  );
  appendFileSync(
    join(folder, '.git/config'),
    [
      `[core]\nfsmonitor = ${JSON.stringify(marking('fsmonitor'))}\nhooksPath = ${folder}/hooks`,
      `pager = ${JSON.stringify(marking('pager'))}\nsshCommand = ${JSON.stringify(marking('ssh'))}`,
      `askPass = ${JSON.stringify(marking('askpass'))}\nalternateRefsCommand = ${JSON.stringify(marking('alternates'))}`,
      `[filter "one"]\nclean = ${JSON.stringify(marking('clean'))}\nsmudge = ${JSON.stringify(marking('smudge'))}\nrequired = true`,
      `[filter "a=b.c"]\nprocess = ${JSON.stringify(marking('process'))}\nrequired = true`,
      `[filter "u\u2028v"]\nclean = ${JSON.stringify(marking('line-end'))}`,
      `[filter ""]\nclean = ${JSON.stringify(marking('empty'))}`,
      `[diff]\nexternal = ${JSON.stringify(marking('external-diff'))}`,
      `[diff "shown"]\ntextconv = ${JSON.stringify(marking('textconv'))}\ncommand = ${JSON.stringify(marking('diff-command'))}`,
      `[credential]\nhelper = ${JSON.stringify(`!${marking('credential')}`)}`,
      `[alias]\nls-files = ${JSON.stringify(`!${marking('alias')}`)}\nstatus = ${JSON.stringify(`!${marking('alias')}`)}`,
      `[pager]\ngrep = ${JSON.stringify(marking('grep-pager'))}\nls-tree = ${JSON.stringify(marking('tree-pager'))}`,
      `[gpg]\nprogram = ${JSON.stringify(marking('gpg'))}`,
      '[grep]\nlineNumber = true\n[color]\nui = always\ngrep = always',
      '',
    ].join('\n'),
  );
  mkdirSync(join(folder, 'hooks'));
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'post-checkout']) {
    writeFileSync(join(folder, 'hooks', hook), `#!/bin/sh\n${marking(`hook-${hook}`)}\n`);
    chmodSync(join(folder, 'hooks', hook), 0o755);
  }
  // Another time, so that git has to read the file to know whether it changed.
  for (const name of ['a', 'b', 'c', 'd']) utimesSync(join(folder, `k8s/${name}.yaml`), 1, 1);
  return { around, folder, markers, own, marking, ran: () => readdirSync(markers).sort() };
};

it.each(['color.diff.new', 'diff.some.binary'])('names a setting that git refuses: %s', (name) => {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('config', name, 'bogus');
  const refused = (): unknown => new Git(folder).index();
  expect(refused).toThrow(/^git refuses one of its settings: bad .*config/);
  expect(refused).toThrow(name);
  expect(new GitAnswers().tryIndex(folder, folder)).toBeUndefined();
});

describe.skipIf(process.platform === 'win32')('a repository that names programs', () => {
  let hostile: ReturnType<typeof hostileRepository>;
  beforeEach(() => {
    hostile = hostileRepository();
  });
  afterEach(() => vi.unstubAllEnvs());

  it('has them run by a plain git', () => {
    // It fails, since the filter that is to stay says nothing.
    expect(() => hostile.own('status', '--porcelain')).toThrow();
    expect(hostile.ran()).toEqual(expect.arrayContaining(['clean', 'empty', 'fsmonitor', 'line-end', 'process']));
  });

  const readAll = async (folder: string): Promise<void> => {
    const git = new Git(folder);
    const commit = git.tryCommit('origin/main')!;
    const files = git.blobsUnder(commit, 'k8s');
    expect(git.texts.read([...files.values()]).size).toBe(4);
    git.tryDefaultBranch('origin');
    git.tryMergeBase('HEAD', 'origin/main');
    git.linksUnder(commit, 'k8s');
    git.remotes();
    expect(git.index().blobs.size).toBe(4);
    expect([...git.index().touched]).toContain('.gitattributes');
    expect([...git.workTree().onDisk]).toContain('.gitattributes');
    expect(git.dirty(['k8s/a.yaml', '.gitattributes'])).toEqual(['.gitattributes']);
    expect(git.unstaged(['k8s/a.yaml', 'k8s/b.yaml'])).toEqual([]);
    expect(git.pathLines()).toEqual([]);
    expect(git.namingKustomizations(commit)).toEqual([]);
    expect(git.tracked(['a.yaml'])).toEqual(['k8s/a.yaml']);
    expect(await new GitAnswers().ask(folder, ['ls-files', '--modified'])).toBe('');
    expect(repositoryAround(folder)?.readYaml().size).toBe(4);
    expect(findKustomizationFiles(join(folder, 'k8s'))).toEqual([]);
  };

  it('has none of them run by fluxspan', async () => {
    await readAll(hostile.folder);
    expect(hostile.ran()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is refused where a filter has a name that only its bytes can name',
    async () => {
      const { folder, marking, ran } = hostile;
      appendFileSync(join(folder, '.gitattributes'), Buffer.from('a.yaml filter=bad\xff\n', 'latin1'));
      const setting = `[filter "bad\xff"]\nclean = ${JSON.stringify(marking('bytes'))}\n`;
      appendFileSync(join(folder, '.git/config'), Buffer.from(setting, 'latin1'));
      const git = new Git(folder);
      for (const read of [() => git.index(), () => git.dirty(['k8s/a.yaml']), () => git.unstaged(['k8s/a.yaml'])]) {
        expect(read).toThrow('git\'s settings have "filter.bad\uFFFD", a name that isn\'t UTF-8');
      }
      expect(await new GitAnswers().ask(folder, ['ls-files', '--modified'])).toBeUndefined();
      expect(ran()).toEqual([]);
    },
  );

  it('has none run of those that the environment names, nor another repository read', async () => {
    const { around, folder, marking } = hostile;
    for (const name of ['PAGER', 'EXTERNAL_DIFF', 'SSH_COMMAND', 'ASKPASS', 'EDITOR', 'PROXY_COMMAND'])
      vi.stubEnv(`GIT_${name}`, marking(`env-${name}`));
    vi.stubEnv('GIT_CONFIG_PARAMETERS', `'core.fsmonitor'='${join(folder, 'hooks/fsmonitor-watchman')}'`);
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.fsmonitor');
    vi.stubEnv('GIT_CONFIG_VALUE_0', join(folder, 'hooks/fsmonitor-watchman'));
    writeFileSync(join(around, 'settings'), `[core]\nfsmonitor = ${JSON.stringify(marking('global'))}\n`);
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(around, 'settings'));
    const elsewhere = join(around, 'elsewhere');
    mkdirSync(elsewhere);
    execFileSync('git', ['init', '--quiet'], { cwd: elsewhere });
    vi.stubEnv('GIT_DIR', join(elsewhere, '.git'));
    vi.stubEnv('GIT_WORK_TREE', elsewhere);
    vi.stubEnv('GIT_COMMON_DIR', join(elsewhere, '.git'));
    vi.stubEnv('GIT_OBJECT_DIRECTORY', join(elsewhere, '.git/objects'));
    vi.stubEnv('GIT_INDEX_FILE', join(elsewhere, '.git/index'));
    vi.stubEnv('GIT_NAMESPACE', 'other');
    vi.stubEnv('GIT_LITERAL_PATHSPECS', '1');
    vi.stubEnv('GIT_NOGLOB_PATHSPECS', '1');
    expect(new Git(folder).top).toBe(folder);
    await readAll(folder);
    expect(hostile.ran()).toEqual([]);
  });

  it('is read in a work tree of its own, as a hook names it', () => {
    const { around, folder, own } = hostile;
    execFileSync('git', ['-c', 'core.fsmonitor=false', 'worktree', 'add', '--quiet', join(around, 'second')], {
      cwd: folder,
      stdio: 'ignore',
    });
    own('config', '--list');
    vi.stubEnv('GIT_DIR', join(folder, '.git'));
    vi.stubEnv('GIT_INDEX_FILE', join(folder, '.git/index.lock'));
    const git = new Git(join(around, 'second/k8s'));
    expect([git.top, git.prefix, git.branch]).toEqual([join(around, 'second'), 'k8s/', 'second']);
  });

  it('is trusted where a container says so in the environment', () => {
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'safe.directory');
    vi.stubEnv('GIT_CONFIG_VALUE_0', '*');
    const said = runGit(hostile.folder, ['config', '--get-all', 'safe.directory']).toString();
    expect(said).toContain('*\n');
  });

  it('reads what the commit has, and nothing that replaces it', () => {
    const { folder, own } = hostile;
    const old = own('rev-parse', 'HEAD:k8s/a.yaml').toString().trim();
    const other = own('rev-parse', 'HEAD:k8s/b.yaml').toString().trim();
    own('replace', old, other);
    expect(new Git(folder).texts.read([old]).get(old)).toBe('a: 1\n');
  });

  it('runs nothing of a submodule', () => {
    const { folder, markers, own } = hostile;
    own('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'sub');
    const config = join(folder, '.git/modules/sub/config');
    appendFileSync(config, `[core]\nfsmonitor = "touch '${join(markers, 'submodule')}'; false"\n`);
    appendFileSync(join(folder, '.git/config'), '[submodule]\nrecurse = true\n[status]\nsubmoduleSummary = true\n');
    for (const marker of readdirSync(markers)) execFileSync('rm', [join(markers, marker)]);
    writeFileSync(join(folder, 'sub/k8s/a.yaml'), 'a: 2\n');
    const git = new Git(folder);
    git.workTree();
    git.dirty(['k8s/a.yaml']);
    git.pathLines();
    expect(hostile.ran()).toEqual([]);
  });
});

describe('a folder that looks like a bare repository', () => {
  const bare = (folder: string, marker: string): void => {
    for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(folder, 'config'),
      `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ${folder}\nfsmonitor = "touch '${marker}'; false"\n`,
    );
  };

  it('is refused, and none of its settings are used', async () => {
    const around = temporaryFolder();
    execFileSync('git', ['init', '--quiet'], { cwd: around });
    const [project, marker] = [join(around, 'project'), join(around, 'marker')];
    bare(project, marker);
    expect(() => new Git(project)).toThrow(`"${project}" looks like a bare git repository`);
    expect(() => repositoryAround(project)).toThrow('looks like a bare git repository');
    expect(await new GitAnswers().ask(project, ['ls-files', '--others'])).toBeUndefined();
    expect(readdirSync(around).sort()).toEqual(['.git', 'project']);
  });

  it('does not hide the repository around it from the search for kustomization files', () => {
    const around = temporaryFolder();
    execFileSync('git', ['init', '--quiet'], { cwd: around });
    writeFileSync(join(around, 'kustomization.yaml'), 'resources: [k8s/a.yaml]\n');
    execFileSync('git', ['add', 'kustomization.yaml'], { cwd: around });
    bare(join(around, 'k8s'), join(around, 'marker'));
    expect(findKustomizationFiles(join(around, 'k8s'))).toEqual(['../kustomization.yaml']);
  });
});

describe('the calls of git', () => {
  const sources = ['src', 'scripts', 'ci', 'bin'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
  /** What starts a program, or hands its name on: a text that is git, or a command line that begins with it. */
  const GIT =
    /(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|runTool|run)\(\s*(['"`])git(?:\.exe)?(?:\1| )/;
  const NAMED = /(?:=|\[|:|\?\?)\s*(['"`])git(?:\.exe)?\1(?! \|)/;

  it.each([
    "spawnSync('git', ['init'])",
    'execFileSync(\n  "git", args)',
    'exec(`git ${args}`)',
    "execSync('git status')",
    "const command = 'git';",
  ])('%s is one', (code) => {
    expect(GIT.test(code) || NAMED.test(code)).toBe(true);
  });

  it('all go through one function', () => {
    const found = sources.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.includes('node:child_process') || text.includes('runTool')
        ? GIT.test(text) || NAMED.test(text)
        : false;
    });
    expect(found, 'call runGit of src/applied/run-git.ts instead: it runs nothing that a repository names').toEqual([
      'src/applied/run-git.ts',
      // A script of its own, with the same settings.
      'ci/check.js',
    ]);
  });

  it('are made by few modules that start a process at all, so that a new one is looked at', () => {
    const found = sources.filter(
      (file) => file.startsWith('src/') && /child_process/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(found.sort()).toEqual([
      'src/applied/build/kustomize-version.ts',
      'src/applied/build/run-kustomize.ts',
      'src/applied/build/run-two-at-a-time.ts',
      'src/applied/run-git.ts',
      'src/charts/pull-chart.ts',
      'src/cli/type-check/run-tsc.ts',
      'src/diff/helm/run-helm.ts',
      'src/handover/steps/look-at-clusters.ts',
      'src/init/run-tool.ts',
    ]);
  });
});
