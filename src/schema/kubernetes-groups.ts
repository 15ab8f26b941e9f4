/** The API groups of Kubernetes whose objects manifests have. */
export const kubernetesGroups: readonly string[] = [
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'extensions',
  'flowcontrol.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
];

const builtIn: ReadonlySet<string> = new Set([
  ...kubernetesGroups,
  'authentication.k8s.io',
  'authorization.k8s.io',
  'events.k8s.io',
  'internal.apiserver.k8s.io',
  'storagemigration.k8s.io',
]);

/** Whether the API server knows a group's kinds without a CRD. */
export const isBuiltInGroup = (group: string): boolean => builtIn.has(group);
