import { defineProject } from './form/project.js';

/** KEDA. https://keda.sh/docs/latest/reference/ */
export const keda = defineProject({
  name: 'KEDA',
  clusterScoped: { 'eventing.keda.sh': ['ClusterCloudEventSource'], 'keda.sh': ['ClusterTriggerAuthentication'] },
  references: [
    {
      from: ['keda.sh/ScaledObject'],
      at: 'spec.scaleTargetRef',
      to: { group: 'apiVersion', defaultKind: 'Deployment', defaultGroup: 'apps' },
      blocks: 'ready',
    },
    {
      from: ['keda.sh/ScaledObject', 'keda.sh/ScaledJob'],
      at: 'spec.triggers[].authenticationRef',
      to: {
        defaultKind: 'TriggerAuthentication',
        defaultGroup: 'keda.sh',
        only: ['TriggerAuthentication', 'ClusterTriggerAuthentication'],
      },
      blocks: 'ready',
    },
  ],
  makesNothingNamed: ['keda.sh/*'],
});
