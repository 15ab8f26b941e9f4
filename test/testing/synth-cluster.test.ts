import { ApiObject } from 'cdk8s';
import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';

const anAddon = defineAddon({
  name: 'a',
  namespace: 'n',
  createNamespace: true,
  build: (scope) =>
    void new ApiObject(scope, 'c', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c' },
      data: { a: 'a\u0085b' },
    }),
});

describe('a cluster with a name of a wrong form', () => {
  const wrong: readonly unknown[] = ['S', '../s', '', 5, undefined, null, {}];
  it.each(wrong)('is synthesized in memory, with all that is wrong in it: stage %j', (name) => {
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage(name as 's', [anAddon()]);
    const { files, objects, diagnostics } = synthCluster(cluster);
    expect(diagnostics.map(({ code }) => code)).toEqual(['FX101', 'FX311']);
    expect(objects.map(({ kind }) => kind)).toContain('ConfigMap');
    expect(Object.keys(files)).toContain('clusters/dev/a.yaml');
  });

  it.each(wrong)('is synthesized in memory, with all that is wrong in it: cluster %j', (name) => {
    const cluster = new FluxCluster(new FluxApp(), name as 'dev').stage('s', [anAddon()]);
    expect(synthCluster(cluster).diagnostics.map(({ code }) => code)).toEqual(['FX101', 'FX311']);
  });
});
