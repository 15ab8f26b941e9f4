import { defineProject } from './form/project.js';

/** The autoscalers of kubernetes/autoscaler. https://github.com/kubernetes/autoscaler */
export const kubernetesAutoscaler = defineProject({
  makesNothingNamed: ['autoscaling.k8s.io/*'],
});
