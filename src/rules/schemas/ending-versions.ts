import { kubernetesVersions } from '../../declared/declared-cluster.js';

/**
 * Versions of Kubernetes' own APIs that a supported API server still serves, with the kinds that end and the release that
 * no longer has them. From the life cycle that k8s.io/api declares for each type (`APILifecycleRemoved`).
 */
const endingVersions: Readonly<Record<string, readonly (readonly [release: string, kinds: string])[]>> = {
  'admissionregistration.k8s.io/v1alpha1': [['1.38', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding']],
  'admissionregistration.k8s.io/v1beta1': [
    ['1.34', 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding'],
    ['1.40', 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding'],
  ],
  'certificates.k8s.io/v1alpha1': [['1.37', 'ClusterTrustBundle']],
  'certificates.k8s.io/v1beta1': [['1.40', 'ClusterTrustBundle PodCertificateRequest']],
  'networking.k8s.io/v1beta1': [['1.37', 'IPAddress ServiceCIDR']],
  'resource.k8s.io/v1alpha3': [
    ['1.39', 'DeviceTaintRule'],
    ['1.42', 'ResourcePoolStatusRequest'],
  ],
  'resource.k8s.io/v1beta1': [['1.38', 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice']],
  'resource.k8s.io/v1beta2': [
    ['1.39', 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice'],
    ['1.42', 'DeviceTaintRule'],
  ],
  'storage.k8s.io/v1alpha1': [['1.35', 'VolumeAttributesClass']],
  'storage.k8s.io/v1beta1': [['1.37', 'VolumeAttributesClass']],
  'storagemigration.k8s.io/v1beta1': [['1.40', 'StorageVersionMigration']],
};

/** The release of Kubernetes that no longer serves a kind in a version; undefined for what stays, or is gone already. */
export const endsIn = (apiVersion: string, kind: string): string | undefined =>
  (Object.hasOwn(endingVersions, apiVersion) ? endingVersions[apiVersion]! : []).find(([, kinds]) =>
    kinds.split(' ').includes(kind),
  )?.[0];

/** Whether the release is no later than the one after the newest that is known. */
export const isNextKubernetes = (release: string): boolean =>
  minorOf(release) <= minorOf(kubernetesVersions.at(-1)!) + 1;

const minorOf = (release: string): number => Number(release.split('.')[1]);
