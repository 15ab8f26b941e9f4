import { defineAddon, HelmRelease, helmChart, hostname, NodePool } from 'fluxspan';
import type { NodePoolSpec } from 'fluxspan/imports/karpenter.sh';
import { z } from 'zod';

interface GuestbookValues {
  readonly host?: string;
  readonly greeting?: string;
}

const weight: NonNullable<NodePoolSpec['weight']> = 10;

/** An addon of this project's own: a release with a node pool for it. */
export const guestbook = defineAddon({
  name: 'guestbook',
  namespace: 'guestbook',
  createNamespace: true,
  folder: 'apps',
  requires: ['nodes', 'karpenter.sh'],
  charts: { guestbook: helmChart<GuestbookValues>({ url: 'oci://registry.example.org/guestbook', version: '1.2.3' }) },
  infra: { vars: { TF_GUESTBOOK_HOST: hostname() } },
  options: z.object({ greeting: z.string() }),
  build(scope, { charts, options, vars }) {
    new HelmRelease(scope, 'release', {
      chart: charts.guestbook,
      values: { host: vars.TF_GUESTBOOK_HOST, greeting: options.greeting },
    });
    new NodePool(scope, 'pool', {
      spec: {
        template: {
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
            requirements: [{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }],
          },
        },
        weight,
        disruption: { consolidateAfter: '5m' },
      },
    });
  },
});
