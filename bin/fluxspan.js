#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Node 22.8 and later keep what they compiled for the next run; the rest is loaded after this has been said.
/** @type {{ enableCompileCache?: () => unknown }} */ (nodeModule).enableCompileCache?.();
const { main, runProcess } = await import('../dist/src/cli/main.js');
runProcess(main);
