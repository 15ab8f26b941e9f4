import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default mergeConfig(
  base,
  defineConfig({ root: at('../..'), test: { setupFiles: [at('./silence-rules.ts')], reporters: ['json'] } }),
);
