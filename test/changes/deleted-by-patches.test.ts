import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printChanges } from '../../src/changes/print/print-changes.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { Repository } from './repository.js';
import { sampleApp } from './sample-app.js';
import { adopt, synth } from './synth.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

/** What the API server keeps of a claim. */
const CLAIM = 'spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n';
const claim = { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'web' };
const page = { kind: 'ConfigMap', name: 'page', namespace: 'web' };
const deletion = (labelSelector: string) => ({
  target: { kind: 'PersistentVolumeClaim', labelSelector },
  patch: '$patch: delete\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: any\n',
});
const app = (objects: readonly (typeof claim)[], labelSelector: string) =>
  sampleApp({ dev: { addons: { web: { objects, kustomization: { patches: [deletion(labelSelector)] } } } } });

describe('a claim of an addon with a patch that deletes by labels', () => {
  it('is not removed unnoticed if its labels are others', async () => {
    expect((await synth(repository, app([claim, page], 'role=debug'))).written).toBe(true);
    repository.publish('a cluster');
    const found = await synth(repository, app([page], 'role=debug'));
    expect(found.codes).toEqual(['FX502']);
    expect(found.written).toBe(false);
    expect(found.clusters.flatMap(({ changes }) => printChanges(changes))).toEqual([
      '- PersistentVolumeClaim/data in web (web)',
    ]);
  });

  it.each([
    { kind: 'ConfigMap', merged: { labels: { role: 'web' } } },
    { kind: 'ConfigMap', merged: { annotations: { $patch: 'replace', role: 'web' } } },
  ])('is not removed unnoticed by a new patch, whatever a later one changes: $merged', async ({ kind, merged }) => {
    const later = {
      target: { kind },
      patch: JSON.stringify({ apiVersion: 'v1', kind, metadata: { name: 'page', ...merged } }),
    };
    const patched = (patches: readonly ReturnType<typeof deletion>[]) =>
      sampleApp({ dev: { addons: { web: { objects: [claim, page], kustomization: { patches } } } } });
    expect((await synth(repository, patched([]))).written).toBe(true);
    repository.publish('a cluster');
    const found = await synth(repository, patched([deletion('!role'), later as never]));
    expect(found.codes).toEqual(['FX502']);
    expect(found.written).toBe(false);
  });

  it.each([
    ['fails', { target: { kind: 'ConfigMap' }, patch: '[{ "op": "remove", "path": "/data/none" }]' }],
    [
      'names what is not there',
      { patch: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: none }\ndata: { a: b }\n' },
    ],
    ['cannot be read', { target: { kind: 'ConfigMap' }, patch: 'a: [' }],
  ])('is not removed unnoticed where another patch of the base %s, so that Flux deleted nothing', async (_, other) => {
    const patched = sampleApp({
      dev: { addons: { web: { objects: [claim, page], kustomization: { patches: [deletion('!role')] } } } },
    });
    expect((await synth(repository, patched)).written).toBe(true);
    const path = 'k8s/clusters/dev/web.yaml';
    const text = repository.files('k8s')[path]!;
    repository.write(path, text.replace('  patches:\n', `  patches:\n    - ${JSON.stringify(other)}\n`));
    repository.publish('edited by hand');
    const { codes } = await synth(repository, sampleApp({ dev: { addons: { web: { objects: [page] } } } }));
    expect(codes).toContain('FX502');
  });

  it('was never there if the patch deletes it', async () => {
    expect((await synth(repository, app([claim, page], '!role'))).written).toBe(true);
    repository.publish('a cluster');
    expect((await synth(repository, app([page], '!role'))).codes).toEqual([]);
  });
});

describe.runIf(hasKubectl || process.env['CI'] === 'true')('a claim of others with such a patch', () => {
  const from = 'k8s/clusters/dev';
  const byHand = (labelSelector: string, more = '') => {
    const { target, patch } = deletion(labelSelector);
    const spec = {
      interval: '10m',
      path: './apps',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      patches: [{ target, patch }],
    };
    const metadata = { name: 'apps', namespace: 'flux-system' };
    const json = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata, spec };
    repository.write(`${from}/apps.yaml`, `${JSON.stringify(json)}\n`);
    repository.write('apps/page.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: page, namespace: web }\n');
    repository.write(
      'apps/claim.yaml',
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: web }\n${CLAIM}${more}`,
    );
    repository.publish('by hand');
  };
  const adopted = sampleApp({ dev: { addons: { web: { objects: [claim] } } } });

  it('is adopted in two steps if its labels are others', () => {
    byHand('role=debug');
    const first = adopt(repository, adopted, from);
    expect(first.diagnostics.map(printDiagnostic).join('')).not.toContain('error');
    expect(first.step).toBe('first');
    expect(first.clusters.flatMap(({ changes }) => printChanges(changes))).toContain(
      '→ PersistentVolumeClaim/data in web (apps → web)',
    );
    repository.publish('step 1');
    expect(adopt(repository, adopted, from).step).toBe('second');
  });

  it('is created by the addon if the patch deletes it', async () => {
    byHand('!role');
    expect(adopt(repository, adopted, from).step).toBe('none');
    const found = await synth(repository, adopted);
    expect(found.written).toBe(true);
    expect(found.clusters.flatMap(({ changes }) => printChanges(changes))).toContain(
      '+ PersistentVolumeClaim/data in web (web)',
    );
  });
});
