/** Kubernetes' own cluster-scoped kinds, and those of the platform's custom resources, by group. */
const clusterScoped: Readonly<Record<string, readonly string[]>> = {
  '': ['Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'cert-manager.io': ['ClusterIssuer'],
  'eventing.keda.sh': ['ClusterCloudEventSource'],
  'external-secrets.io': ['ClusterExternalSecret', 'ClusterPushSecret', 'ClusterSecretStore'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'generators.external-secrets.io': ['ClusterGenerator'],
  'karpenter.k8s.aws': ['EC2NodeClass'],
  'karpenter.sh': ['NodeClaim', 'NodeOverlay', 'NodePool'],
  'keda.sh': ['ClusterTriggerAuthentication'],
  'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': ['DeviceClass', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
};

/** Whether objects of this kind live in no namespace; of a kind that no one knows, no. */
export const isClusterScoped = (group: string, kind: string): boolean =>
  Object.hasOwn(clusterScoped, group) && clusterScoped[group]!.includes(kind);
