import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart, type SourceNamespace } from 'fluxspan';

const sourceNamespace: SourceNamespace = 'release-namespace';
const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: {
    web: helmChart({
      url: 'oci://example.org/web',
      version: '1.0.0',
      digest: 'sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      sourceNamespace,
      interval: '12h',
      timeout: '2m',
      secretRef: { name: 'registry' },
      certSecretRef: { name: 'registry-ca' },
      proxySecretRef: { name: 'proxy' },
      insecure: true,
      layerSelector: { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', operation: 'copy' },
      verify: { provider: 'cosign', secretRef: { name: 'cosign' } },
    }),
    worker: helmChart({
      url: 'oci://example.org/worker',
      version: '1.x',
      semverFilter: '.*-stable',
      sourceName: 'worker',
      sourceNamespace: 'flux-system',
      provider: 'aws',
      serviceAccountName: 'reader',
    }),
    cron: helmChart({
      url: 'https://charts.example.org',
      chart: 'cron',
      version: '1.x',
      sourceName: 'cron',
      secretRef: { name: 'charts' },
      certSecretRef: { name: 'charts-ca' },
      passCredentials: true,
    }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
    new HelmRelease(scope, 'worker', { chart: charts.worker });
    new HelmRelease(scope, 'cron', { chart: charts.cron });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { chartSourceNamespace: 'release-namespace' }).stage('first', [
  web(),
]);
