import { fieldsOf } from '../json/as-shape.js';
import { releaseOf } from './form/helm-release.js';
import { field } from './form/language-field.js';
import { defineProject } from './form/project.js';
import { becomes, changed, fallsBelow, loses } from './form/when.js';

const NODE_POOL = 'karpenter.sh/NodePool';
const HOUR = 3600;

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
  effects: [
    // https://karpenter.sh/docs/concepts/nodepools/ and https://karpenter.sh/docs/concepts/disruption/
    {
      on: NODE_POOL,
      at: 'spec.limits.cpu',
      when: becomes(0, '0'),
      severity: 'warning',
      says: 'no longer makes nodes',
      effect: 'existing nodes stay, but a node that is removed is not replaced: pods stay pending',
    },
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
