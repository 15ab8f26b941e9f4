import type { TestProject } from 'vitest/node';
import { buildBinaries, missingTool } from './build-binaries.js';

/** Before all live tests: builds what they run, or says why they are skipped. In CI nothing may be missing. */
const setup = async (project: TestProject): Promise<void> => {
  const missing = missingTool();
  if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing);
  project.provide('skipLive', missing ?? '');
  if (missing !== undefined) console.warn(`live tests are skipped: ${missing}`);
  else await buildBinaries((line) => console.log(line));
};

export default setup;
