import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: {
    web: helmChart({
      url: 'oci://example.org/web',
      version: '1.0.0',
      passCredentials: true,
    }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
