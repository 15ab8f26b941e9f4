import { describe, expect, it } from 'vitest';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import type { PlannedAddon } from '../../src/import-tree/plan-addon.js';
import { proofDiagnostics, proveImport } from '../../src/import-tree/prove-import.js';
import { planApp } from '../../src/tree/plan-app.js';

/** What an addon with one ConfigMap makes, in place of YAML with another one. */
const prove = (mode: string, spec: object = {}) => {
  const app = new FluxApp();
  const web = defineAddon({
    name: 'web',
    namespace: 'web',
    build: (scope) => void new ConfigMap(scope, 'web', { data: { mode } }),
  });
  new FluxCluster(app, 'dev', { external: [{ kind: 'Namespace', name: 'web' }] }).stage('apps', [web()]);
  const json = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'web', namespace: 'web' },
    data: { mode: 'fast' },
  };
  const owner = { json: { spec: { interval: '10m', prune: true, wait: true, ...spec } }, key: 'flux-system/web' };
  const addon = {
    name: 'web',
    owner,
    objects: [{ json }],
    vars: { problems: [], samples: {} },
    module: { module: 'web' },
  } as unknown as PlannedAddon;
  return proofDiagnostics(proveImport([addon], planApp(app), 'dev'));
};

describe('the proof of an import', () => {
  it('finds nothing where both apply the same', () => {
    expect(prove('fast', { retryInterval: '1m', timeout: '15m' })).toEqual([]);
  });

  it('names each object that differs, with its fields', () => {
    expect(prove('slow', { retryInterval: '1m', timeout: '15m' })).toMatchObject([
      {
        code: 'FX863',
        severity: 'error',
        message: 'ConfigMap/web in web of addon "web" differs',
        notes: ['data.mode: "fast" in the YAML, "slow" in the code'],
      },
    ]);
  });

  it('says which settings and dependencies of the Kustomization are others', () => {
    expect(prove('fast', { timeout: '15m', dependsOn: [{ name: 'infra' }] })).toMatchObject([
      {
        code: 'FX864',
        severity: 'notice',
        notes: ['retryInterval: nothing in the YAML, "1m" in the code', 'it doesn\'t depend on "infra"'],
      },
    ]);
  });
});
