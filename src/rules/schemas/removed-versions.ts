import type { FluxVersion } from '../../declared/declared-cluster.js';

/**
 * Versions of Kubernetes' own APIs that no supported API server serves any more, by `group/version`, with the kinds that
 * it had and the Kubernetes release that removed them. https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export const removedVersions: Readonly<Record<string, readonly (readonly [release: string, kinds: string])[]>> = {
  'admissionregistration.k8s.io/v1beta1': [['1.22', 'MutatingWebhookConfiguration ValidatingWebhookConfiguration']],
  'apiextensions.k8s.io/v1beta1': [['1.22', 'CustomResourceDefinition']],
  'apiregistration.k8s.io/v1beta1': [['1.22', 'APIService']],
  'apps/v1beta1': [['1.16', 'ControllerRevision Deployment StatefulSet']],
  'apps/v1beta2': [['1.16', 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet']],
  'autoscaling/v2beta1': [['1.25', 'HorizontalPodAutoscaler']],
  'autoscaling/v2beta2': [['1.26', 'HorizontalPodAutoscaler']],
  'batch/v1beta1': [['1.25', 'CronJob']],
  'batch/v2alpha1': [['1.21', 'CronJob']],
  'certificates.k8s.io/v1beta1': [['1.22', 'CertificateSigningRequest']],
  'coordination.k8s.io/v1beta1': [['1.22', 'Lease']],
  'discovery.k8s.io/v1beta1': [['1.25', 'EndpointSlice']],
  'extensions/v1beta1': [
    ['1.16', 'DaemonSet Deployment NetworkPolicy PodSecurityPolicy ReplicaSet'],
    ['1.22', 'Ingress'],
  ],
  'flowcontrol.apiserver.k8s.io/v1beta1': [['1.26', 'FlowSchema PriorityLevelConfiguration']],
  'flowcontrol.apiserver.k8s.io/v1beta2': [['1.29', 'FlowSchema PriorityLevelConfiguration']],
  'flowcontrol.apiserver.k8s.io/v1beta3': [['1.32', 'FlowSchema PriorityLevelConfiguration']],
  'networking.k8s.io/v1beta1': [['1.22', 'Ingress IngressClass']],
  'node.k8s.io/v1beta1': [['1.25', 'RuntimeClass']],
  'policy/v1beta1': [['1.25', 'PodDisruptionBudget PodSecurityPolicy']],
  'rbac.authorization.k8s.io/v1alpha1': [['1.22', 'ClusterRole ClusterRoleBinding Role RoleBinding']],
  'rbac.authorization.k8s.io/v1beta1': [['1.22', 'ClusterRole ClusterRoleBinding Role RoleBinding']],
  'scheduling.k8s.io/v1beta1': [['1.22', 'PriorityClass']],
  'storage.k8s.io/v1beta1': [
    ['1.22', 'CSIDriver CSINode StorageClass VolumeAttachment'],
    ['1.27', 'CSIStorageCapacity'],
  ],
};

/** The Kubernetes release that removed a kind in a version; undefined if a supported API server may still serve it. */
export const removedIn = (apiVersion: string, kind: string): string | undefined =>
  (Object.hasOwn(removedVersions, apiVersion) ? removedVersions[apiVersion]! : []).find(([, kinds]) =>
    kinds.split(' ').includes(kind),
  )?.[0];

/** Versions of Flux's APIs that only older Flux still serves, with the last Flux that does. */
export const lastFluxServing: Readonly<Record<string, FluxVersion>> = {
  'helm.toolkit.fluxcd.io/v2beta2': '2.7',
  'image.toolkit.fluxcd.io/v1beta2': '2.8',
  'kustomize.toolkit.fluxcd.io/v1beta2': '2.7',
  'notification.toolkit.fluxcd.io/v1beta2': '2.8',
  'source.toolkit.fluxcd.io/v1beta2': '2.7',
};

/** Whether some Flux 2 has served a version that the package has no schema of. */
export const isFormerFluxVersion = (apiVersion: string): boolean =>
  Object.hasOwn(lastFluxServing, apiVersion) ||
  /^(?:helm\.toolkit\.fluxcd\.io\/v2beta1|(?:image|kustomize|notification|source)\.toolkit\.fluxcd\.io\/v1beta1)$/.test(
    apiVersion,
  );

/**
 * By group: the origin of the CRDs that the package has schemas of. A source with this exact tag has exactly these
 * CRDs.
 */
export const bundledCrds: Readonly<Record<string, { readonly url: string; readonly tag: string }>> = {
  'external-secrets.io': { url: 'https://github.com/external-secrets/external-secrets', tag: 'v2.9.0' },
  'gateway.networking.k8s.io': { url: 'https://github.com/kubernetes-sigs/gateway-api', tag: 'v1.6.1' },
  'karpenter.k8s.aws': { url: 'oci://public.ecr.aws/karpenter/karpenter-crd', tag: '1.14.1' },
  'karpenter.sh': { url: 'oci://public.ecr.aws/karpenter/karpenter-crd', tag: '1.14.1' },
};
