import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { installTypeScript } from '../../support/install-typescript.js';
import { projectOfEachTest } from '../../support/project-of-each-test.js';
import { root } from '../../support/root.js';
import { runCommand, runProcess } from '../../support/run.js';
import { testCache } from '../../support/test-cache.js';

const project = projectOfEachTest();
const MINUTES = 5 * 60_000;

class Watch {
  output = '';
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;

  constructor(...args: readonly string[]) {
    const command = [join(root, 'bin/fluxspan.js'), 'watch', '--no-base', ...args];
    this.#process = spawn(process.execPath, command, {
      cwd: project.folder,
      env: { ...process.env, NODE_OPTIONS: '', XDG_CACHE_HOME: testCache },
    });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.#ended = new Promise((end) => this.#process.on('close', end));
  }

  /** Waits for what is printed from now on. */
  async until(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.output, { timeout: MINUTES, interval: 20 }).toMatch(pattern);
    const { output } = this;
    this.output = '';
    return output;
  }

  end(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<number | null> {
    this.#process.kill(signal);
    return this.#ended;
  }
}

let running: readonly Watch[] = [];
const start = (...args: readonly string[]): Watch => {
  const watch = new Watch(...args);
  running = [...running, watch];
  return watch;
};
afterEach(async () => {
  await Promise.all(running.map((one) => one.end('SIGKILL')));
  running = [];
});

const DONE = /(?:written|changed) in \d+ ms/;
const REFUSED = /nothing was written\n/;
const config = (cluster: string) => project.read(`k8s/addons/${cluster}/web/config-map.yaml`);
const upToDate = () => runCommand(project.folder, 'synth', '--check', '--no-base', '--no-typecheck').code;

describe('fluxspan watch', { timeout: MINUTES }, () => {
  it('writes after each change, however the file is saved, and survives what is wrong', async () => {
    const watch = start('--no-typecheck');
    expect(await watch.until(DONE)).toMatch(/^\+ k8s\/addons\/dev\/web\/config-map\.yaml$/m);

    project.edit('src/app.ts', 'the web of', 'our web of');
    expect(await watch.until(DONE)).toMatch(
      /^~ k8s\/addons\/prod\/web\/config-map\.yaml\n[\d:]+ 2 of \d+ files written/m,
    );
    expect(config('dev')).toContain('our web of dev');

    project.write('src/app.ts.tmp', project.read('src/app.ts').replace('our web of', 'a web of'));
    renameSync(join(project.folder, 'src/app.ts.tmp'), join(project.folder, 'src/app.ts'));
    await watch.until(DONE);
    expect(config('prod')).toContain('a web of prod');

    const good = project.read('src/app.ts');
    project.write('src/app.ts', `${good}\nconst half = {`);
    expect(await watch.until(REFUSED)).toContain('error FX001 app-not-loaded: the app does not compile: ');
    project.write('src/app.ts', `import { title } from './titles/title.js';\n${good.replace('a web of', '${title}')}`);
    expect(await watch.until(REFUSED)).toContain('./titles/title.js');
    expect(config('dev')).toContain('a web of dev');
    mkdirSync(join(project.folder, 'src/titles'));
    project.write('src/titles/title.ts', "export const title = 'the title of';\n");
    await watch.until(DONE);
    expect(config('dev')).toContain('the title of dev');

    rmSync(join(project.folder, 'src/titles'), { recursive: true });
    expect(await watch.until(REFUSED)).toContain('./titles/title.js');
    project.write('src/app.ts', good);
    await watch.until(DONE);
    expect(config('dev')).toContain('a web of dev');
    expect([await watch.end(), upToDate()]).toEqual([0, 0]);
  });

  it('comes to what is there after many changes at once, as git makes them', async () => {
    const watch = start('--no-typecheck');
    await watch.until(DONE);
    const text = project.read('src/app.ts');
    for (let turn = 0; turn < 30; turn++) {
      project.write(`src/more/module-${turn}.ts`, `export const value = ${turn};\n`);
      project.write('src/app.ts', text.replace('the web of', `web ${turn} of`));
    }
    await expect.poll(() => config('prod'), { timeout: MINUTES, interval: 50 }).toContain('web 29 of prod');
    expect([await watch.end(), upToDate()]).toEqual([0, 0]);
  });

  it('leaves the tree whole when two of them run', async () => {
    const both = [start('--no-typecheck'), start('--no-typecheck')];
    await Promise.all(both.map((one) => one.until(DONE)));
    for (const title of ['first of', 'second of', 'third of']) {
      project.write('src/app.ts', project.read('src/app.ts').replace(/`[^$]*\$/, `\`${title} $`));
      await Promise.all(both.map((one) => one.until(DONE)));
    }
    expect(config('dev')).toContain('third of dev');
    expect(await Promise.all(both.map((one) => one.end()))).toEqual([0, 0]);
    expect(upToDate()).toBe(0);
  });

  it('outlives an app that ends the process, fails later, or prints', async () => {
    const watch = start('--no-typecheck');
    await watch.until(DONE);
    const good = project.read('src/app.ts');
    project.write('src/app.ts', `process.exit(0);\n${good}`);
    expect(await watch.until(REFUSED)).toContain('it called process.exit(0)');
    project.write(
      'src/app.ts',
      `setTimeout(() => { throw new Error('too late'); }, 0);\nawait new Promise(() => {});\n${good}`,
    );
    expect(await watch.until(REFUSED)).toContain('something that the app started failed: too late');
    project.write('src/app.ts', `console.log('it prints');\n${good.replace('the web', 'my web')}`);
    expect(await watch.until(DONE)).toContain('it prints\n');
    expect([config('dev').includes('my web of dev'), await watch.end()]).toEqual([true, 0]);
  });

  it('checks types once the tree is written, and goes on', async () => {
    installTypeScript(project);
    const watch = start();
    await watch.until(DONE);
    const good = project.read('src/app.ts');
    const misspelt = good
      .replace('the web of ${name}', 'the web of ${settings.nmae}')
      .replace('const app', "const settings: { readonly name: string } = { name: 'a' };\nconst app");
    project.write('src/app.ts', misspelt);
    const told = await watch.until(/in the types of what was written; synth would refuse it\n/);
    expect(told.indexOf('files written')).toBeGreaterThan(-1);
    expect(told.indexOf('error FX016 type-error: ')).toBeGreaterThan(told.indexOf('files written'));
    expect(told).toMatch(/'nmae' does not exist [\s\S]* at {3}src\/app\.ts:\d+:\d+\n/);
    expect(config('dev')).toContain('the web of undefined');
    project.write('src/app.ts', misspelt.replace('nmae', 'name'));
    await watch.until(/the types are right again\n/);
    expect(config('dev')).toContain('the web of a');
    expect(await watch.end()).toBe(0);
  });

  it('tells once which images the automation wrote into the tree', async () => {
    project.edit(
      'src/web.ts',
      'host: vars.TF_WEB_HOST',
      "host: vars.TF_WEB_HOST, image: imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')",
    );
    project.edit('src/web.ts', 'import { ConfigMap,', 'import { ConfigMap, imagePolicy,');
    const watch = start('--no-typecheck');
    expect(await watch.until(DONE)).not.toContain('by ImagePolicy');
    const file = 'k8s/addons/dev/web/config-map.yaml';
    // The record of the source stays.
    project.write(file, project.read(file).replace(/^( *image: .*):1\.2\.3/m, '$1:1.2.4'));
    project.edit('src/app.ts', 'the web of', 'our web of');
    const line = `= ${file}: ConfigMap/web data.image is "ghcr.io/acme/web:1.2.4" by ImagePolicy apps:web; the source says "ghcr.io/acme/web:1.2.3"\n`;
    expect(await watch.until(DONE)).toContain(line);
    project.edit('src/app.ts', 'our web of', 'a web of');
    expect(await watch.until(DONE)).not.toContain('by ImagePolicy');
    expect(config('dev')).toContain('ghcr.io/acme/web:1.2.4');
    expect([await watch.end(), upToDate()]).toEqual([0, 0]);
  });

  it('starts another thread after a while, and goes on', async () => {
    const watch = start('--no-typecheck', '--cluster', 'dev');
    await watch.until(DONE);
    const text = project.read('src/app.ts');
    for (let turn = 0; turn < 45; turn++) {
      project.write('src/app.ts', text.replace('the web of', `web ${turn} of`));
      // Node warns of listeners that pile up.
      expect(await watch.until(DONE)).not.toContain('Warning');
      expect(config('dev')).toContain(`web ${turn} of dev`);
    }
    expect(await watch.end()).toBe(0);
  });

  it('refuses a project that is not there, and options that exclude each other', () => {
    const { code, stderr } = runProcess(tmpdir(), 'watch');
    expect([code, stderr]).toEqual([1, expect.stringContaining('error FX001 app-not-loaded: there is no cdk8s.yaml')]);
    expect(runProcess(project.folder, 'watch', '--base', 'main', '--no-base')).toMatchObject({ code: 2 });
  });
});
