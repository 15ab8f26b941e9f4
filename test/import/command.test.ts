import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';

const charts = fileURLToPath(new URL('../../schemas/charts', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fluxspan-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = async (...argv: readonly string[]) => {
  let stdout = '';
  let stderr = '';
  const stream = (add: (text: string) => void) => ({ write: (text: string) => add(text) });
  const code = await main(argv, {
    stdout: stream((text) => (stdout += text)),
    stderr: stream((text) => (stderr += text)),
    stdin: (async function* () {})(),
    env: {},
    cwd: () => folder,
  });
  return { code, stdout, stderr };
};

test('import chart writes a type and a schema, once', async () => {
  const source = join(charts, 'karpenter');
  expect(await run('import', 'chart', source)).toEqual({
    code: 0,
    stdout: 'wrote imports/charts/karpenter.ts\nwrote imports/charts/karpenter.schema.ts\n',
    stderr: '',
  });
  expect(readFileSync(join(folder, 'imports/charts/karpenter.ts'), 'utf8')).toContain(
    'export interface KarpenterValues {',
  );
  expect(await run('import', 'chart', source)).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
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
