import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { expect, it } from 'vitest';
import { synthApp } from '../../src/synth/synth-app.js';
import { withHeader } from '../../src/tree/header.js';
import { withChecksumInHeader } from '../support/old-header.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const project = temporaryFolder();
const appWith = (name: string): FluxApp => {
  const app = new FluxApp();
  new FluxCluster(app, 'dev').stage('web', [defineAddon({ name, build: () => {} } as never)()] as never);
  return app;
};
const entry = join(project, 'k8s/clusters/dev/web.yaml');

it('writes nothing while it only compares, and nothing while there is an error', async () => {
  const compared = await synthApp(appWith('web'), { project, check: true });
  expect(compared).toMatchObject({ written: false, compared: [], diagnostics: [] });
  expect(compared.changes.added).toContain('clusters/dev/web.yaml');
  const refused = await synthApp(appWith('No name'), { project });
  expect(refused.diagnostics.map(({ code }) => code)).toEqual(['FX101']);
  expect(refused).toMatchObject({ written: false, changes: { added: [] } });
  expect(readdirSync(project)).toEqual([]);
});

it('writes what it planned, and then finds nothing to do', async () => {
  const first = await synthApp(appWith('web'), { project });
  expect(first.written).toBe(true);
  expect(readFileSync(entry, 'utf8')).toBe(first.files.get('clusters/dev/web.yaml'));
  const second = await synthApp(appWith('web'), { project });
  expect(second.changes).toMatchObject({ added: [], changed: [], removed: [], unchanged: first.files.size });
});

it('keeps what a person has edited until it is forced', async () => {
  const before = readFileSync(entry, 'utf8');
  writeFileSync(entry, `${before}# mine\n`);
  const kept = await synthApp(appWith('web'), { project });
  expect(kept.changes.kept).toEqual(['clusters/dev/web.yaml']);
  expect(readFileSync(entry, 'utf8')).toContain('# mine');
  await synthApp(appWith('web'), { project, force: true });
  expect(readFileSync(entry, 'utf8')).toBe(before);
});

it('does not look into the folders of other clusters where some are named', async () => {
  const app = appWith('web');
  new FluxCluster(app, 'prod');
  await synthApp(app, { project });
  // Whoever reads it takes it for a file of prod that is left over.
  const path = 'k8s/clusters/dev/old.yaml';
  const old = withHeader(path, 'a: b\n', { cluster: 'prod', addon: 'old' });
  writeFileSync(join(project, path), withChecksumInHeader(path, old));
  const all = await synthApp(app, { project, check: true });
  expect(all.changes.removed).toEqual(['clusters/dev/old.yaml']);
  const only = await synthApp(app, { project, check: true, clusters: ['prod'] });
  expect([only.changes.removed, only.diagnostics]).toEqual([[], []]);
  await synthApp(app, { project });
  expect(existsSync(join(project, path))).toBe(false);
});

it('leaves other clusters alone where some are named, and reports a name that it does not know', async () => {
  const app = appWith('web');
  new FluxCluster(app, 'prod');
  const result = await synthApp(app, { project, clusters: ['prod'] });
  expect(result.written).toBe(true);
  expect(existsSync(entry)).toBe(true);
  const unknown = await synthApp(appWith('web'), { project, clusters: ['prdo'] });
  expect(unknown.diagnostics.map(({ code }) => code)).toEqual(['FX002']);
});
