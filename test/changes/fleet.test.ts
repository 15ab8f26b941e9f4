import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { printDiagnostics } from '../../src/diagnostics/print.js';
import { synthApp } from '../../src/synth/synth-app.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { Repository } from './repository.js';
import { type SampleObject, sampleApp } from './sample-app.js';
import { finish, handover, synth } from './synth.js';

const folder = temporaryFolder();
const { PATH } = process.env;
let repository: Repository | undefined;
afterEach(() => {
  process.env['PATH'] = PATH;
  repository?.remove();
});

const log = join(folder, 'runs');
/** Notes each run of git. */
const watchGit = (): void => {
  rmSync(log, { force: true });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$@" >> ${log}\nPATH='${PATH}' exec git "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  process.env['PATH'] = `${folder}:${PATH}`;
};

const root = (cluster: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec:
  interval: 10m
  path: ./k8s/clusters/${cluster}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;

const changeOf = async (clusters: number) => {
  repository = new Repository();
  const names = Array.from({ length: clusters }, (_, at) => `cluster-${at}`);
  const write = (data: string) => {
    const objects = [{ kind: 'ConfigMap', name: 'web', data }];
    const app = sampleApp(Object.fromEntries(names.map((name) => [name, { addons: { web: { objects } } }])));
    return synthApp(app, { project: repository!.folder, base: {} });
  };
  for (const name of names) repository.write(`k8s/clusters/${name}/flux-system/gotk-sync.yaml`, root(name));
  await write('old');
  repository.publish('the clusters');
  watchGit();
  const result = await write('new');
  const runs = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
  repository.remove();
  return { result, runs };
};

it.skipIf(process.platform === 'win32')(
  'runs git as often for many clusters as for one',
  async () => {
    const one = await changeOf(1);
    const many = await changeOf(12);
    expect(many.result.compared.map(({ changes }) => changes.changed.map(({ id }) => id.name))).toEqual(
      Array.from({ length: 12 }, () => ['web']),
    );
    expect(many.result.diagnostics).toEqual([]);
    expect(one.runs).toBeGreaterThan(0);
    expect(many.runs).toBe(one.runs);
  },
  60_000,
);

const errorsOf = async (names: readonly string[], objects: readonly SampleObject[], after: readonly SampleObject[]) => {
  repository = new Repository();
  const appOf = (addon: string, has: readonly SampleObject[]) =>
    sampleApp(Object.fromEntries(names.map((name) => [name, { addons: { [addon]: { objects: has } } }])));
  const options = { project: repository.folder, base: {} };
  await synthApp(appOf('db', objects), options);
  repository.publish('the clusters');
  const { diagnostics } = await synthApp(appOf('database', after), options);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { errors, ...printDiagnostics(errors) };
};

it('reports a rename in three clusters once', async () => {
  const claim = { kind: 'PersistentVolumeClaim', name: 'data' };
  const gone = { kind: 'ConfigMap', name: 'old' };
  const { errors, text } = await errorsOf(['dev', 'prod', 'qa'], [claim, gone], [claim]);
  expect(errors.map(({ code }) => code)).toEqual(['FX502', 'FX501', 'FX502', 'FX501', 'FX502', 'FX501']);
  expect(text.match(/^ *error FX\d+/gm)).toEqual(['error FX501', '    error FX502']);
  expect(text).toContain('run npx fluxspan handover --cluster dev --cluster prod --cluster qa: it writes');
}, 60_000);

it('reports an unmerged first step once for all clusters of its base', async () => {
  repository = new Repository();
  const clusters = (addon: string) => {
    const objects = [{ kind: 'ConfigMap', name: 'web' }];
    return sampleApp({ dev: { addons: { [addon]: { objects } } }, prod: { addons: { [addon]: { objects } } } });
  };
  await synth(repository, clusters('db'));
  repository.publish('the clusters');
  handover(repository, clusters('database'));
  const { diagnostics } = finish(repository, clusters('database'));
  expect(diagnostics.map(({ code }) => code)).toEqual(['FX508']);
  expect(diagnostics[0]!.message).toContain('the first step of the handover of "dev", "prod" is here, and not in');
}, 60_000);

it('reports the data that a rename loses separately from the rename', async () => {
  const claim = (name: string) => ({ kind: 'PersistentVolumeClaim', name });
  const { text } = await errorsOf(['dev'], [claim('data'), claim('more')], [claim('data')]);
  expect(text.match(/^ *error FX\d+/gm)).toEqual(['error FX502', 'error FX501']);
  expect(text).toContain('deletes PersistentVolumeClaim/more in default, and with it its volume');
}, 60_000);
