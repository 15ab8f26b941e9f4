import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FluxApp, type FluxCluster } from 'fluxspan';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { addon, clusterOf } from '../support/synthesize.js';

let project = '';
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'uncompared-'));
});
afterEach(() => rmSync(project, { recursive: true }));

const appWith = (name: string, removed?: string): FluxApp => {
  const app = new FluxApp();
  const cluster = clusterOf({ first: [addon(name)] }, { app });
  if (removed !== undefined) (cluster as FluxCluster).removed(removed, { reason: 'nothing needs it' });
  return app;
};

it('tells of addons that another app may have written, unless the code declares that they go', async () => {
  await synthApp(appWith('web'), { project });
  const other = await synthApp(appWith('db'), { project, check: true });
  expect(other.diagnostics.map(printDiagnostic).join('')).toBe(
    `warning FX519 uncompared-removal: synth removes addon "web" of cluster "dev", which the app doesn't have, and nothing was compared with what Flux has
  at   k8s/clusters/dev
  note Flux deletes everything that its Kustomization applied
  fix  if that is intended, declare it: .removed('web', { reason: '…' }); if another app has it, give each app a name (new FluxApp({ name: 'platform' })), and either clusters with other names or a root of its own, and restore the files: git restore k8s
`,
  );
  expect((await synthApp(appWith('db', 'web'), { project, check: true })).diagnostics).toEqual([]);
  expect((await synthApp(appWith('db', 'wbe'), { project, check: true })).diagnostics).toHaveLength(1);
});
