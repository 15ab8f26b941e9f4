// npm run test:live [-- [--all] [what vitest takes]]: the live tests; with --all the long ones too, whose result then
// becomes the table in docs/live.md.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));
const all = process.argv.includes('--all');
const rest = process.argv.slice(2).filter((argument) => argument !== '--all');
// A part of the tests is not the result of all.
const recording = all && rest.length === 0 ? ['--reporter=default', `--reporter=${at('result-reporter.ts')}`] : [];

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '-c', at('vitest.config.ts'), ...recording, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, ...(all ? { FLUXSPAN_LIVE: 'all' } : {}) },
});
process.exitCode = status ?? 1;
