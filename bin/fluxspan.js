#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Node 22.8 and later keep what they compiled for the next run; the rest is loaded after this has been said.
const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (nodeModule);
if (enableCompileCache !== undefined) {
  const { keepCompiled } = await import('../dist/src/cli/compile-cache.js');
  keepCompiled(enableCompileCache);
}
const { main, runProcess } = await import('../dist/src/cli/main.js');
runProcess(main);
