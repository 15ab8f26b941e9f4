import { ConfigMap, defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { moduleReadme } from '../../../src/terraform/module/module-readme.js';
import { none } from '../clusters.js';

const readmeOf = (cluster: Parameters<typeof synthCluster>[0]): string =>
  synthCluster(cluster).files[`contract/${cluster.name}/README.md`]!;

const port = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_WEB_PORT: z.int().min(1).max(65535) } },
  build: (scope, { vars }) =>
    void new ConfigMap(scope, 'port', { name: 'port', data: { port: String(vars.TF_WEB_PORT) } }),
});

describe('the README of the module', () => {
  it.each([
    [{}, '../k8s/contract/dev'],
    [{ root: 'deploy/k8s' }, '../deploy/k8s/contract/dev'],
    // The project is a folder of the repository.
    [{ root: 'k8s', pathPrefix: 'platform/k8s' }, '../platform/k8s/contract/dev'],
    // Flux reads an artifact of the tree alone, which Terraform does not.
    [{ root: 'k8s', pathPrefix: '' }, '../k8s/contract/dev'],
  ])('calls it by where the tree of an app with %j lies', (options, source) => {
    expect(readmeOf(new FluxCluster(new FluxApp(options), 'dev').stage('one', [port()]))).toContain(
      `  source = "${source}"\n`,
    );
  });

  it('shows whole numbers with their bounds', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage('one', [port()]);
    expect(readmeOf(cluster)).toContain('| `vars.TF_WEB_PORT` | whole number, 1 to 65535 |');
  });

  it('has nothing to adopt where there is nothing', () => {
    expect(moduleReadme(synthCluster(none).contract, 'k8s')).not.toMatch(/What exists already|moved|import/);
  });

  it('is not there for a cluster that needs nothing', () => {
    const { files } = synthCluster(none);
    expect(Object.keys(files).filter((path) => path.startsWith('contract/'))).toEqual([]);
    expect(files['clusters/none/README.md']).toContain('This cluster needs nothing from Terraform.');
  });
});

/** An addon whose one release reads a values document in a namespace. */
const reader = (namespace: string) =>
  defineAddon({
    name: 'reader',
    namespace,
    charts: {
      own: helmChart<Record<string, unknown>>({ url: 'https://charts.example.org/', chart: 'own', version: '1.0.0' }),
    },
    infra: { values: { own: z.object({ region: z.string() }) } },
    build: (scope, { charts }) => void new HelmRelease(scope, 'own', { chart: charts.own }),
  })();

const resourcesOf = (cluster: Parameters<typeof synthCluster>[0]): string => {
  const { files, diagnostics } = synthCluster(cluster);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return files[`contract/${cluster.name}/kubernetes.tf`]!;
};

describe('the namespaces of the module', () => {
  it('have flux-system among them for a values document alone', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev').stage('all', [reader('flux-system')]);
    expect(resourcesOf(cluster)).toContain('variable "create_flux_namespace"');
    expect(readmeOf(cluster)).toContain('kubernetes_namespace_v1.this["flux-system"]');
  });

  it('are not those of which the cluster says that somebody else makes them', () => {
    const own = new FluxCluster(new FluxApp(), 'dev').stage('all', [reader('own')]);
    expect(resourcesOf(own)).toContain('for_each = toset([\n    "own",\n  ])');
    const there = new FluxCluster(new FluxApp(), 'dev', { external: [{ kind: 'Namespace', name: 'own' }] }).stage(
      'all',
      [reader('own')],
    );
    expect(resourcesOf(there)).toContain('for_each = toset([])');
    expect(readmeOf(there)).not.toContain('kubernetes_namespace_v1');
  });
});
