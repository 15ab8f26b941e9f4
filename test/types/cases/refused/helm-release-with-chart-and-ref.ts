import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart, OCIRepository } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: { web: helmChart({ url: 'oci://example.org/web', version: '1.0.0' }) },
  build(scope, { charts }) {
    const source = new OCIRepository(scope, 'source', { name: 'other', url: 'oci://example.org/other' });
    new HelmRelease(scope, 'web', { chart: charts.web, chartRef: source });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
