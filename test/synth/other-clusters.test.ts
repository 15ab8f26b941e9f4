import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FluxApp } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { addon, clusterOf } from '../support/synthesize.js';

let project = '';
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'others-'));
});
afterEach(() => rmSync(project, { recursive: true }));

const codesOf = async (cluster: string, otherClusters?: readonly string[]): Promise<readonly string[]> => {
  const app = new FluxApp(otherClusters === undefined ? {} : { otherClusters });
  clusterOf({ first: [addon('web')] }, { app, name: cluster });
  return (await synthApp(app, { project })).diagnostics.map(({ code }) => code);
};

it('says nothing of a cluster that the app knows to be of another one', async () => {
  await codesOf('prod');
  expect(await codesOf('dev')).toEqual(['FX006']);
  expect(await codesOf('dev', ['staging'])).toEqual(['FX006']);
  expect(await codesOf('dev', ['prod'])).toEqual([]);
});
