import { defineProject } from './form/project.js';

/** The autoscalers of kubernetes/autoscaler. https://github.com/kubernetes/autoscaler */
export const kubernetesAutoscaler = defineProject({
  name: 'Kubernetes Autoscaler',
  makesNothingNamed: ['autoscaling.k8s.io/*'],
});
