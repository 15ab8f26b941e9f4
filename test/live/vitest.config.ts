import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.js';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: main.resolve ?? {},
  test: {
    include: ['test/live/**/*.test.ts'],
    globalSetup: ['test/live/global-setup.ts'],
    // One cluster at a time: two would only slow each other.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
