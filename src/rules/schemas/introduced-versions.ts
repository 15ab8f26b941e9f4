import { type KubernetesVersion, kubernetesVersions } from '../../declared/declared-cluster.js';

/**
 * API versions of Kubernetes kinds that not every supported release has, with the release that introduced them. From
 * the life cycle that k8s.io/api declares for each type (`APILifecycleIntroduced`).
 */
const introducedVersions: Readonly<Record<string, readonly (readonly [since: KubernetesVersion, kinds: string])[]>> = {
  'admissionregistration.k8s.io/v1': [['1.36', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding']],
  'admissionregistration.k8s.io/v1beta1': [['1.34', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding']],
  'certificates.k8s.io/v1beta1': [['1.35', 'PodCertificateRequest']],
  'resource.k8s.io/v1': [['1.34', 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice']],
  'resource.k8s.io/v1alpha3': [['1.36', 'ResourcePoolStatusRequest']],
  'resource.k8s.io/v1beta2': [['1.36', 'DeviceTaintRule']],
  'storage.k8s.io/v1': [['1.34', 'VolumeAttributesClass']],
  'storagemigration.k8s.io/v1beta1': [['1.35', 'StorageVersionMigration']],
};

/** The release of Kubernetes that introduced a kind in a version, if that is newer than the given one. */
export const introducedAfter = (
  own: KubernetesVersion,
  apiVersion: string,
  kind: string,
): KubernetesVersion | undefined => {
  if (!Object.hasOwn(introducedVersions, apiVersion)) return undefined;
  const since = introducedVersions[apiVersion]!.find(([, kinds]) => kinds.split(' ').includes(kind))?.[0];
  return since !== undefined && kubernetesVersions.indexOf(since) > kubernetesVersions.indexOf(own) ? since : undefined;
};
