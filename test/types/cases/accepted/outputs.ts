import { asValues, ConfigMap, defineAddon, FluxApp, FluxCluster, HelmRelease, helmChart, queueName } from 'fluxspan';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';
import { z } from 'zod';

const queue = defineAddon({
  name: 'queue',
  namespace: 'flux-system',
  requires: ['infra.contrib.fluxcd.io'],
  outputs: { queue_name: queueName(), retries: z.int() },
  build(scope, { outputs }) {
    new Terraform(scope, 'queue', {
      spec: {
        path: './modules/queue',
        interval: '10m',
        approvePlan: 'auto',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', external: true },
        writeOutputsToSecret: outputs.secret({ from: { queue_name: 'name' } }),
      },
    });
  },
});

const worker = defineAddon({
  name: 'worker',
  namespace: 'default',
  uses: { queue },
  build(scope, { uses }) {
    new ConfigMap(scope, 'queue', { data: { name: uses.queue.queue_name, retries: uses.queue.retries } });
  },
});

const web = defineAddon({
  name: 'web',
  namespace: 'flux-system',
  uses: { queue: asValues(queue) },
  charts: { web: helmChart<{ queue?: string }>({ url: 'oci://registry.example.org/web', version: '1.0.0' }) },
  build(scope, { uses, charts }) {
    new HelmRelease(scope, 'web', {
      chart: charts.web,
      valuesFrom: [{ ...uses.queue.queue_name, targetPath: 'queue' }],
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['infra.contrib.fluxcd.io'] })
  .stage('cloud', [queue()])
  .stage('apps', [worker(), web()]);
