import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';

it('the benchmarks import only what src/ exports', async () => {
  const entryPoints = readdirSync(join(root, 'bench'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map(({ name }) => `bench/${name}`);
  expect(entryPoints.length).toBeGreaterThan(0);
  const { errors } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'unused',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  }).catch((error: { errors: unknown[] }) => error);
  expect(errors).toEqual([]);
}, 60_000);
