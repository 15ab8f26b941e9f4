import type { TestProject } from 'vitest/node';
import { buildBinaries, missingTool } from './build-binaries.js';

/** Before all live tests: builds what they run, or says why they are skipped. In CI and with `--all` nothing may be missing. */
const setup = async (project: TestProject): Promise<void> => {
  const missing = missingTool();
  const mayNotSkip = process.env['CI'] === 'true' || process.env['FLUXSPAN_LIVE'] === 'all';
  if (missing !== undefined && mayNotSkip) throw new Error(missing);
  project.provide('skipLive', missing ?? '');
  if (missing !== undefined) console.warn(`live tests are skipped: ${missing}`);
  else await buildBinaries((line) => console.log(line));
};

export default setup;
