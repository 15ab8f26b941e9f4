import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: {
    web: helmChart({ url: 'oci://example.org/web', version: '1.0.0', sourceName: 'web' }),
    worker: helmChart({ url: 'oci://example.org/worker', version: '1.0.0', sourceName: 'worker' }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
    new HelmRelease(scope, 'worker', { chart: charts.worker });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web({ values: { wroker: { replicas: 2 } } })]);
