import { defineAddon, FluxApp, FluxCluster, Namespace } from 'fluxspan';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';
import { z } from 'zod';

const queue = defineAddon({
  name: 'queue',
  namespace: 'flux-system',
  outputs: { retries: z.int() },
  build(scope, { outputs }) {
    new Terraform(scope, 'queue', {
      spec: {
        path: './queue',
        interval: '10m',
        approvePlan: 'auto',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', external: true },
        writeOutputsToSecret: outputs.secret(),
      },
    });
  },
});
const worker = defineAddon({
  name: 'worker',
  uses: { queue },
  build(scope, { uses }) {
    new Namespace(scope, 'queue', { name: uses.queue.retries });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('cloud', [queue()]).stage('apps', [worker()]);
