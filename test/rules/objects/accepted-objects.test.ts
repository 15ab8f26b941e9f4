import { ApiObject } from 'cdk8s';
import { HelmRelease, helmChart, hostname } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon, clusterOf, type LooseDefinition } from '../../support/synthesize.js';

const synth = (definition: LooseDefinition) => {
  const cluster = clusterOf({ first: { addons: [addon('web', definition)] } });
  const { files, diagnostics } = synthCluster(cluster);
  return { text: Object.values(files).join('\n'), said: diagnostics.map(({ code, message }) => `${code} ${message}`) };
};
const object =
  (apiVersion: string, kind: string, rest: object): NonNullable<LooseDefinition['build']> =>
  (scope) => {
    new ApiObject(scope, 'object', { apiVersion, kind, metadata: { name: 'web' }, ...rest });
  };
const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0+build.5' });

describe('what people do write is taken as it is', () => {
  it('claim templates have metadata', () => {
    const labels = { app: 'web' };
    const { said } = synth({
      build: object('apps/v1', 'StatefulSet', {
        spec: {
          serviceName: 'web',
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
          volumeClaimTemplates: [
            {
              apiVersion: 'v1',
              kind: 'PersistentVolumeClaim',
              metadata: { name: 'data', labels },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
      }),
    });
    expect(said).toEqual([]);
  });

  it('a dashboard is left alone by Flux, and by the rules of its expressions', () => {
    const { said, text } = synth({
      infra: { vars: { TF_HOST: hostname() } },
      build: (scope, context) => {
        object('v1', 'ConfigMap', { data: { 'a.json': '{"expr":"x by (${group:csv}) ${x:+y} ${x/a*/b}"}' } })(
          scope,
          context,
        );
        new ApiObject(scope, 'host', {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'host' },
          data: { host: context.vars['TF_HOST'] },
        } as never);
      },
    });
    expect(said).toEqual([]);
    expect(text).toContain('kustomize.toolkit.fluxcd.io/substitute: disabled');
  });

  it('a remediation is not overruled by a strategy that knows none', () => {
    const { said, text } = synth({
      charts: { web: chart },
      build: (scope) => {
        new HelmRelease(scope, 'web', { chart, install: { remediation: { retries: 5 } } });
      },
    });
    expect(said).toEqual([]);
    expect(text.match(/install:\n(?: {4}.*\n)+/)?.[0]).not.toContain('strategy');
    expect(text.match(/upgrade:\n(?: {4}.*\n)+/)?.[0]).toContain('name: RetryOnFailure');
  });

  it('a version with build metadata is the tag that Helm pushed', () => {
    const { text } = synth({
      charts: { web: chart },
      build: (scope) => {
        new HelmRelease(scope, 'web', { chart });
      },
    });
    expect(text).toContain('tag: 1.0.0_build.5');
  });

  it('two target paths of Secrets from outside of the tree do not meet', () => {
    const from = (key: string) => ({
      kind: 'Secret' as const,
      name: 'keys',
      valuesKey: key,
      targetPath: `auth.${key}`,
      literal: true,
      optional: true,
    });
    const { said } = synth({
      charts: { web: chart },
      build: (scope) => {
        new HelmRelease(scope, 'web', { chart, valuesFrom: [from('user'), from('password')] });
      },
    });
    expect(said).toEqual([]);
  });
});
