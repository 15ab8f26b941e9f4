import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: { webApp: helmChart({ url: 'oci://example.org/web', version: '1.0.0' }) },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.webApp });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
