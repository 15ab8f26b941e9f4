import { z } from 'zod';
import { Ec2NodeClass } from '../../constructs/ec2-node-class.js';
import { NodePool } from '../../constructs/node-pool.js';
import { clusterName, iamRoleName } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { durationOrNever } from '../duration-option.js';
import { quantity } from '../quantity-option.js';

/**
 * The nodes that Karpenter may make: one NodePool and its EC2NodeClass, of one name. A second pool is an addon of its own.
 * https://karpenter.sh/docs/concepts/nodepools/
 */
export const karpenterNodes = defineAddon({
  name: 'karpenter-nodes',
  description: 'the nodes that Karpenter may make',
  requires: ['karpenter', 'karpenter.sh', 'karpenter.k8s.aws'],
  provides: ['nodes'],
  infra: {
    vars: {
      TF_CLUSTER_NAME: clusterName(),
      TF_K8S_NODE_ROLE_NAME: iamRoleName().meta({
        description: "name of the IAM role of Karpenter's nodes",
        examples: ['platform-dev-karpenter-nodes'],
      }),
    },
  },
  options: z.object({
    /** The name of the NodePool and of the EC2NodeClass. */
    name: z.string().default('default'),
    /** Alias of the AMI, pinned so that nodes change only with a commit. */
    ami: z.string().default('al2023@v20260917'),
    /** CPU architectures of the nodes. */
    architectures: z
      .array(z.enum(['amd64', 'arm64']))
      .min(1)
      .default(['amd64', 'arm64']),
    /** The capacity types of the nodes: `on-demand`, `spot` or `reserved`. */
    capacityTypes: z
      .array(z.enum(['on-demand', 'spot', 'reserved']))
      .min(1)
      .default(['on-demand']),
    /** Instance families to choose from, such as `m7g`. @default - all from the third generation on, except the burstable ones */
    instanceFamilies: z.array(z.string()).min(1).optional(),
    /** The most CPU that all nodes of the pool may have together, in cores. */
    cpuLimit: z.number().positive().default(10),
    /** The most memory that all nodes of the pool may have together, such as `64Gi`. @default - none */
    memoryLimit: quantity.optional(),
    /** The maximum age of a node. */
    expireAfter: durationOrNever.default('168h'),
    /** How long a node must be underused before Karpenter removes it. */
    consolidateAfter: durationOrNever.default('1m'),
    /** Tags of instances and volumes, in addition to `Name` and those of Karpenter. */
    tags: z.record(z.string(), z.string()).default({}),
  }),
  build(scope, { vars, options }) {
    const { name } = options;
    const discovery = [{ tags: { 'karpenter.sh/discovery': vars.TF_CLUSTER_NAME } }];
    new Ec2NodeClass(scope, 'class', {
      name,
      spec: {
        role: vars.TF_K8S_NODE_ROLE_NAME,
        amiSelectorTerms: [{ alias: options.ami }],
        subnetSelectorTerms: discovery,
        securityGroupSelectorTerms: discovery,
        tags: { Name: `karpenter-${vars.TF_CLUSTER_NAME}`, ...options.tags },
      },
    });
    new NodePool(scope, 'pool', {
      name,
      spec: {
        template: {
          spec: {
            requirements: [
              { key: 'kubernetes.io/arch', operator: 'In', values: options.architectures },
              { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
              { key: 'karpenter.sh/capacity-type', operator: 'In', values: options.capacityTypes },
              ...instances(options.instanceFamilies),
            ],
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name },
            expireAfter: options.expireAfter,
          },
        },
        limits: {
          cpu: options.cpuLimit,
          ...(options.memoryLimit === undefined ? {} : { memory: options.memoryLimit }),
        },
        disruption: {
          consolidationPolicy: 'WhenEmptyOrUnderutilized',
          consolidateAfter: options.consolidateAfter,
        },
      },
    });
  },
});

/** Which instances may be made: the families that were named, or what suits a workload that no one knows. */
const instances = (families: readonly string[] | undefined) =>
  families === undefined
    ? ([
        { key: 'karpenter.k8s.aws/instance-category', operator: 'NotIn', values: ['t'] },
        { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] },
      ] as const)
    : ([{ key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: families }] as const);
