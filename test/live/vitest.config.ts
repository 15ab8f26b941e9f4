import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.js';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: main.resolve ?? {},
  test: {
    include: ['test/live/**/*.test.ts'],
    globalSetup: ['test/live/global-setup.ts'],
    // Without --all, most files skip all their cases, and isolation would load their imports again for each file.
    isolate: process.env['FLUXSPAN_LIVE'] === 'all',
    // Each file has a cluster of its own, and mostly waits.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
