/** The path of the pods' `spec` by kind. */
export const podSpecs: Readonly<Record<string, string>> = {
  '/Pod': 'spec',
  'apps/DaemonSet': 'spec.template.spec',
  'apps/Deployment': 'spec.template.spec',
  'apps/ReplicaSet': 'spec.template.spec',
  'apps/StatefulSet': 'spec.template.spec',
  'batch/CronJob': 'spec.jobTemplate.spec.template.spec',
  'batch/Job': 'spec.template.spec',
};
