import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: {
    web: helmChart({
      url: 'https://charts.example.org',
      chart: 'web',
      version: '1.0.0',
      digest: 'sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
