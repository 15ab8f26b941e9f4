import { isClusterScoped } from '../knowledge/index.js';

/** The kinds of https://registry.terraform.io/providers/hashicorp/kubernetes/latest/docs, by API group. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ConfigMap',
    'Endpoints',
    'LimitRange',
    'Namespace',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
  'admissionregistration.k8s.io': ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
  'apiregistration.k8s.io': ['APIService'],
  apps: ['DaemonSet', 'Deployment', 'StatefulSet'],
  autoscaling: ['HorizontalPodAutoscaler'],
  batch: ['CronJob', 'Job'],
  'certificates.k8s.io': ['CertificateSigningRequest'],
  'discovery.k8s.io': ['EndpointSlice'],
  'networking.k8s.io': ['Ingress', 'IngressClass', 'NetworkPolicy'],
  'node.k8s.io': ['RuntimeClass'],
  policy: ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'StorageClass'],
};

/** What a type of the provider for Kubernetes makes. */
export interface KubernetesType {
  readonly group: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');

const byName: ReadonlyMap<string, KubernetesType> = new Map(
  Object.entries(KINDS).flatMap(([group, kinds]) =>
    kinds.map((kind) => [plain(kind), { group, kind, isNamespaced: !isClusterScoped(group, kind) }] as const),
  ),
);

/** The kind that `kubernetes_config_map_v1` makes; undefined for what makes no object, such as `kubernetes_labels`. */
export const kubernetesType = (type: string): KubernetesType | undefined => {
  const name = /^kubernetes_(.+?)(?:_v\d+(?:(?:alpha|beta)\d+)?)?$/.exec(type)?.[1];
  return name === undefined ? undefined : byName.get(plain(name));
};
