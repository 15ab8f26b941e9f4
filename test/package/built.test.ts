import { readdirSync, readFileSync } from 'node:fs';
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
    const text = readFileSync(path, 'utf8');
    for (const [, name] of text.matchAll(/(?:^|[;\n])(?:import|export)(?:[\w{},$*\s]*from)?"([^"]+)"/g)) {
      if (name!.startsWith('.')) visit(resolve(dirname(path), name!));
      else if (!name!.startsWith('node:')) packages.add(name!);
    }
    for (const [, name] of text.matchAll(/\(import\.meta\.url\)\("([^"]+)"\)/g)) packages.add(name!);
  };
  visit(join(dist, file));
  return { files: [...files], packages };
};
const chunk = (name: string): string => {
  const found = readdirSync(join(dist, 'src/chunks')).filter((file) =>
    new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file),
  );
  expect(found).toHaveLength(1);
  return `src/chunks/${found[0]}`;
};

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

  it('has the explanations of diagnostics in the catalogue alone', async () => {
    const files = readdirSync(join(dist, 'src/chunks')).filter((file) => file.endsWith('.js'));
    const texts = new Map(files.map((file) => [file, readFileSync(join(dist, 'src/chunks', file), 'utf8')]));
    const { catalogue } = (await import(join(dist, chunk('catalogue')))) as typeof import('../../src/cli/catalogue.js');
    const source = await import('../../src/cli/catalogue.js');
    expect(catalogue).toEqual(JSON.parse(JSON.stringify(source.catalogue)));
    for (const { code, summary, page } of catalogue) {
      // As every builder of texts prints it, in one quote or another.
      const words = [summary, page?.example ?? '']
        .map((text) => text.split(/['"`\\\n$]/)[0]!)
        .filter((text) => text.length > 40);
      const loaded = [...texts].filter(
        ([file, text]) => !file.startsWith('catalogue-') && words.some((word) => text.includes(word)),
      );
      expect([code, loaded.map(([file]) => file)]).toEqual([code, []]);
    }
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
    expect([...loadedBy('src/cli/main.js').packages]).toEqual([]);
    expect([...loadedBy(chunk('explain')).packages]).toEqual([]);
    expect([...loadedBy(chunk('version')).packages]).toEqual(['fluxspan/package.json']);
    expect([...loadedBy(chunk('import-chart')).packages]).toEqual([]);
    expect([...loadedBy(chunk('contract-check')).packages]).toEqual(['zod']);
    expect([...loadedBy(chunk('bundle-app')).packages]).toEqual([]);
    expect([...loadedBy('src/index.js').packages].sort()).toEqual(['cdk8s', 'constructs', 'zod']);
  });

  it('is few files for a command that loads the app', () => {
    const files = [
      'src/cli/main.js',
      'src/index.js',
      'src/addons/index.js',
      ...['bundle-app', 'synth', 'write-tree'].map(chunk),
    ];
    expect(new Set(files.flatMap((file) => loadedBy(file).files)).size).toBeLessThanOrEqual(31);
  });
});
