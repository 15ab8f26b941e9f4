import { ApiObject } from 'cdk8s';
import { ConfigMap, defineAddon, HelmRelease, helmChart, hostname } from 'fluxspan';
import { z } from 'zod';

/** The shop: its database, its settings and its chart. */
export const shop = defineAddon({
  name: 'shop',
  namespace: 'shop',
  createNamespace: true,
  requires: ['postgresql.cnpg.io'],
  charts: { shop: helmChart({ url: 'https://charts.example.org/shop', chart: 'shop', version: '1.4.0' }) },
  infra: { vars: { TF_SHOP_HOSTNAME: hostname() } },
  options: z.object({ replicas: z.number().default(2) }),
  build: (scope, { charts, options, vars }) => {
    new ApiObject(scope, 'orders', {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'orders' },
      spec: { instances: 2, storage: { size: '20Gi' } },
    });
    new ConfigMap(scope, 'settings', { data: { theme: 'light', currency: 'EUR' } });
    new HelmRelease(scope, 'shop', {
      chart: charts.shop,
      values: { replicas: options.replicas, host: vars.TF_SHOP_HOSTNAME },
    });
  },
});
