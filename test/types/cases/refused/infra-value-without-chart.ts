import { defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';

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
  charts: { web: chart },
  infra: { values: { wbe: z.object({ replicas: z.number() }) } },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
