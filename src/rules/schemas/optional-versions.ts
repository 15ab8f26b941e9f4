/**
 * Alpha and beta versions of Kubernetes' own kinds that API servers of the supported releases have, and serve where a
 * setting of the API server says so. From the life cycle that k8s.io/api declares for each type.
 */
const optionalVersions: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1alpha1': 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/v1beta1':
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding',
  'certificates.k8s.io/v1alpha1': 'ClusterTrustBundle PodCertificateRequest',
  'certificates.k8s.io/v1beta1': 'ClusterTrustBundle PodCertificateRequest',
  'coordination.k8s.io/v1alpha2': 'LeaseCandidate',
  'coordination.k8s.io/v1beta1': 'LeaseCandidate',
  'internal.apiserver.k8s.io/v1alpha1': 'StorageVersion',
  'networking.k8s.io/v1beta1': 'IPAddress ServiceCIDR',
  'resource.k8s.io/v1alpha3':
    'DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourcePoolStatusRequest ResourceSlice',
  'resource.k8s.io/v1beta1': 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice',
  'resource.k8s.io/v1beta2': 'DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice',
  'scheduling.k8s.io/v1alpha1': 'Workload',
  'scheduling.k8s.io/v1alpha2': 'PodGroup Workload',
  'storage.k8s.io/v1alpha1': 'VolumeAttributesClass',
  'storage.k8s.io/v1beta1': 'VolumeAttributesClass',
  'storagemigration.k8s.io/v1alpha1': 'StorageVersionMigration',
  'storagemigration.k8s.io/v1beta1': 'StorageVersionMigration',
};

/** Whether a kind exists in an alpha or beta version of Kubernetes, whether or not a cluster serves it. */
export const isOptionalVersion = (apiVersion: string, kind: string): boolean =>
  Object.hasOwn(optionalVersions, apiVersion) && optionalVersions[apiVersion]!.split(' ').includes(kind);
