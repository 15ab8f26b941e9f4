import { defineAddon, FluxApp, FluxCluster } from 'fluxspan';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';
import { z } from 'zod';

const network = defineAddon({
  name: 'network',
  namespace: 'flux-system',
  outputs: { subnets: z.array(z.string()) },
  build(scope, { outputs }) {
    new Terraform(scope, 'network', {
      spec: {
        path: './network',
        interval: '10m',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', external: true },
        writeOutputsToSecret: outputs.secret(),
      },
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('cloud', [network()]);
