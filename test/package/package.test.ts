import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kubernetesGroups } from '../../src/schema/kubernetes-groups.js';
import { type PageStep, tutorialSteps } from '../support/page-steps.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';

const work = mkdtempSync(join(tmpdir(), 'fluxspan-package-'));
const project = join(work, 'project');
/** npm with what the outer npm run puts into the environment taken out, so that the project is a project of its own. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_OPTIONS)/.test(name)),
);
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;
const run = (command: string, ...argv: readonly string[]) =>
  spawnSync(command, argv, { cwd: project, env: { ...env, CI: '1' }, encoding: 'utf8' });

const bin = (name: string): string => join(project, 'node_modules/.bin', name);
const tsc = (...argv: readonly string[]) =>
  run(bin('tsc'), '-p', '.', '--pretty', 'false', '--singleThreaded', ...argv);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

let packed: Packed;
/** Why there is no project; set where the registry is out of reach. */
let missing: string | undefined;

/** Installs from npm's cache, and asks the registry only for what is not in it. */
const install = (): string | undefined => {
  for (const source of ['--offline', '--prefer-offline']) {
    const { status, stderr } = run('npm', 'install', source, '--no-audit', '--no-fund', '--no-package-lock');
    if (status === 0) return undefined;
    if (source === '--offline') continue;
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|network/i.test(stderr)) {
      return 'npm can reach no registry, and its cache lacks a package';
    }
    throw new Error(`npm install failed: ${stderr}`);
  }
  return undefined;
};

beforeAll(() => {
  requireDist();
  const out = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  packed = (JSON.parse(out) as Packed[])[0]!;
  cpSync(join(root, 'test/package/project'), project, { recursive: true });
  const names = ['@types/node', 'cdk8s', 'constructs', 'typescript', 'vitest', 'zod'];
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({
      name: 'user',
      private: true,
      type: 'module',
      dependencies: {
        fluxspan: `file:../${packed.filename}`,
        ...Object.fromEntries(names.map((name) => [name, versionOf(name)])),
      },
    }),
  );
  missing = install();
  if (missing !== undefined && process.env['CI'] !== undefined) throw new Error(missing);
}, 300_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

describe('the tarball', () => {
  it('holds what a user needs, and no more', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of [
      'LICENSE',
      'package.json',
      'bin/fluxspan.js',
      'dist/src/index.js',
      'dist/src/index.d.ts',
      'dist/src/addons/index.d.ts',
      'dist/src/testing/index.d.ts',
      'dist/src/cli/main.js',
      'ci/github/audit/action.yml',
      'ci/gitlab/audit.yml',
      'examples/terraform-eks/README.md',
      'examples/terraform-eks/aws/eks.tf',
    ]) {
      expect(paths).toContain(path);
    }
    const folders = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    expect(
      [...folders].filter(
        (folder) =>
          !['bin', 'ci', 'dist', 'docs', 'examples', 'imports', 'renovate', 'templates'].includes(folder ?? ''),
      ),
    ).toEqual([]);
    const unneeded =
      /\.(test|spec|bench|snap)\.|\.terraform|\.tfstate|\.tsbuildinfo$|\.tgz$|\.map$|(^|\/)(platform|test)\/|^schemas\/|^imports\/(?!schemas\/[\w.-]+\.json$)|^dist\/.*(?<!\.d)\.ts$/;
    expect(paths.filter((path) => !path.startsWith('templates/') && unneeded.test(path))).toEqual([]);
  });

  it('holds all pages of docs/', () => {
    const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(join(root, 'docs', file)).isFile(),
    );
    expect(pages.length).toBeGreaterThan(30);
    const paths = packed.files.map(({ path }) => path);
    expect(pages.map((page) => `docs/${page.replaceAll('\\', '/')}`).filter((page) => !paths.includes(page))).toEqual(
      [],
    );
  });

  it('holds code in lines that a person can read, and declarations with docstrings', () => {
    const lengths = packed.files
      // What a page of `fluxspan graph` gets is minified for the page.
      .filter(({ path }) => /^dist\/.*\.js$/.test(path) && !path.endsWith('/assets.js'))
      .flatMap(({ path }) => readFileSync(join(root, path), 'utf8').split('\n'))
      .map((line) => line.length);
    expect(lengths.length).toBeGreaterThan(50_000);
    // Messages, patterns and lists of names are longer than the source's 120 characters.
    expect(lengths.filter((length) => length > 200).length / lengths.length).toBeLessThan(0.01);
    const declared = (path: string) => readFileSync(join(root, 'dist/src', path), 'utf8');
    expect(declared('cluster/flux-cluster.d.ts')).toMatch(/\*\/\n\s*stage</);
    for (const file of ['addon/addon.d.ts', 'rules/rule.d.ts', 'json/read-field.d.ts', 'testing/synth-cluster.d.ts']) {
      expect([file, declared(file)]).toEqual([file, expect.stringMatching(/\/\*\* /)]);
    }
  });

  it('is a package as Node, bundlers and TypeScript want it', () => {
    const tarball = join(work, packed.filename);
    const tool = (name: string, ...argv: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', name), argv, {
        cwd: work,
        encoding: 'utf8',
      });
      return { status, said: status === 0 ? '' : stdout + stderr };
    };
    expect(tool('publint', 'run', tarball, '--strict')).toEqual({ status: 0, said: '' });
    // ES modules alone, as the package says.
    expect(tool('attw', tarball, '--profile', 'esm-only')).toEqual({ status: 0, said: '' });
  });

  it('is no larger than it must be', () => {
    const largest = [...packed.files].sort((a, b) => b.size - a.size).slice(0, 5);
    // With real names, docstrings and all docs it takes 2.5 and 10 MB, and may grow by a fifth. Where these limits are
    // passed, look at what came in: the sources alone, which nothing reads, would take it beyond the second.
    expect(packed.size, JSON.stringify(largest)).toBeLessThan(3_000_000);
    expect(packed.unpackedSize, JSON.stringify(largest)).toBeLessThan(12_000_000);
  });

  it("has the classes of Kubernetes' own kinds in 300 kB", () => {
    const groups = kubernetesGroups.map((group) => group || 'core');
    const own = packed.files.filter(({ path }) => {
      const [, group] = /^dist\/imports\/(.+?)(?:\.d\.ts|\.js)$/.exec(path) ?? [];
      return group !== undefined && groups.includes(group);
    });
    expect(own.length).toBeGreaterThan(30);
    expect(own.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(300_000);
  });

  it('names no place of the machine that made it', () => {
    const places = [root, homedir()].filter((place) => place.length > '/root'.length);
    const wrong = packed.files.filter(({ path }) => {
      const text = readFileSync(join(root, path), 'utf8');
      return places.some((place) => text.includes(place));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('a new project that has the package', () => {
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });

  it('type-checks, the types of packages included', () => {
    const { status, stdout } = tsc();
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('has no package that only some projects need', () => {
    const installed = readdirSync(join(project, 'node_modules'));
    expect(installed).toContain('fluxspan');
    expect(installed).not.toContain('cdk8s-plus-30');
  });

  it('type-checks with exact optional properties, and has the checks of the compiler', () => {
    writeFileSync(
      join(project, 'src/wrong.ts'),
      "import { FluxApp, FluxCluster } from 'fluxspan';\nimport { karpenter } from 'fluxspan/addons';\n" +
        "new FluxCluster(new FluxApp(), 'dev').stage('first', [karpenter()]);\n",
    );
    const { stdout } = tsc('--exactOptionalPropertyTypes');
    rmSync(join(project, 'src/wrong.ts'));
    expect(stdout).toContain("addon 'karpenter' requires 'karpenter.sh', which no earlier stage provides");
    expect(stdout.split('\n').filter((line) => /^\S/.test(line))).toEqual([
      expect.stringMatching(/^src\/wrong\.ts\(3,/),
    ]);
  });

  it('imports every entry', () => {
    const names = packed.files.flatMap(({ path }) => /^dist\/(imports\/.*)\.js$/.exec(path)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(50);
    const entries = ['fluxspan', ...['addons', 'testing', ...names].map((name) => `fluxspan/${name}`)];
    const program = `for (const name of ${JSON.stringify(entries)}) {
      const module = await import(name);
      // Types alone, where there are no schemas.
      if (Object.keys(module).length === 0) console.log(name);
    }`;
    const { status, stdout, stderr } = run(process.execPath, '--input-type=module', '--eval', program);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter((name) => name !== '' && !/imports\/charts\/[\w-]+$/.test(name))).toEqual([]);
  });

  it('shows in the stack of an error in a `build` the functions and the lines that it came from', () => {
    const program = `
      import { defineAddon, FluxApp, FluxCluster, HelmRelease } from 'fluxspan';
      import { synthCluster } from 'fluxspan/testing';
      const broken = defineAddon({
        name: 'broken',
        namespace: 'broken',
        build(scope) {
          try {
            new HelmRelease(scope, 'release');
          } catch (error) {
            console.log(error.stack);
          }
        },
      });
      synthCluster(new FluxCluster(new FluxApp(), 'dev').stage('first', [broken()]));`;
    const { stdout } = run(process.execPath, '--stack-trace-limit=30', '--input-type=module', '--eval', program);
    const frames = [...stdout.matchAll(/^ +at (.+) \(file:\/\/(.*\/fluxspan\/dist\/.*):(\d+):\d+\)$/gm)].map(
      ([, name, file, line]) => ({ name, line: readFileSync(file!, 'utf8').split('\n')[Number(line) - 1]!.trim() }),
    );
    expect(stdout).toContain("Cannot destructure property 'name' of 'props'");
    expect(frames.slice(0, 2)).toEqual([
      { name: 'splitProps', line: expect.stringMatching(/^const \{ name\b.* \} = props;$/) },
      { name: 'new HelmRelease', line: expect.stringMatching(/\bsplitProps\(props/) },
    ]);
    expect(frames.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['buildAddon', 'buildAddons', 'buildCluster', 'planClusters', 'synthCluster']),
    );
  });

  it('synthesizes by the executable, and is up to date then', () => {
    // `tsc` has checked these types; the command does it for the projects of the README and of the tutorial.
    const synth = (...argv: readonly string[]) => run(bin('fluxspan'), 'synth', '--no-base', '--no-typecheck', ...argv);
    const written = synth();
    expect(written.stderr).toBe('');
    expect(written.status).toBe(0);
    const paths = readdirSync(join(project, 'k8s'), { recursive: true, encoding: 'utf8' }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    expect(paths).toContain('apps/dev/guestbook/helm-release.yaml');
    expect(paths).toContain('clusters/dev/karpenter.yaml');
    expect(paths).toContain('contract/dev/contract.json');
    expect(readFileSync(join(project, 'k8s/clusters/dev/guestbook.yaml'), 'utf8')).toContain('name: karpenter-nodes');
    expect(synth('--check').status).toBe(0);
    expect(statSync(join(project, 'k8s')).isDirectory()).toBe(true);
  });

  it('says which peer dependency is missing, and how to install it', () => {
    const away = join(project, 'node_modules/.zod');
    renameSync(join(project, 'node_modules/zod'), away);
    try {
      const { status, stderr } = run(bin('fluxspan'), 'synth', '--no-base', '--no-typecheck');
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          'error FX001 app-not-loaded: the package "zod" isn\'t installed: fluxspan and your project share one copy of it\n  fix  npm install zod\n\n',
      });
    } finally {
      renameSync(away, join(project, 'node_modules/zod'));
    }
  });

  it('does what the README shows', () => {
    const folder = join(project, 'readme');
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const byHand = readFileSync(join(root, 'docs/project.md'), 'utf8');
    const blocks = (language: string): readonly string[] =>
      [...(readme + byHand).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
        (match) => match[1]!,
      );
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), blocks('json')[0]!);
    writeFileSync(join(folder, 'cdk8s.yaml'), blocks('yaml')[0]!);
    for (const [i, name] of ['app.ts', 'app.test.ts'].entries())
      writeFileSync(join(folder, 'src', name), blocks('ts')[i]!);
    const inFolder = (name: string, ...argv: readonly string[]) =>
      spawnSync(bin(name), argv, { cwd: folder, env: { ...env, CI: '' }, encoding: 'utf8' });
    expect(inFolder('fluxspan', 'check')).toMatchObject({ status: 0, stderr: '' });
    // Checks the types, too.
    expect(inFolder('fluxspan', 'synth')).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'k8s/clusters/dev/README.md'), 'utf8')).toContain('# Cluster dev');
    const tested = inFolder('vitest', 'run');
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('does what the tutorial says, from `fluxspan init` on', { timeout: 300_000 }, () => {
    const author = {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.org',
      // What is in npm's cache since the other project was installed isn't asked for again.
      npm_config_audit: 'false',
      npm_config_prefer_offline: 'true',
    };
    let folder = project;
    let said = '';
    const failed: string[] = [];
    const shell = (command: string): void => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        cwd: folder,
        env: { ...env, ...author, NO_COLOR: '1' },
        encoding: 'utf8',
      });
      said += stdout + stderr;
      if (status !== 0) failed.push(command);
    };
    let last: PageStep['kind'] = 'expect';
    for (const step of tutorialSteps()) {
      if (step.kind === 'write') writeFileSync(join(folder, step.path), step.text);
      else if (step.kind === 'expect') {
        for (const line of step.lines) if (line !== '…') expect(said).toContain(line);
      } else if (step.kind === 'run') {
        if (last !== 'run') said = '';
        if (step.command.startsWith('cd ')) folder = join(folder, step.command.slice('cd '.length));
        else shell(step.command.replace('npx fluxspan init', `npx fluxspan init --package ../${packed.filename}`));
      }
      last = step.kind;
    }
    expect(folder).toBe(join(project, 'platform'));
    // Only the mistake of the page was one. Its `npm test` is the last command before its commit.
    expect(failed).toEqual(['npm run synth']);
    shell('npm run check -- --no-base');
    expect(failed).toHaveLength(1);
    expect(spawnSync('git', ['status', '--short'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
    rmSync(folder, { recursive: true });
  });

  it('tests its clusters with fluxspan/testing and snapshots', () => {
    // Without CI, where snapshots are not written.
    const vitest = () => spawnSync(bin('vitest'), ['run'], { cwd: project, env: { ...env, CI: '' }, encoding: 'utf8' });
    const first = vitest();
    expect(first.status, first.stdout + first.stderr).toBe(0);
    expect(first.stdout).toContain('1 written');
    const snapshot = readFileSync(join(project, 'src/__snapshots__/app.spec.ts.snap'), 'utf8');
    expect(snapshot).toContain('greeting: hello');
    const second = vitest();
    expect(second.status, second.stdout).toBe(0);
    expect(second.stdout).not.toContain('written');
  });
});
