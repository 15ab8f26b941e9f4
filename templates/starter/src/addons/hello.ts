import { Cpu, Deployment } from 'cdk8s-plus-30';
import { asNumber, defineAddon } from 'fluxspan';
import { z } from 'zod';

/** A workload of your own: a Deployment and its Service. Copy it for your applications, then remove it. */
export const hello = defineAddon({
  name: 'hello',
  description: 'A workload of our own',
  namespace: 'hello',
  createNamespace: true,
  folder: 'apps',
  infra: {
    vars: {
      TF_HELLO_REPLICAS: z
        .number()
        .int()
        .min(1)
        .max(9)
        .meta({ examples: [2] }),
    },
  },
  build(scope, { vars }) {
    const web = new Deployment(scope, 'hello', {
      replicas: asNumber(vars.TF_HELLO_REPLICAS),
      containers: [
        {
          image: 'ghcr.io/stefanprodan/podinfo:6.9.2',
          portNumber: 9898,
          resources: { cpu: { request: Cpu.millis(50) } },
          securityContext: { user: 1000 },
        },
      ],
    });
    web.exposeViaService({ ports: [{ port: 80, targetPort: 9898 }] });
  },
});
