import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { main } from '../../../src/cli/main.js';
import { linkPackages } from '../../support/link-packages.js';
import { root } from '../../support/root.js';
import { runCommand, runCommandWith, runMain } from '../../support/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

const init = (folder: string, ...argv: readonly string[]) => runMain(folder, 'init', ...argv);
const listed = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(?:\.git|node_modules)(?:\/|$)/.test(path))
    .sort();
/** Runs it with another npm. */
const initWith = async (npm: string, folder: string, ...argv: readonly string[]) => {
  const tools = temporaryFolder();
  writeFileSync(join(tools, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const texts: string[] = [];
  const write = (text: string) => texts.push(text);
  const env = { ...process.env, PATH: `${tools}:${process.env['PATH']}` };
  const io = { stdout: { write }, stderr: { write }, stdin: (async function* () {})(), env, cwd: () => folder };
  return { code: await main(['init', ...argv], io), said: texts.join('') };
};
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface GitLabJob {
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[] };
}

/** What kustomize reads isn't an object, and the quotes around vars are synth's alone. */
const objectsIn = (folder: string): readonly unknown[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !path.endsWith('kustomization.yaml'))
    .flatMap((path) => parseAllDocuments(readFileSync(join(folder, path), 'utf8')).map((one) => one.toJS() as unknown))
    .map((object) => withoutQuotes(JSON.stringify(object, sortKeys)))
    .sort();

const withoutQuotes = (json: string): string => json.replaceAll('${q}', '').replace('"substitute":{"q":"\\""},', '');

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const treeObjects = (project: string) =>
  ['addons', 'apps', 'clusters', 'crds']
    .map((folder) => join(project, 'k8s', folder))
    .filter((folder) => existsSync(folder))
    .flatMap(objectsIn)
    .sort();

/** As cdk8s runs it: it deletes the output, and then runs the app with the place in its environment. */
const cdk8sObjects = (project: string) => {
  const config = parse(readFileSync(join(project, 'cdk8s.yaml'), 'utf8')) as Record<string, string>;
  const { language, app, output } = config as { language: string; app: string; output: string };
  expect({ language, app }).toEqual({ language: 'typescript', app: 'npx fluxspan synth --cdk8s' });
  expect(execFileSync('git', ['check-ignore', output], { cwd: project, encoding: 'utf8' })).toBe(`${output}\n`);
  const { code, stderr } = runCommandWith({ CDK8S_OUTDIR: output }, project, ...app.split(' ').slice(2));
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'These are the objects alone. `fluxspan synth` checks them and writes the tree that Flux applies.\n',
  });
  return objectsIn(join(project, output));
};

describe('a new project', () => {
  for (const template of ['empty', 'eks', 'aks'] as const) {
    it(`passes its own checks: ${template}`, { timeout: 180_000 }, async () => {
      const folder = temporaryFolder();
      const made = await init(folder, 'platform', '--template', template, '--yes', '--no-install');
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const project = join(folder, 'platform');
      linkPackages(project);
      const run = (command: string, ...argv: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(command, argv, { cwd: project, encoding: 'utf8' });
        return { status, said: `${stdout}${stderr}` };
      };
      const fluxspan = (...argv: readonly string[]) => {
        const { code, stdout, stderr } = runCommand(project, ...argv);
        return { status: code, said: `${stdout}${stderr}` };
      };
      // Checks the types, too.
      const first = fluxspan('synth', '--no-base');
      expect(first).toMatchObject({ status: 0 });
      expect(first.said).not.toMatch(/error|warning/);
      expect(fluxspan('synth', '--check', '--no-base')).toMatchObject({ status: 0 });
      expect(fluxspan('upgrade', '--dry-run')).toEqual({
        status: 0,
        said: 'versions.yaml has the versions of the package, or newer ones\n',
      });
      expect(cdk8sObjects(project)).toEqual(treeObjects(project));
      expect(run(bin('vitest'), 'run')).toMatchObject({ status: 0 });
      const addon = join(project, 'src/addons/podinfo.ts');
      writeFileSync(addon, readFileSync(addon, 'utf8').replace('replicaCount:', 'replicasCount:'));
      const misspelt = fluxspan('synth', '--check', '--no-base');
      expect(misspelt).toMatchObject({ status: 1 });
      expect(misspelt.said).toContain("'replicasCount' does not exist in type");
      expect(listed(join(project, 'k8s/clusters'))).toContain('dev/podinfo.yaml');
    });
  }

  it('has what people and bots need', async () => {
    const folder = temporaryFolder();
    await init(folder, '--name', 'p', '--yes', '--no-install');
    expect(listed(folder).filter((path) => path.includes('.') || path.includes('/'))).toMatchSnapshot();
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'p', private: true, type: 'module' });
    const renovate = JSON.parse(readFileSync(join(folder, 'renovate.json'), 'utf8')) as { customManagers: unknown[] };
    expect(renovate.customManagers.length).toBeGreaterThan(3);
    expect(readFileSync(join(folder, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  it('tells coding assistants how to work in it: every file and command that it names is there', async () => {
    const folder = temporaryFolder();
    await init(folder, '--name', 'p', '--yes', '--no-install');
    const text = readFileSync(join(folder, 'AGENTS.md'), 'utf8');
    const named = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path!);
    expect(named.filter((path) => !/^(?:k8s|node_modules)\//.test(path) && !existsSync(join(folder, path)))).toEqual(
      [],
    );
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: object };
    const run = [...text.matchAll(/npm run (\w+)/g)].map(([, script]) => script!);
    expect(new Set(run)).toEqual(new Set(['synth', 'test', 'diff', 'check']));
    expect(run.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
    for (const page of ['concepts.md', 'addons.md']) expect(existsSync(join(root, 'docs', page))).toBe(true);
  });

  it('types what the package manager in use takes', async () => {
    const folder = temporaryFolder();
    const said: string[] = [];
    const io = {
      stdout: { write: (text: string) => said.push(text) },
      stderr: { write: (text: string) => said.push(text) },
      stdin: (async function* () {})(),
      env: { npm_config_user_agent: 'pnpm/10.1.0 npm/? node/v22' },
      cwd: () => folder,
    };
    expect(await main(['init', '--no-install', '--ci', 'gitlab'], io)).toBe(0);
    expect(said.join('')).toContain('pnpm install');
    const gitlab = readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8');
    expect(gitlab).toContain('pnpm install --frozen-lockfile');
    expect(gitlab).not.toContain('npm ci');
    expect(readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8')).toBe('allowBuilds:\n  esbuild: true\n');
    expect(existsSync(join(folder, '.github'))).toBe(false);
    const yarn = temporaryFolder();
    const env = { npm_config_user_agent: 'yarn/4.18.1 npm/? node/v22' };
    expect(await main(['init', '--no-install'], { ...io, env, cwd: () => yarn })).toBe(0);
    expect(readFileSync(join(yarn, '.yarnrc.yml'), 'utf8')).toBe('nodeLinker: node-modules\n');
    expect(readFileSync(join(yarn, '.gitignore'), 'utf8')).toContain('\n.yarn/install-state.gz\n');
    expect(readFileSync(join(yarn, '.github/workflows/fluxspan.yml'), 'utf8')).toContain(
      '- run: npx --yes --package @yarnpkg/cli-dist@4 yarn install --immutable\n',
    );
  });
});

it('says that a package from a file is on this machine alone', async () => {
  const file = join(temporaryFolder(), 'fluxspan.tgz');
  writeFileSync(file, '');
  const { stdout } = await init(temporaryFolder(), 'a', '--package', file, '--yes', '--no-install');
  expect(stdout).toContain(`package.json asks for fluxspan at ${file}: only this machine can install it`);
  const { stdout: spec } = await init(temporaryFolder(), 'a', '--package', `file:${file}`, '--yes', '--no-install');
  expect(spec).toContain(`package.json asks for fluxspan at ${file}: only`);
  const { stdout: usual } = await init(temporaryFolder(), 'a', '--yes', '--no-install');
  expect(usual).not.toContain('only this machine');
});

describe('a repository that Flux reads', () => {
  const repository = (files: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    return folder;
  };
  const sync = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { path: ./clusters/dev, sourceRef: { kind: GitRepository, name: flux-system } }
`;

  it('gets its clusters, each where its Flux reads it, and loses nothing', async () => {
    const folder = repository({
      'clusters/dev/flux-system/gotk-sync.yaml': sync,
      'README.md': 'mine\n',
      'AGENTS.md': 'ours\n',
    });
    const { code, stdout } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(0);
    expect(stdout).toContain('kept your own AGENTS.md');
    expect(stdout).toContain('kept your own README.md');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('ours\n');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(folder, 'src/app.ts'), 'utf8')).toMatchInlineSnapshot(`
      "import { FluxApp, FluxCluster } from 'fluxspan';

      const app = new FluxApp();

      /** Flux reads clusters/dev, see clusters/dev/flux-system/gotk-sync.yaml. */
      export const dev = new FluxCluster(app, 'dev', {
        flux: '2.9', // set it to the Flux that runs there
        path: 'clusters/dev',
      });

      export default app;
      "
    `);
    linkPackages(folder);
    const synth = await runMain(folder, 'synth', '--no-base', '--no-typecheck');
    expect(synth).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'clusters/dev/README.md'))).toBe(true);
  });

  it('keeps a README of its own in the folder of a cluster', async () => {
    const files = { 'clusters/dev/flux-system/gotk-sync.yaml': sync, 'clusters/dev/README.md': 'mine\n' };
    const folder = repository(files);
    expect((await init(folder, '--yes', '--no-install')).code).toBe(0);
    expect(readFileSync(join(folder, 'src/app.ts'), 'utf8')).toContain("  readme: 'fluxspan.md', // beside");
    linkPackages(folder);
    expect((await runMain(folder, 'synth', '--no-base', '--no-typecheck')).code).toBe(0);
    expect(readFileSync(join(folder, 'clusters/dev/README.md'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(folder, 'clusters/dev/fluxspan.md'))).toBe(true);
  });

  it('is not guessed: the message names folders that may be meant', async () => {
    const files = { 'clusters/prod/apps.yaml': sync.replace('clusters/dev', 'apps'), 'apps/a.yaml': '{}\n' };
    const folder = repository(files);
    const { code, stderr } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "error FX013 init-no-root: no file of the repository shows which folder Flux reads
        note init looked for flux-system/gotk-sync.yaml, which flux bootstrap writes, and for a FluxInstance
        note it may be one of these: no other Kustomization applies what is in clusters/prod
        fix  name the folder: \`fluxspan init --template existing --path clusters/prod\`

      "
    `);
    const misspelt = await init(folder, '--path', 'clusters/prd', '--no-install');
    expect(misspelt.stderr).toContain('did you mean "clusters/prod"?');
    for (const path of ['../elsewhere', '/', '.', 'clusters/prod/apps.yaml']) {
      expect((await init(folder, '--path', path, '--no-install')).stderr, path).toContain('error FX013 init-no-root');
    }
    const nested = await init(folder, '--path', 'clusters', '--path', 'clusters/prod', '--no-install');
    expect(nested.stderr).toContain('"clusters/prod" can\'t be the folder of a cluster');
    expect(listed(folder)).not.toContain('package.json');
    expect((await init(folder, '--path', 'clusters/prod', '--no-install')).code).toBe(0);
    const app = readFileSync(join(folder, 'src/app.ts'), 'utf8');
    expect(app).toContain("path: 'clusters/prod'");
    expect(app).toContain('/** Flux reads clusters/prod. */');
  });

  it('are several: the fix names all, and the same command takes them', async () => {
    const folder = repository({
      'clusters/prod/apps.yaml': sync.replace('clusters/dev', 'apps'),
      'clusters/prod/more/apps.yaml': sync.replace('clusters/dev', 'more').replace('flux-system,', 'more,'),
      'clusters/my staging/apps.yaml': sync.replace('clusters/dev', 'apps'),
      'apps/a.yaml': '{}\n',
    });
    expect((await init(folder, '--yes', '--no-install')).stderr).toContain(
      "name the folder of each cluster, and leave out those of none: `fluxspan init --template existing --path 'clusters/my staging' --path clusters/prod`",
    );
    const paths = ['--path', 'clusters/my staging', '--path', 'clusters/prod'];
    expect((await init(folder, '--template', 'existing', ...paths, '--no-install')).code).toBe(0);
  });
});

describe('a project that has fluxspan from a file', () => {
  const filesOf = async (ci: string) => {
    const around = temporaryFolder();
    writeFileSync(join(around, 'fluxspan.tgz'), '');
    const made = await init(around, 'p', '--yes', '--no-install', '--ci', ci, '--package', './fluxspan.tgz');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    return join(around, 'p');
  };

  it('gets the workflow that comments, which downloads nothing', async () => {
    const folder = await filesOf('github');
    expect(listed(join(folder, '.github/workflows'))).toEqual(['fluxspan-comment.yml', 'fluxspan.yml']);
    expect(readFileSync(join(folder, '.github/workflows/fluxspan-comment.yml'), 'utf8')).not.toContain('npm ');
  });

  it('gets the job that comments, which downloads nothing', async () => {
    const folder = await filesOf('gitlab');
    const pipeline = readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8');
    expect(Object.keys(parse(pipeline) as object)).toEqual(['fluxspan', 'fluxspan comment']);
    expect(pipeline).not.toContain('npm pack');
  });
});

describe('a project in a folder of a repository', () => {
  const repository = (files: Readonly<Record<string, string>>, remote: string) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.txt': '', ...files });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: folder });
    return folder;
  };

  it('gets its workflow where GitHub reads it', async () => {
    const folder = repository({}, 'https://github.com/acme/platform.git');
    const { code, stdout } = await init(folder, 'infra/platform', '--yes', '--no-install');
    expect(code).toBe(0);
    expect(stdout).toContain('created ../../.github/workflows/fluxspan.yml, in the root of the repository\n');
    const workflow = readFileSync(join(folder, '.github/workflows/fluxspan.yml'), 'utf8');
    expect(parse(workflow)).toMatchObject({ defaults: { run: { 'working-directory': 'infra/platform' } } });
    expect(workflow).toContain('path: infra/platform/fluxspan-report/comment.md\n');
    const comment = readFileSync(join(folder, '.github/workflows/fluxspan-comment.yml'), 'utf8');
    expect(comment).toContain('console.log(await ');
    expect(comment).not.toContain('working-directory');
    expect(existsSync(join(folder, 'infra/platform/.github'))).toBe(false);
    // Renovate reads it in the root alone, where it would be about all of the repository.
    expect(existsSync(join(folder, 'infra/platform/renovate.json'))).toBe(false);
    expect(stdout).toMatch(/root of the repository alone: add the customManagers of .* to a renovate\.json there\n/);
  });

  it('tells flux bootstrap the path from the root of the repository', async () => {
    const folder = repository({}, 'https://github.com/acme/platform.git');
    for (const template of ['empty', 'eks', 'aks']) {
      await init(folder, `infra/${template}`, '--yes', '--no-install', '--template', template);
      const readme = readFileSync(join(folder, `infra/${template}/README.md`), 'utf8');
      expect(readme).toContain(`\`flux bootstrap\` with \`--path=infra/${template}/k8s/clusters/dev\``);
    }
    await init(folder, 'infra/k8s files', '--name', 'files', '--yes', '--no-install');
    expect(readFileSync(join(folder, 'infra/k8s files/README.md'), 'utf8')).toContain(
      "`--path='infra/k8s files/k8s/clusters/dev'`",
    );
    const top = temporaryFolder();
    await init(top, '--yes', '--no-install');
    expect(readFileSync(join(top, 'README.md'), 'utf8')).toContain('`--path=k8s/clusters/dev`');
  });

  it('gets its job where GitLab reads it', async () => {
    const folder = repository({}, 'git@gitlab.example.org:acme/platform.git');
    expect((await init(folder, 'infra', '--yes', '--no-install')).code).toBe(0);
    const { fluxspan } = parse(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')) as { fluxspan: GitLabJob };
    expect(fluxspan.script[0]).toBe('cd infra');
    expect(fluxspan.artifacts.paths).toEqual(['infra/fluxspan-report/comment.md']);
    expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toContain(
      'export FLUXSPAN_REPORT="$CI_PROJECT_DIR"/infra/fluxspan-report/comment.md\n',
    );
  });

  it('leaves a pipeline of its repository alone', async () => {
    const folder = repository({ '.gitlab-ci.yml': 'mine: {}\n' }, 'git@gitlab.example.org:acme/platform.git');
    const { code, stdout } = await init(folder, 'infra', '--yes', '--no-install');
    expect(code).toBe(0);
    expect(stdout).toContain('kept your own ../.gitlab-ci.yml');
    expect(stdout).toContain('docs/pull-requests.md has a workflow');
    expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('mine: {}\n');
  });
});

describe('what is there already', () => {
  it('stays: the lines of a .gitignore, and the configuration of Renovate wherever it is', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { '.gitignore': '/node_modules\n', '.github/renovate.json5': '{}\n' });
    const { code, stdout } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(0);
    expect(stdout).toContain('kept your own .github/renovate.json5');
    expect(stdout).toContain('added to your .gitignore: .fluxspan/ fluxspan-report/ .terraform/ *.tfstate*\n');
    expect(existsSync(join(folder, 'renovate.json'))).toBe(false);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe(
      '/node_modules\n\n# Of fluxspan\n.fluxspan/\nfluxspan-report/\n.terraform/\n*.tfstate*\n',
    );
  });

  it.each([
    ['no line at all', '', '# Of fluxspan\nnode_modules/\n'],
    ['no end of the last line', 'a\u00e9', 'a\u00e9\n\n# Of fluxspan\nnode_modules/\n'],
    ['the ends of lines of Windows', 'mine\r\n', 'mine\r\n\r\n# Of fluxspan\r\nnode_modules/\r\n'],
  ])('is a .gitignore with %s: git then leaves out what npm installs', async (_, before, after) => {
    const folder = temporaryFolder();
    execFileSync('git', ['init', '-q'], { cwd: folder });
    writeFiles(folder, { '.gitignore': before });
    const { stdout } = await init(folder, '--yes', '--no-install', '--dry-run');
    expect(stdout).toContain('~ .gitignore  gets node_modules/ .fluxspan/');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe(before);
    expect((await init(folder, '--yes', '--no-install')).code).toBe(0);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8').startsWith(after)).toBe(true);
    writeFiles(folder, { 'node_modules/zod/index.js': '' });
    expect(execFileSync('git', ['add', '--all', '--dry-run'], { cwd: folder, encoding: 'utf8' })).not.toContain('zod');
  });

  it('is another project: what that generated is not taken for what Flux reads', async () => {
    const folder = temporaryFolder();
    await init(folder, 'outer', '--yes', '--no-install');
    writeFiles(join(folder, 'outer'), {
      'k8s/clusters/dev/web.yaml': `# Generated by fluxspan\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: { path: ./web }\n`,
    });
    expect((await init(join(folder, 'outer'), 'inner', '--dry-run')).stdout).toContain('+ src/platform.ts');
  });

  it('is a run that was killed', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { '.fluxspan-init/package.json': '{}' });
    expect((await init(folder, '--yes', '--no-install')).code).toBe(0);
    expect(listed(folder)).not.toContain('.fluxspan-init');
  });

  it('is a branch with another name, which synth compares with', async () => {
    const folder = temporaryFolder();
    const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: folder, stdio: 'ignore' });
    git('init', '-q');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/master');
    await init(folder, '--yes', '--no-install');
    expect(readFileSync(join(folder, 'src/platform.ts'), 'utf8')).toContain("base: 'origin/master'");
  });
});

it('tells why git refuses to read the repository, and what helps', async () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: folder });
  process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1';
  try {
    const { code, stderr } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(1);
    expect(stderr).toContain("error FX013 init-no-root: git can't read the repository: detected dubious ownership");
    expect(stderr).toContain(`fix  git config --global --add safe.directory '${folder}'`);
    expect(listed(folder)).toEqual([]);
  } finally {
    delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'];
  }
});

describe('what init refuses leaves nothing behind', () => {
  const attempt = async (files: Readonly<Record<string, string>>, ...argv: readonly string[]) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const before = listed(folder);
    const { code, stderr } = await init(folder, ...argv);
    expect(listed(folder)).toEqual(before);
    return { code, stderr };
  };

  it('a folder with the name that others are given as an example', async () => {
    const { stderr } = await attempt({ 'platform/photo.jpg': '' }, 'platform', '--yes');
    expect(stderr).toContain('make the project in a folder of its own: `fluxspan init fleet`');
  });

  it('a folder with other files', async () => {
    const { code, stderr } = await attempt({ 'photo.jpg': '', 'a/b.txt': '' }, '--yes');
    expect(code).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "error FX007 init-in-the-way: this folder is not empty: it has a, photo.jpg
        fix  make the project in a folder of its own: \`fluxspan init platform\`

      "
    `);
  });

  it('a file in the place of the folder, and a name that npm refuses, at once', async () => {
    const { code, stderr } = await attempt({ platform: '' }, 'platform', '--name', 'My Platform');
    expect(code).toBe(1);
    expect(stderr).toContain('error FX008 init-name');
    expect(stderr).toMatchInlineSnapshot(`
      "error FX007 init-in-the-way: platform is not a folder
        at   platform
        fix  name another folder: \`fluxspan init platform\`

      error FX008 init-name: "My Platform" is not a valid package name: npm takes lower-case letters, digits, \`-\`, \`_\` and \`.\`
        fix  pass another one: \`--name my-platform\`

      "
    `);
  });

  it('an empty name of the folder, and a folder that package managers empty', async () => {
    expect(await attempt({}, '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the name of the folder is empty'),
    });
    for (const name of ['node_modules', 'node_modules/platform'])
      expect(await attempt({}, name, '--yes', '--no-install')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('FX007 init-in-the-way: the project would lie in node_modules'),
      });
  });

  it('a machine without npm', async () => {
    const folder = temporaryFolder();
    const said: string[] = [];
    const write = (text: string) => said.push(text);
    const io = {
      stdout: { write },
      stderr: { write },
      stdin: (async function* () {})(),
      env: { PATH: folder },
      cwd: () => folder,
    };
    expect(await main(['init', 'platform', '--yes'], io)).toBe(1);
    expect(said.join('')).toContain(
      "error FX012 init-not-installed: npm is not on the PATH, so the packages can't be installed",
    );
    expect(listed(folder)).toEqual([]);
  });

  it('packages that cannot be installed, with the reason', async () => {
    const folder = temporaryFolder();
    const npm = 'echo "npm error no space left" >&2\nmkdir node_modules\nexit 1';
    const { code, said } = await initWith(npm, folder, 'deep/platform', '--yes');
    expect(code).toBe(1);
    expect(said).toContain('note npm error no space left');
    expect(listed(folder)).toEqual([]);
  });

  it('a registry that is not reached: npm gives up quickly, and the message says what to type', async () => {
    const folder = temporaryFolder();
    const npm = `cat >&2 <<E
npm error code EAI_AGAIN
npm error request to https://registry.example.org/fluxspan failed, reason: getaddrinfo EAI_AGAIN
npm error network In most cases you are behind a proxy or have bad network settings.
E
[ "$npm_config_fetch_retries" = 1 ] && [ "$npm_config_fetch_timeout" = 30000 ] && exit 1`;
    const { code, said } = await initWith(npm, folder, 'platform', '--template', 'eks', '--yes');
    expect(code).toBe(1);
    expect(said).toContain(
      "npm did not reach the registry registry.example.org (EAI_AGAIN), so the packages can't be installed; nothing was written",
    );
    expect(said).toContain(
      'write the files now, `npx fluxspan init platform --template eks --no-install`, and type `npm install && npm run synth` in the project later',
    );
    expect(said).not.toContain('proxy');
    expect(listed(folder)).toEqual([]);
  });

  it('a registry that npm 11 does not reach, and takes for a conflict of versions', async () => {
    const conflict = (found: string) => `cat >&2 <<E
npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: p@0.0.0
npm error Found: cdk8s@${found}
npm error node_modules/cdk8s
npm error   cdk8s@"^2.70.0" from the root project
npm error
npm error Could not resolve dependency:
npm error peer cdk8s@"^2.70.0" from fluxspan@0.1.0
npm error node_modules/fluxspan
npm error   fluxspan@"file:/x/fluxspan.tgz" from the root project
npm error
npm error Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps
npm error
npm error For a full report see:
npm error /home/me/.npm/_logs/1-eresolve-report.txt
E
exit 1`;
    const offline = await initWith(conflict('undefined'), temporaryFolder(), 'p', '--yes');
    expect(offline.said).toContain(
      "npm did not reach the registry (ERESOLVE), so the packages can't be installed; nothing was written",
    );
    expect(offline.said).not.toContain('conflict');
    const real = await initWith(conflict('2.0.0'), temporaryFolder(), 'p', '--yes');
    expect(real.said).toContain('note npm error Found: cdk8s@2.0.0');
    expect(real.said).not.toContain('registry');
  });

  it.each(['--yes', '--no-install', '--dry-run'])(
    'a package from a file that is not there, with %s',
    async (option) => {
      const { code, stderr } = await attempt({}, 'p', '--package', './nope.tgz', option);
      expect(code).toBe(1);
      expect(stderr).toContain(
        'error FX012 init-not-installed: --package names "./nope.tgz", and there is no such file\n',
      );
    },
  );

  it('a fluxspan that the registry does not have: the fix names --package', async () => {
    for (const line of [
      '404 Not Found - GET https://registry.example.org/fluxspan - Not found',
      '404 Not Found - GET https://registry.example.org/fluxspan',
      "404  The requested resource 'fluxspan@^0.1.0' could not be found or you do not have permission to access it.",
      'notarget No matching version found for fluxspan@^9.0.0.',
    ]) {
      const { said } = await initWith(`echo "npm error ${line}" >&2\nexit 1`, temporaryFolder(), 'platform', '--yes');
      expect(said).toContain("the registry doesn't have this version of fluxspan");
      expect(said).toContain('`npx fluxspan init platform --package ./fluxspan.tgz`');
    }
    const line = 'echo "npm error notarget No matching version found for fluxspan@^9.0.0." >&2\nexit 1';
    const again = await initWith(line, temporaryFolder(), 'platform', '--yes', '--package', '^9.0.0');
    expect(again.said).toContain('`npx fluxspan init platform --package ./fluxspan.tgz`');
    const other = 'echo "npm error 404 Not Found - GET https://registry.example.org/zod - Not found" >&2\nexit 1';
    const { said } = await initWith(other, temporaryFolder(), 'platform', '--yes');
    expect(said).not.toContain('--package');
  });

  it('a dry run', async () => {
    expect(await attempt({}, '--dry-run')).toEqual({ code: 0, stderr: '' });
  });
});

describe('a package.json that npm init made', () => {
  const made = {
    name: 'homelab',
    version: '1.0.0',
    description: 'my clusters',
    main: 'index.js',
    scripts: { test: 'echo "Error: no test specified" && exit 1' },
    keywords: [],
    author: 'Ada',
    license: 'ISC',
    type: 'commonjs',
  };

  it('is taken over, with what a person says in it', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'package.json': JSON.stringify(made) });
    const { code, stdout } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(0);
    expect(stdout).toContain('took over your package.json');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'homelab', description: 'my clusters', author: 'Ada', type: 'module' });
    expect(manifest).toMatchObject({ scripts: { test: 'vitest run' }, private: true });
    expect(Object.keys(manifest)).not.toContain('main');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/^# homelab\n/);
  });

  it.each([
    { scripts: { ...made.scripts, build: 'tsc' } },
    { dependencies: { left: '^1.0.0' } },
    { main: 'server.js' },
    { workspaces: ['a'] },
  ])('is of another project with %j: it stays, and the message says what to do', async (more) => {
    const folder = temporaryFolder();
    const text = JSON.stringify({ ...made, ...more });
    writeFiles(folder, { 'package.json': text });
    const { code, stderr } = await init(folder, '--yes', '--no-install');
    expect(code).toBe(1);
    expect(stderr).toContain('error FX007 init-in-the-way: this folder has package.json already');
    expect(stderr).toContain('or, if no other project needs it, delete package.json: init writes its own');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(text);
  });

  it('finds packages that were installed already: they are what is in the way', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'package.json': JSON.stringify(made), 'package-lock.json': '{}', 'node_modules/a/b.js': '' });
    const { stderr } = await init(folder, '--yes', '--no-install');
    expect(stderr).toContain('this folder is not empty: it has node_modules, package-lock.json');
    expect(stderr).toContain('if no other project needs them, delete node_modules, package-lock.json: init');
  });

  it('is as it was after an installation that failed', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'package.json': JSON.stringify(made) });
    expect(await initWith('exit 1', folder, '--yes')).toMatchObject({ code: 1 });
    expect(listed(folder)).toEqual(['package.json']);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(JSON.stringify(made));
  });
});

it('installs nothing inside a workspace, and says what to do', async () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: folder });
  writeFiles(folder, { 'package.json': '{ "workspaces": ["packages/*"] }' });
  const { code, stdout } = await init(folder, 'packages/platform', '--yes');
  expect(code).toBe(0);
  expect(stdout).toContain('is a workspace: install there\n');
  expect(existsSync(join(folder, 'packages/platform/.git'))).toBe(false);
  expect(existsSync(join(folder, '.github'))).toBe(false);
  expect(stdout).toContain(`wrote no CI: in a workspace, packages are installed in its root. Copy both workflows`);
  expect(stdout).toContain(`  - run: node ../../node_modules/fluxspan/ci/check.js
    working-directory: packages/platform
  path: packages/platform/fluxspan-report/comment.md
`);
});

it.each([
  ['{ "workspaces": ["packages/*"] }', true],
  ['{ "workspaces": { "packages": ["./packages/**/"] } }', true],
  ['{ "workspaces": ["packages/platform"] }', true],
  ['{ "workspaces": ["packages/*", "!packages/platform"] }', false],
  ['{ "workspaces": ["apps/*", "packages"] }', false],
])('asks to list the folder in %s only where it is not: %s', async (text, isListed) => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'package.json': text });
  const { stdout } = await init(folder, 'packages/platform', '--yes');
  expect(stdout.includes('list this folder in its packages, and install there')).toBe(!isListed);
});

it('names what pnpm installs, and where, in a workspace of its', async () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: folder });
  writeFiles(folder, { 'pnpm-workspace.yaml': 'packages:\n  - platform\n', 'fluxspan.tgz': '' });
  const { stdout } = await init(folder, 'platform', '--yes', '--package', './fluxspan.tgz');
  expect(stdout).toContain('is a workspace: install there\n');
  expect(stdout).not.toContain('wrote no workflow');
  expect(stdout).toContain(
    'Copy both workflows of fluxspan/templates/project/_github/workflows to the root of the repository, and change these lines of the check:\n',
  );
  expect(stdout).toContain(`  - run: npx --yes pnpm install --frozen-lockfile
  - run: node node_modules/fluxspan/ci/check.js
    working-directory: platform
  path: platform/fluxspan-report/comment.md
`);
  expect(stdout).toContain(' && pnpm install\n');
});

it('names the folder of a workspace below the root of the repository', async () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '-q'], { cwd: folder });
  writeFiles(folder, { 'js/package.json': '{ "workspaces": ["*"] }' });
  const github = await init(folder, 'js/platform', '--yes');
  expect(github.stdout).toContain(`  - run: npm ci
    working-directory: js
  - run: node ../node_modules/fluxspan/ci/check.js
    working-directory: js/platform
`);
  const gitlab = await init(folder, 'js/other', '--yes', '--ci', 'gitlab');
  expect(gitlab.stdout).toContain(`  - cd js && npm ci
  - cd "$CI_PROJECT_DIR"/js/other && node ../node_modules/fluxspan/ci/check.js
`);
});

it('asks in a terminal, and takes the first letters', async () => {
  const folder = temporaryFolder();
  const asked: string[] = [];
  const stdin = Object.assign(
    (async function* () {
      yield 'x\nek\nmy-plat';
      yield 'form\n\n';
    })(),
    { isTTY: true },
  );
  const io = {
    stdout: { write: () => true },
    stderr: { write: (text: string) => asked.push(text), isTTY: true },
    stdin,
    env: {},
    cwd: () => folder,
  };
  expect(await main(['init', '--no-install'], io)).toBe(0);
  expect(asked.join('')).toContain('Type one of empty, eks, aks, existing.');
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"name": "my-platform"');
  expect(readFileSync(join(folder, 'src/platform.ts'), 'utf8')).toContain('karpenter');
  expect(existsSync(join(folder, '.github/workflows/fluxspan.yml'))).toBe(true);
});
