import { field } from './form/language-field.js';
import { defineProject } from './form/project.js';

/** Karpenter. https://karpenter.sh/docs/concepts/ */
export const karpenter = defineProject({
  name: 'Karpenter',
  clusterScoped: { 'karpenter.k8s.aws': ['EC2NodeClass'], 'karpenter.sh': ['NodeClaim', 'NodeOverlay', 'NodePool'] },
  references: [
    {
      from: ['karpenter.sh/NodePool'],
      at: 'spec.template.spec.nodeClassRef',
      to: { group: 'group', defaultKind: 'EC2NodeClass', defaultGroup: 'karpenter.k8s.aws' },
      blocks: 'ready',
    },
  ],
  languages: { 'karpenter.sh/NodePool': [field('spec.disruption.budgets[].schedule', 'cron')] },
  makesNothingNamed: ['karpenter.sh/*', 'karpenter.k8s.aws/*'],
});
