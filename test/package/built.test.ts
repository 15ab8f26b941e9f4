import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReadChartSchema } from '../../src/constructs/index.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';

const dist = join(root, 'dist');

/** What a built file loads before its first line runs: files of the package, and packages. */
const loadedBy = (file: string): { readonly files: readonly string[]; readonly packages: ReadonlySet<string> } => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    const code = path.replace(/\.js$/, '.code.js');
    const text = readFileSync(path, 'utf8') + (existsSync(code) ? readFileSync(code, 'utf8') : '');
    for (const [, name] of text.matchAll(/^(?:import|export)(?:[\w{},$*\s]*from )? ?"([^"]+)";$/gm)) {
      if (name!.startsWith('.')) visit(resolve(dirname(path), name!));
      else if (!name!.startsWith('node:')) packages.add(name!);
    }
    for (const [, name] of text.matchAll(/\((?:import\.meta\.|__)url\)\(["']([^"']+)["']\)/g)) packages.add(name!);
  };
  visit(join(dist, file));
  return { files: [...files], packages };
};
const chunk = (name: string): string => `src/chunks/${name}.js`;

describe('the built package', () => {
  beforeAll(requireDist);

  it('exports what the source does', { timeout: 300_000 }, async () => {
    for (const [built, source] of [
      ['src/index.js', () => import('../../src/index.js')],
      ['src/addons/index.js', () => import('../../src/addons/index.js')],
      ['src/testing/index.js', () => import('../../src/testing/index.js')],
    ] as const) {
      const names = Object.keys((await import(join(dist, built))) as object).sort();
      expect(names).toEqual(Object.keys(await source()).sort());
    }
  });

  it('has one instance of each module, whatever loads it', async () => {
    const api = (await import(join(dist, 'src/index.js'))) as typeof import('../../src/index.js');
    const addons = (await import(join(dist, 'src/addons/index.js'))) as typeof import('../../src/addons/index.js');
    const testing = (await import(join(dist, 'src/testing/index.js'))) as typeof import('../../src/testing/index.js');
    const cluster = new api.FluxCluster(new api.FluxApp(), 'dev').stage('first', [addons.reloader()]);
    expect(Object.keys(testing.synthCluster(cluster)).length).toBeGreaterThan(0);
  });

  it('has the catalogue of diagnostics as data, without the rules', async () => {
    const { catalogue } = (await import(join(dist, chunk('catalogue')))) as typeof import('../../src/cli/catalogue.js');
    const source = await import('../../src/cli/catalogue.js');
    expect(catalogue).toEqual(JSON.parse(JSON.stringify(source.catalogue)));
    expect(loadedBy(chunk('catalogue'))).toEqual({ files: [join(dist, chunk('catalogue'))], packages: new Set() });
  });

  it("has each chart's schema as the source has it", async () => {
    const names = readdirSync(join(root, 'imports/charts')).filter((file) => file.endsWith('.schema.ts'));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const file = name.replace(/\.ts$/, '.js');
      const source = (await import(join(root, 'imports/charts', name))) as Readonly<Record<string, ReadChartSchema>>;
      const built = (await import(join(dist, 'imports/charts', file))) as Readonly<Record<string, ReadChartSchema>>;
      const dataOf = (module: Readonly<Record<string, ReadChartSchema>>) =>
        Object.entries(module).map(([key, read]) => [key, JSON.parse(read.text!), read.version, read()]);
      expect(dataOf(built)).toEqual(dataOf(source));
    }
  });

  it('loads for a small command what it needs', () => {
    /** Others' packages. */
    const packages = (file: string) => [...loadedBy(file).packages].filter((name) => name !== 'fluxspan/package.json');
    for (const name of ['explain', 'catalogue', 'start', 'import-chart', 'import-crd', 'init']) {
      expect([name, packages(chunk(name))]).toEqual([name, []]);
    }
    expect(packages('src/cli/main.js')).toEqual([]);
    expect(packages(chunk('contract-check'))).toEqual(['zod']);
    expect(packages('src/index.js').sort()).toEqual(['cdk8s', 'constructs', 'zod']);
  });

  it('has no character in its code that takes Node twice the memory', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([]);
  });

  it('is few files for a command that loads the app', () => {
    const files = ['src/cli/main.js', 'src/index.js', 'src/addons/index.js', ...['start', 'synth', 'base'].map(chunk)];
    expect(new Set(files.flatMap((file) => loadedBy(file).files)).size).toBeLessThanOrEqual(13);
  });

  it('calls functions and classes what the source calls them', () => {
    const textsIn = (folder: string, ending: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(ending))
        .map((file) => readFileSync(join(folder, file), 'utf8'));
    const sources = ['src', 'imports'].flatMap((folder) => textsIn(join(root, folder), '.ts'));
    const source = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));
    const built = [join(dist, 'src'), join(dist, 'imports')]
      .flatMap((folder) => textsIn(folder, '.js'))
      .flatMap((text) =>
        [...text.matchAll(/^var (\w+)(?:\$\d+)? = (?:(?:async )?\(|class\b)/gm)].map(([, name]) => name!),
      );
    expect(built.length).toBeGreaterThan(3000);

    expect(built.filter((name) => !source.has(name) && name !== '__exportAll')).toEqual([]);
  });
});
