import { defineAddon, queueName } from 'fluxspan';
import { Terraform } from 'fluxspan/imports/infra.contrib.fluxcd.io';

/** A queue that tofu-controller makes, with its name as an output. */
export const queueIn = <const M extends string>(namespace: M) =>
  defineAddon({
    name: 'queue',
    namespace,
    outputs: { queue_name: queueName() },
    build(scope, { outputs }) {
      new Terraform(scope, 'queue', {
        spec: {
          path: './modules/queue',
          interval: '10m',
          approvePlan: 'auto',
          sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system', external: true },
          writeOutputsToSecret: outputs.secret(),
        },
      });
    },
  });
