import { annotationAt } from './form/path.js';
import { defineProject } from './form/project.js';
import { stops } from './form/stopped.js';
import { becomes } from './form/when.js';

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
  effects: [
    // https://keda.sh/docs/latest/concepts/scaling-deployments/
    stops(
      'keda.sh/ScaledObject',
      annotationAt('autoscaling.keda.sh/paused-replicas'),
      becomes('0'),
      'stops its workload',
      'KEDA keeps the workload at no pods, whatever its triggers say, until the annotation is removed',
    ),
  ],
  makesNothingNamed: ['keda.sh/*'],
});
