import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProject, type TestProject } from '../support/project.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };

/** The package as it is installed, in a folder of its own, with the packages that it needs. */
const installCopy = (its = version): string => {
  const modules = join(temporaryFolder(), 'node_modules');
  const folder = join(modules, 'fluxspan');
  for (const name of ['bin', 'dist', 'imports/schemas', 'templates']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: its }));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== 'fluxspan') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  return folder;
};

/** Prints the address of each module that Node loads, which `run` takes out of what the command says. */
const hooks = `import { writeSync } from 'node:fs';
export const load = (url, context, next) => { writeSync(2, 'loads ' + url + '\\n'); return next(url, context); };`;
const dataUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const listing = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`);

let cache: string;
const run = (copy: string, folder: string, ...argv: readonly string[]) => {
  const command = ['--import', listing, join(copy, 'bin/fluxspan.js'), ...argv];
  const env = { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: cache };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', env });
  const lines = stderr.split('\n');
  const loaded = lines
    .filter((line) => line.startsWith('loads file:'))
    .map((line) => fileURLToPath(line.slice('loads '.length)));
  return { status, stdout, stderr: lines.filter((line) => !line.startsWith('loads ')).join('\n'), loaded };
};
const synth = (copy: string, folder: string) => run(copy, folder, 'synth', '--no-base', '--no-typecheck');

let project: TestProject;
let modules: string;
beforeEach(() => {
  cache = temporaryFolder();
  project = makeProject();
  modules = join(project.folder, 'node_modules');
});
afterEach(() => project.remove());

/** Puts a copy in the place of the project's own. */
const putIntoProject = (copy: string): void => {
  rmSync(join(modules, 'fluxspan'));
  symlinkSync(copy, join(modules, 'fluxspan'), 'dir');
  for (const name of ['cdk8s', 'constructs', 'zod']) {
    rmSync(join(modules, name));
    symlinkSync(join(copy, '..', name), join(modules, name), 'dir');
  }
};

describe('the command and the app', () => {
  it('load each module of the package once, whatever the app imports of it', () => {
    const entries = ['fluxspan', 'fluxspan/addons', 'fluxspan/testing', 'fluxspan/imports/cert-manager.io'];
    project.edit('src/app.ts', '', entries.map((name) => `import '${name}';\n`).join(''));
    const { status, stderr, loaded } = synth(root, project.folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const own = loaded.filter((path) => path.startsWith(join(root, 'dist')));
    expect(own).toContain(join(root, 'dist/src/testing/index.js'));
    expect(own.filter((path, index) => own.indexOf(path) !== index)).toEqual([]);
    // A few more than without the last two.
    expect(own.length).toBeLessThan(20);
  });

  it('share one zod, which the command requires', () => {
    const statement = "import { z } from 'zod';";
    const zodOf = () => {
      const { status, stderr, loaded } = synth(root, project.folder);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      // What Node imports; of `require`, it tells its hooks nothing.
      return loaded.filter((path) => path.includes(join('node_modules', 'zod')));
    };
    expect(zodOf()).toEqual([]);
    const tree = project.files('k8s');
    for (const other of ["import z from 'zod';", "import { z } from 'zod/v4';"]) {
      project.edit('src/web.ts', statement, other);
      // The app's own, whose schemas are good for the command all the same.
      expect(zodOf()).not.toEqual([]);
      expect(project.files('k8s')).toEqual(tree);
      project.edit('src/web.ts', other, statement);
    }
  });

  for (const [name, its, said] of [
    ['the same version', version, () => ''],
    [
      'another version',
      '9.9.9',
      (place: string) => `fluxspan 9.9.9 runs fluxspan ${version}, which this project has: ${place}\n`,
    ],
  ] as const) {
    it(`are the project's own where the command is a copy of ${name}`, () => {
      const other = installCopy(its);
      const { status, stdout, stderr, loaded } = synth(other, project.folder);
      expect({ status, stderr }).toEqual({ status: 0, stderr: said(resolve(root)) });
      expect(stdout).toContain('added');
      expect(loaded.filter((path) => path.startsWith(other))).toEqual([join(other, 'bin/fluxspan.js')]);
      expect(loaded).toContain(join(root, 'dist/src/cli/main.js'));
      // From a folder of the project, too.
      expect(run(other, join(project.folder, 'src'), '--version').stdout).toBe(`${version}\n`);
    });
  }

  it('are the one that was started for audit, which runs no code of the repository', () => {
    const other = installCopy('9.9.9');
    const { status, loaded } = run(other, project.folder, 'audit', '--json');
    expect([0, 1]).toContain(status);
    expect(loaded).toContain(join(other, 'dist/src/cli/main.js'));
    expect(loaded.filter((path) => path.startsWith(join(root, 'dist')))).toEqual([]);
  });

  it('are the one that was started, where no project is', () => {
    expect(run(installCopy('9.9.9'), tmpdir(), '--version')).toMatchObject({
      status: 0,
      stdout: '9.9.9\n',
      stderr: '',
    });
  });

  it("use nothing that another version's runs found", () => {
    expect(synth(root, project.folder).status).toBe(0);
    const [name] = readdirSync(join(cache, 'fluxspan')).filter((file) => file.startsWith('clean-objects-'));
    const found = () => readFileSync(join(cache, 'fluxspan', name!), 'utf8').split(/[ \n]/);
    const [by, , ...keys] = found();
    expect(by).toBe(version);
    const other = installCopy('9.9.9');
    putIntoProject(other);
    expect(synth(other, project.folder)).toMatchObject({ status: 0, stderr: '' });
    expect(found()).toEqual(['9.9.9', expect.any(String), ...keys]);
  });
});

describe('a package that lacks a file', () => {
  const again = (file: string) => (file.startsWith('dist/') ? 'npm run build' : `git checkout ${file}`);
  const [first, late] = ['dist/src/cli/main.js', 'dist/src/chunks/synth.js'];
  for (const [file, words] of [
    [first, (copy: string) => `fluxspan isn't complete: "${join(copy, first)}" is missing\n`],
    [late, () => `error FX001 app-not-loaded: fluxspan isn't complete: "${late}" is missing\n`],
    ...['imports/schemas', 'imports/schemas/core.json', 'imports/schemas/meta.json'].map(
      (path) => [path, () => `error FX001 app-not-loaded: fluxspan isn't complete: "${path}" is missing\n`] as const,
    ),
  ] as const) {
    it(`says so: ${file}`, () => {
      const copy = installCopy();
      putIntoProject(copy);
      rmSync(join(copy, file), { recursive: true });
      const { status, stderr } = synth(copy, project.folder);
      expect({ status, stderr: stderr.trimEnd() }).toEqual({
        status: 1,
        stderr: `${words(copy)}  fix  delete ${copy}, and run npm install; in the repository of fluxspan: ${again(file)}`,
      });
    });
  }

  const damages = { 'is cut off': (text: string) => text.slice(0, text.length / 2), 'is empty': () => '' };
  for (const [what, damage] of Object.entries(damages)) {
    const files = ['dist/src/chunks/synth.code.js', 'dist/src/chunks/start.code.js', 'imports/schemas/core.json'];
    it.each(files)(`says so, where %s ${what}, and writes nothing`, (file) => {
      const copy = installCopy();
      putIntoProject(copy);
      const path = join(copy, file);
      writeFileSync(path, damage(readFileSync(path, 'utf8')));
      const { status, stderr } = synth(copy, project.folder);
      expect({ status, stderr: stderr.trimEnd() }).toEqual({
        status: 1,
        stderr: `error FX001 app-not-loaded: fluxspan isn't complete: "${file}" is damaged\n  fix  delete ${copy}, and run npm install; in the repository of fluxspan: ${again(file)}`,
      });
    });
  }
});
