// What a person has in front of them while writing. `/*?name*/` is where the cursor is, and `/*^name*/` stands before the
// word that the mouse is on.
import { defineAddon, FluxApp, FluxCluster, helmChart, type InfraOf } from 'fluxspan';
import { externalDns, karpenter, karpenterNodes } from 'fluxspan/addons';
import { z } from 'zod';

interface WebValues {
  readonly replicas?: number;
}

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  requires: ['/*?requires*/'],
  charts: { web: helmChart<WebValues>({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: {
    vars: { TF_HOST: z.string() },
    values: {
      /*?release*/
    },
  },
  options: z.object({ size: z.number().default(1) }),
  build(_scope, { vars }) {
    vars./*?var*/ TF_HOST;
  },
});

export const dev = new FluxCluster(new FluxApp(), 'dev', { /*?cluster*/ /*^path*/ path: 'clusters/dev' })
  .stage('one', [karpenter()])
  .stage(
    'two',
    [
      web({
        /*?settings*/
      }),
    ],
    { dependsOn: ['/*?dependsOn*/'] },
  );

export type /*^infra*/ DevInfra = InfraOf<typeof dev>;
export type /*^addon*/ KarpenterInfra = InfraOf<typeof karpenter>;
export const nodes = karpenterNodes({ /*^option*/ tags: {} });
export const dns = externalDns({
  values: {
    serviceMonitor: {
      /*?values*/
    },
  },
});
