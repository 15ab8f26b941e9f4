import { z } from 'zod';
import { type KarpenterValues, karpenterValuesSchema } from '../../../imports/charts/karpenter.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { clusterName, queueName } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { quantity } from '../quantity-option.js';

/**
 * Karpenter's controller, which makes and removes nodes. What it may make is the addon karpenter-nodes.
 * https://karpenter.sh/docs/
 */
export const karpenter = defineAddon({
  name: 'karpenter',
  description: 'makes and removes nodes as pods need them',
  namespace: 'karpenter',
  createNamespace: true,
  requires: ['karpenter.sh', 'karpenter.k8s.aws'],
  charts: {
    karpenter: helmChart<KarpenterValues>({
      url: 'oci://public.ecr.aws/karpenter/karpenter',
      version: '1.14.1',
      valuesSchema: karpenterValuesSchema,
      crds: ['karpenter.sh', 'karpenter.k8s.aws'],
    }),
  },
  infra: {
    values: {
      karpenter: z.object({
        settings: z.object({
          clusterName: clusterName(),
          interruptionQueue: queueName().meta({
            description: "name of the SQS queue with EC2's interruption notices",
          }),
        }),
      }),
    },
  },
  options: z.object({
    /** Replicas of the controller, of which one leads; each runs on another node. */
    replicas: z.number().int().min(1).default(2),
    /** CPU request and limit of each replica. */
    cpu: quantity.default('1'),
    /** Memory request and limit of each replica. */
    memory: quantity.default('1Gi'),
  }),
  build(scope, { charts, options }) {
    const resources = { cpu: options.cpu, memory: options.memory };
    new HelmRelease(scope, 'release', {
      chart: charts.karpenter,
      values: {
        replicas: options.replicas,
        controller: { resources: { requests: resources, limits: resources } },
      },
    });
  },
});
