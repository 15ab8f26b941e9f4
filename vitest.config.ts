import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { optimizeLater } from './test/support/optimize-later.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `git commit` starts two more processes to see whether there is something to tidy up, `git init` copies the samples of a
// dozen hooks, and the repositories of tests needn't survive a crash.
const settings = { 'maintenance.auto': 'false', 'gc.auto': '0', 'core.fsync': 'none', 'init.templateDir': '' };
const gitSettings = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(Object.keys(settings).length)],
  ...Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]),
]) as Readonly<Record<string, string>>;

export default defineConfig({
  resolve: {
    // The platform and the tests import the package by name, as its users do; here that name is the source.
    alias: [
      { find: /^fluxspan$/, replacement: at('./src/index.ts') },
      { find: /^fluxspan\/addons$/, replacement: at('./src/addons/index.ts') },
      { find: /^fluxspan\/testing$/, replacement: at('./src/testing/index.ts') },
      { find: /^fluxspan\/imports\/(.*)$/, replacement: `${at('./imports')}/$1.ts` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Most of the time would go into loading the same modules again for each file.
    isolate: false,
    // A worker makes much that it throws away soon; V8's usual space for that is full too often.
    execArgv: ['--max-semi-space-size=64', ...optimizeLater],
    // Vitest leaves one core free; many tests wait for processes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    exclude: ['test/live/**', 'node_modules/**'],
    alias: [{ find: /^node:child_process$/, replacement: at('./test/support/child-process.ts') }],
    // terraform, tsc, esbuild, helm and kubectl are Go programs, and end before it pays to collect their garbage: of a plan,
    // that was a third of the processor time.
    env: { GOGC: '400', ...gitSettings },
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/no-empty-each.ts', 'test/fixed-seed.ts'],
    // A test in which nothing is compared, such as one that loops over an empty list, fails.
    expect: { requireAssertions: true },
    testTimeout: 60_000,
    // Set-ups start git, builds and the command line, and machines are busy.
    hookTimeout: 120_000,
  },
});
