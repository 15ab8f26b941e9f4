import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runMain } from '../../support/run.js';

const charts = fileURLToPath(new URL('../../../schemas/charts', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fluxspan-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...argv: readonly string[]) => runMain(folder, ...argv);

test('import chart writes a type and a schema, once', async () => {
  const source = join(charts, 'karpenter');
  expect(await run('import', 'chart', source)).toEqual({
    code: 0,
    stdout:
      'wrote imports/charts/karpenter.ts\nwrote imports/charts/karpenter.schema.ts\nthey export KarpenterValues and karpenterValuesSchema\n',
    stderr: '',
  });
  expect(readFileSync(join(folder, 'imports/charts/karpenter.ts'), 'utf8')).toContain(
    'export interface KarpenterValues {',
  );
  expect(await run('import', 'chart', source)).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
});

test('the same chart gives the same bytes, wherever the project lies and however its path is given', async () => {
  const header = () => readFileSync(join(folder, 'imports/charts/shop.ts'), 'utf8').split('\n')[0];
  const import_ = async (cwd: string, source: string) =>
    expect(await runMain(cwd, 'import', 'chart', source, '--out', join(folder, 'imports/charts'))).toMatchObject({
      code: 0,
    });
  mkdirSync(join(folder, 'platform/src'), { recursive: true });
  writeFileSync(join(folder, 'platform/cdk8s.yaml'), 'fluxspan: { app: src/app.ts }\n');
  for (const at of ['platform/charts/shop', 'shop']) {
    mkdirSync(join(folder, at), { recursive: true });
    writeFileSync(join(folder, at, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
    writeFileSync(join(folder, at, 'values.yaml'), 'size: 1\n');
  }
  const project = join(folder, 'platform');
  for (const [cwd, source] of [
    [project, './charts/shop/'],
    [join(project, 'src'), '../charts/shop'],
    [project, join(project, 'charts/shop')],
  ] as const) {
    await import_(cwd, source);
    expect(header()).toBe('// Values of the chart shop 1.0.0, charts/shop.');
  }
  // Where another machine has it isn't known, unless it is in the same repository.
  await import_(project, '../shop');
  expect(header()).toBe('// Values of the chart shop 1.0.0, from outside of the project.');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  await import_(project, join(folder, 'shop'));
  expect(header()).toBe('// Values of the chart shop 1.0.0, ../shop.');
});

test('--check writes nothing and says what is stale', async () => {
  const result = await run('import', 'chart', join(charts, 'reloader', 'values.yaml'), '--check', '--out', 'types');
  expect(result).toEqual({ code: 1, stdout: 'stale types/reloader.ts\nstale types/reloader.schema.ts\n', stderr: '' });
  expect(existsSync(join(folder, 'types'))).toBe(false);
});

test('a source that is not there is a problem, and no source is wrong use', async () => {
  const missing = await run('import', 'chart', 'nowhere');
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('there is no file or folder');
  expect((await run('import', 'chart')).code).toBe(2);
  const json = await run('import', 'chart', 'nowhere', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, files: [], problems: [{ severity: 'error' }] });
});

test('a module that was edited is kept, unless --force says otherwise', async () => {
  const source = join(folder, 'shop.values.yaml');
  const module = join(folder, 'imports/charts/shop.ts');
  writeFileSync(source, 'size: 1\n');
  expect((await run('import', 'chart', source)).code).toBe(0);
  const first = readFileSync(module, 'utf8');
  expect(first).toMatch(/never edited\. Checksum: [0-9a-f]{16}\.\n/);
  writeFileSync(source, 'size: 1\ncolor: red\n');
  expect((await run('import', 'chart', source)).code).toBe(0);
  expect(readFileSync(module, 'utf8')).toContain('color?:');
  const edited = readFileSync(module, 'utf8').replace('color?:', 'colour?:');
  writeFileSync(module, edited);
  const { code, stderr } = await run('import', 'chart', source);
  expect(code).toBe(1);
  expect(stderr).toContain('"shop.ts" was edited by hand, and is kept as it is');
  expect(readFileSync(module, 'utf8')).toBe(edited);
  expect((await run('import', 'chart', source, '--force')).code).toBe(0);
  expect(readFileSync(module, 'utf8')).toContain('color?:');
});

test('a checkout with CRLF is up to date', async () => {
  const source = join(folder, 'shop.values.yaml');
  writeFileSync(source, 'size: 1\n');
  await run('import', 'chart', source);
  for (const name of ['shop.ts', 'shop.schema.ts']) {
    const path = join(folder, 'imports/charts', name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
  }
  expect(await run('import', 'chart', source, '--check')).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
});

test('a chart called after the schema of another has modules of its own', async () => {
  const source = join(folder, 'values.yaml');
  writeFileSync(source, 'size: 1\n');
  expect((await run('import', 'chart', source, '--name', 'shop')).code).toBe(0);
  expect((await run('import', 'chart', source, '--name', 'shop.schema')).stdout).toBe(
    'wrote imports/charts/shop-schema.ts\nwrote imports/charts/shop-schema.schema.ts\nthey export ShopSchemaValues and shopSchemaValuesSchema\n',
  );
});

test('a place that takes no module is a problem', async () => {
  const source = join(folder, 'values.yaml');
  writeFileSync(source, 'size: 1\n');
  for (const out of ['values.yaml', 'values.yaml/x']) {
    const { code, stderr } = await run('import', 'chart', source, '--name', 'shop', '--out', out);
    expect(code).toBe(1);
    expect(stderr).toContain('a file is in the place of a folder');
  }
  const long = await run('import', 'chart', source, '--name', 'x'.repeat(300));
  expect(long).toMatchObject({ code: 1, stdout: '' });
  expect(long.stderr).toContain('its name is too long');
  mkdirSync(join(folder, 'imports/charts/shop.ts'), { recursive: true });
  expect((await run('import', 'chart', source, '--name', 'shop')).stderr).toContain('it is a folder');
  // What is read there would be waited for without an end.
  execFileSync('mkfifo', [join(folder, 'imports/charts/pipe.ts')]);
  const pipe = await run('import', 'chart', source, '--name', 'pipe');
  expect(pipe).toMatchObject({ code: 1, stdout: '' });
  expect(pipe.stderr).toContain('a module of the chart cannot be read: it is a FIFO, not a regular file');
});

test('a key called hasOwnProperty does not open the type', async () => {
  const source = join(folder, 'shop.values.yaml');
  writeFileSync(source, 'size: 1\nhasOwnProperty: 1\nvalueOf: 1\ninner: { hasOwnProperty: 2, deep: 1 }\n');
  expect(await run('import', 'chart', source)).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(join(folder, 'imports/charts/shop.ts'), 'utf8');
  expect(text).toContain('size?: number');
  expect(text).toContain('deep?: number');
});
