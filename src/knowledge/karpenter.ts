import { fieldsOf } from '../json/as-shape.js';
import { parseQuantity } from '../schema/update/quantity.js';
import type { EffectRow, When } from './form/effect.js';
import { releaseOf } from './form/helm-release.js';
import { field } from './form/language-field.js';
import { losesNodes, removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { becomes, changed, fallsBelow, loses } from './form/when.js';

const NODE_POOL = 'karpenter.sh/NodePool';
const HOUR = 3600;

/** Whether a resource's amount becomes zero, in any unit. */
const isNone: When = (was, is) => parseQuantity(is) === 0n && parseQuantity(was) !== 0n;

const noMoreNodes = {
  on: NODE_POOL,
  severity: 'warning',
  says: 'no longer makes nodes',
  effect: 'existing nodes stay, but a node that is removed is not replaced: pods stay pending',
} as const;

/** Karpenter. https://karpenter.sh/docs/concepts/ */
export const karpenter = defineProject({
  name: 'Karpenter',
  clusterScoped: { 'karpenter.k8s.aws': ['EC2NodeClass'], 'karpenter.sh': ['NodeClaim', 'NodeOverlay', 'NodePool'] },
  references: [
    {
      from: [NODE_POOL],
      at: 'spec.template.spec.nodeClassRef',
      to: { group: 'group', defaultKind: 'EC2NodeClass', defaultGroup: 'karpenter.k8s.aws' },
      blocks: 'ready',
    },
  ],
  holdsSettings: ['karpenter.azure.com'],
  effects: [
    // https://karpenter.sh/docs/concepts/disruption/
    removal(NODE_POOL, 'its nodes, and the pods on them'),
    // https://karpenter.sh/docs/concepts/nodeclasses/
    losesNodes('karpenter.k8s.aws/EC2NodeClass'),
    // https://github.com/Azure/karpenter-provider-azure
    losesNodes('karpenter.azure.com/AKSNodeClass'),
    // `ExceededBy`: https://karpenter.sh/docs/concepts/nodepools/#speclimits
    ...['memory', 'nodes'].map(
      (resource): EffectRow => ({ ...noMoreNodes, at: `spec.limits.${resource}`, when: isNone }),
    ),
    // https://karpenter.sh/docs/concepts/nodepools/ and https://karpenter.sh/docs/concepts/disruption/
    { ...noMoreNodes, at: 'spec.limits.cpu', when: becomes(0, '0') },
    {
      on: NODE_POOL,
      at: 'spec.template.spec.expireAfter',
      when: fallsBelow(HOUR),
      severity: 'warning',
      says: 'replaces its nodes again and again',
      effect: 'Karpenter drains each node at that age, whatever its budgets allow',
    },
    {
      on: NODE_POOL,
      at: 'spec.template.spec.requirements[key]',
      when: (was, is, sides) =>
        [was, is].every((one) => fieldsOf(one)['operator'] === 'In') &&
        loses(fieldsOf(was)['values'], fieldsOf(is)['values'], sides),
      shows: 'values',
      severity: 'notice',
      says: 'replaces nodes that no longer fit',
      effect: 'Karpenter treats nodes that do not meet the requirement as drifted, and drains them within its budgets',
    },
    // https://karpenter.sh/docs/concepts/nodeclasses/#specrole
    {
      on: 'karpenter.k8s.aws/EC2NodeClass',
      at: 'spec.role',
      when: changed,
      severity: 'notice',
      says: 'starts its nodes with another IAM role',
      effect: 'a node whose role the cluster does not let in never becomes ready',
      instead: 'first give the role an access entry and the policies of a node',
    },
    // https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml
    {
      ...releaseOf('karpenter'),
      at: 'spec.values.replicas',
      when: becomes(0),
      severity: 'warning',
      says: 'stops Karpenter',
      effect: 'Karpenter no longer makes, replaces or removes nodes: pods stay pending',
    },
  ],
  languages: { [NODE_POOL]: [field('spec.disruption.budgets[].schedule', 'cron')] },
  makesNothingNamed: ['karpenter.sh/*', 'karpenter.k8s.aws/*'],
});
