import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

/** As docs/how-to/promote.md has it: one name, and values of two types. */
const url = 'oci://registry.example.org/charts/shop';
const shop1 = defineAddon({
  name: 'shop',
  namespace: 'shop',
  charts: { shop: helmChart<{ replicas: number }>({ url, version: (ring) => (ring?.name === 'dev' ? '1.5.0' : '1.4.0') }) },
  build(scope, { charts, ring }) {
    new HelmRelease(scope, 'shop', { chart: charts.shop, values: { replicas: ring?.index ?? 1 } });
  },
});
const shop2 = defineAddon({
  name: 'shop',
  namespace: 'shop',
  charts: { shop: helmChart<{ replicas: { min: number } }>({ url, version: '2.0.0' }) },
  build(scope, { charts }) {
    new HelmRelease(scope, 'shop', { chart: charts.shop, values: { replicas: { min: 2 } } });
  },
});

const app = new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } });
for (const name of ['dev', 'prod']) {
  const isNext = app.ringOf(name)?.index === 0;
  new FluxCluster(app, name, { flux: '2.9' }).stage('apps', [isNext ? shop2() : shop1()]);
}

export default app;
