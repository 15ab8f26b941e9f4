import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';

interface WebValues {
  readonly replicas?: number;
  readonly settings?: { readonly host?: string; readonly zones?: readonly string[] };
}

const schema = (): Readonly<Record<string, unknown>> => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    replicas: { type: 'integer' },
    settings: {
      type: 'object',
      additionalProperties: false,
      properties: { host: { type: 'string' }, zones: { type: 'array', items: { type: 'string' } } },
    },
  },
});
const chart = helmChart<WebValues>({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: schema });

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  createNamespace: true,
  charts: { web: chart },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web, values: { replicas: 'two' } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
