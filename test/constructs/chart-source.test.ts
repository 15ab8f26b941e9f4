import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { FluxspanError, HelmRelease, HelmRepository, helmChart, OCIRepository } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { addon, clusterOf, diagnosticsOf } from '../support/synthesize.js';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}` as const;
const url = 'oci://example.org/web' as const;

/** An addon that installs each chart under its release's name. */
const installs = (charts: Readonly<Record<string, unknown>>, definition: object = {}, settings?: object) =>
  addon(
    'web',
    {
      charts,
      ...definition,
      build: (scope, context) => {
        for (const [release, chart] of Object.entries(context.charts))
          new HelmRelease(scope, release, { chart: chart as never });
      },
    },
    settings,
  );

const cluster = (charts: Readonly<Record<string, unknown>>, options: object = {}, settings?: object) =>
  clusterOf({ first: [installs(charts, {}, settings)] }, { options });

/** The file of one kind in the addon's folder, without its header. */
const fileOf = (kind: string, ...given: Parameters<typeof cluster>): string => {
  const { files, diagnostics } = synthCluster(cluster(...given));
  // The cluster says nothing of its Flux, and so of no feature gate.
  expect(diagnostics.filter(({ code }) => code !== 'FX664')).toEqual([]);
  return files[`addons/dev/web/${kind}.yaml`]!.replace(/^#.*\n/gm, '');
};

const messagesOf = (...given: Parameters<typeof cluster>) =>
  synthCluster(cluster(...given)).diagnostics.map(({ code, message, fix }) => `${code} ${message}; ${fix}`);

describe('the source of a chart in a registry', () => {
  it('takes the fields of an OCIRepository', () => {
    const web = helmChart({
      url,
      version: '1.0.0',
      digest: DIGEST,
      interval: '12h',
      timeout: '2m',
      secretRef: { name: 'registry' },
      certSecretRef: { name: 'registry-ca' },
      proxySecretRef: { name: 'proxy' },
      insecure: true,
      layerSelector: { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', operation: 'copy' },
      verify: { provider: 'cosign', matchOIDCIdentity: [{ issuer: '^https://example\\.org$', subject: '^release$' }] },
    });
    expect(fileOf('oci-repository', { web })).toMatchSnapshot();
  });

  it('picks the layer of the chart, since the provenance of a signed one may come first', () => {
    const layer =
      '  layerSelector:\n    mediaType: application/vnd.cncf.helm.chart.content.v1.tar+gzip\n    operation: copy\n';
    expect(fileOf('oci-repository', { web: helmChart({ url, version: '1.0.0' }) })).toContain(layer);
    const own = { mediaType: 'application/vnd.example.chart', operation: 'extract' } as const;
    const other = fileOf('oci-repository', { web: helmChart({ url, version: '1.0.0', layerSelector: own }) });
    expect(other).toContain('  layerSelector:\n    mediaType: application/vnd.example.chart\n    operation: extract\n');
  });

  it('picks that layer of an OCIRepository which a release names as its chart, and of no other', () => {
    const chart = new Chart(new App(), 'plain');
    const ref = { tag: '1.0.0' };
    const web = new OCIRepository(chart, 'web', { name: 'web', url, ref });
    const own = { mediaType: 'application/vnd.example.chart' };
    const set = new OCIRepository(chart, 'set', { name: 'set', url, ref, layerSelector: own });
    const tree = new OCIRepository(chart, 'tree', { name: 'tree', url, ref });
    new HelmRelease(chart, 'web-release', { name: 'web', namespace: 'web', chartRef: web });
    new HelmRelease(chart, 'set-release', { name: 'set', namespace: 'web', chartRef: set });
    const layers = [web, set, tree].map((one) => (one.toJson()['spec'] as { layerSelector?: object }).layerSelector);
    expect(layers).toEqual([
      { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', operation: 'copy' },
      own,
      undefined,
    ]);
  });

  it('takes the workload identity of a cloud', () => {
    const web = helmChart({ url, version: '1.0.0', provider: 'aws', serviceAccountName: 'default' });
    expect(fileOf('oci-repository', { web })).toContain('provider: aws\n  ref:\n    tag: 1.0.0\n  serviceAccountName');
  });

  it('follows a range, among the tags of a pattern', () => {
    const web = helmChart({ url, version: '>=1.0 <2', semverFilter: '.*-stable' });
    expect(fileOf('oci-repository', { web })).toContain(
      'ref:\n    semver: ">=1.0 <2"\n    semverFilter: ".*-stable"\n',
    );
  });

  it('drops the digest and the pattern with the version that they belong to', () => {
    const pinned = helmChart({ url, version: '1.0.0', digest: DIGEST });
    expect(fileOf('oci-repository', { web: pinned }, {}, { version: '1.1.0' })).toContain(
      'ref:\n    tag: 1.1.0\n  url',
    );
    const range = helmChart({ url, version: '1.x', semverFilter: '.*-stable' });
    expect(fileOf('oci-repository', { web: range }, {}, { version: '1.1.0' })).toContain('ref:\n    tag: 1.1.0\n  url');
  });
});

describe('the source of a chart in a Helm repository', () => {
  it('takes the fields of a HelmRepository', () => {
    const web = helmChart({
      url: 'https://charts.example.org',
      chart: 'web',
      version: '1.x',
      interval: '12h',
      secretRef: { name: 'charts' },
      certSecretRef: { name: 'charts-ca' },
      passCredentials: true,
    });
    expect(fileOf('helm-repository', { web })).toMatchSnapshot();
  });
});

describe('where the source of a chart lives', () => {
  const oci = helmChart({ url, version: '1.0.0' });
  const http = helmChart({ url: 'https://charts.example.org', chart: 'web', version: '1.0.0' });
  const own = { sourceNamespace: 'release-namespace' } as const;
  const places = (chart: unknown, options: object = {}) => {
    const { objects, diagnostics } = synthCluster(cluster({ web: chart }, options));
    expect(diagnostics).toEqual([]);
    const all = objects as unknown as { kind: string; metadata: { namespace: string }; spec: never }[];
    const source = all.find(({ kind }) => ['OCIRepository', 'HelmRepository'].includes(kind));
    const { chartRef, chart: template } = all.find(({ kind }) => kind === 'HelmRelease')!.spec as {
      chartRef?: { namespace: string };
      chart?: { spec: { sourceRef: { namespace: string } } };
    };
    return [source?.metadata.namespace, (chartRef ?? template?.spec.sourceRef)?.namespace];
  };

  it.each([
    ['flux-system by default', oci, {}, 'flux-system'],
    [
      'the namespace of its release, where the chart says so',
      helmChart({ url, version: '1.0.0', ...own }),
      {},
      'default',
    ],
    ['the same of a Helm repository', http, { chartSourceNamespace: 'release-namespace' }, 'default'],
    [
      'the namespace of its release, where the cluster says so',
      oci,
      { chartSourceNamespace: 'release-namespace' },
      'default',
    ],
    ['the namespace of its release under lockdown', oci, { lockdown: true }, 'default'],
    [
      'flux-system, where the chart says so and the cluster does not',
      helmChart({ url, version: '1.0.0', sourceNamespace: 'flux-system' }),
      { chartSourceNamespace: 'release-namespace' },
      'flux-system',
    ],
  ])('is %s', (_, chart, options, namespace) => {
    expect(places(chart, options)).toEqual([namespace, namespace]);
  });

  it('is shared by the releases of one namespace, and made once for each', () => {
    const make = (scope: never, { charts }: { charts: Readonly<Record<string, unknown>> }) => {
      for (const [release, namespace] of [
        ['web', 'one'],
        ['web-canary', 'one'],
        ['web-other', 'two'],
      ] as const)
        new HelmRelease(scope, release, {
          name: release,
          namespace,
          chart: charts['web'] as never,
          releaseName: release,
        });
    };
    const web = addon('web', { charts: { web: oci }, build: make as never });
    const options = {
      external: [
        { kind: 'Namespace', name: 'one' },
        { kind: 'Namespace', name: 'two' },
      ],
      lockdown: true,
    };
    const { objects, diagnostics } = synthCluster(clusterOf({ first: [web] }, { options }));
    expect(diagnostics).toEqual([]);
    const sources = objects.filter(({ kind }) => kind === 'OCIRepository') as { metadata?: { namespace?: string } }[];
    expect(sources.map(({ metadata }) => metadata?.namespace)).toEqual(['one', 'two']);
  });

  it('is the namespace of a plain cdk8s chart, which must have one', () => {
    const chart = new Chart(new App(), 'plain', { namespace: 'web' });
    new HelmRelease(chart, 'web', { name: 'web', chart: helmChart({ url, version: '1.0.0', ...own }) });
    expect(Testing.synth(chart).map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['OCIRepository', 'web'],
      ['HelmRelease', 'web'],
    ]);
    const bare = new Chart(new App(), 'plain');
    const make = () =>
      new HelmRelease(bare, 'web', { name: 'web', chart: helmChart({ url, version: '1.0.0', ...own }) });
    expect(make).toThrow(FluxspanError);
    expect(make).toThrow("lives in the release's namespace, and the release has none");
  });
});

describe('a Secret that a source names', () => {
  it('is looked for in the namespace of the source', () => {
    const chart = helmChart({ url, version: '1.0.0', secretRef: { name: 'registry' } });
    const web = addon('web', {
      charts: { web: chart },
      build: (scope, { charts }) => {
        new ApiObject(scope, 'secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'registry' } });
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart });
      },
    });
    const told = (options: object) =>
      diagnosticsOf({ first: [web] }, { options })
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code} ${message}`);
    expect(told({})).toEqual([
      'FX630 OCIRepository/web names Secret/registry in namespace "flux-system", and the Secret "registry" is in namespace "default"',
    ]);
    expect(told({ lockdown: true })).toEqual([]);
  });

  it('verifies a chart in the namespace of its source, not in that of the release', () => {
    const verified = (namespace: string) =>
      addon('web', {
        build: (scope) => {
          const repository = new HelmRepository(scope, 'repo', { namespace, type: 'oci', url: 'oci://example.org' });
          new ApiObject(scope, 'key', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'cosign' } });
          new HelmRelease(scope, 'web', {
            chart: {
              spec: {
                chart: 'web',
                version: '1.0.0',
                sourceRef: { kind: 'HelmRepository', name: repository.name, namespace },
                verify: { provider: 'cosign', secretRef: { name: 'cosign' } },
              },
            },
          });
        },
      });
    const codes = (namespace: string) =>
      diagnosticsOf({ first: [verified(namespace)] }).map(({ code, at }) => [code, at.path]);
    expect(codes('flux-system')).toEqual([['FX630', 'spec.chart.spec.verify.secretRef']]);
    expect(codes('default')).toEqual([]);
  });
});

describe('what no type stops', () => {
  it.each([
    [{ url, version: '1.0.0', digest: 'sha256:0' }],
    [{ url, version: '1.x', digest: DIGEST }],
    [{ url: 'https://charts.example.org', chart: 'web', version: '1.0.0', digest: DIGEST }],
    [{ url, version: '1.0.0', sourceNamespace: 'elsewhere' }],
    [{ url, version: '1.0.0', passCredentials: true }],
  ])('is refused: %j', (source) => {
    expect(messagesOf({ web: helmChart(source as never) })).toMatchSnapshot();
  });

  it('is refused on the cluster, too', () => {
    expect(
      messagesOf({ web: helmChart({ url, version: '1.0.0' }) }, { chartSourceNamespace: 'web' }),
    ).toMatchSnapshot();
  });

  it('is a second chart of one address with other settings', () => {
    const web = helmChart({ url, version: '1.0.0' });
    const other = helmChart({ url, version: '1.0.0', secretRef: { name: 'registry' } });
    expect(messagesOf({ web, other })).toMatchSnapshot();
    const named = helmChart({ url, version: '1.0.0', secretRef: { name: 'registry' }, sourceName: 'other' });
    expect(messagesOf({ web, other: named })).toEqual([]);
  });
});
