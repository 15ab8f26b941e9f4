export { Bucket, type BucketProps } from './bucket.js';
export { ClusterRoleBinding, type ClusterRoleBindingProps } from './cluster-role-binding.js';
export { ClusterSecretStore, type ClusterSecretStoreProps } from './cluster-secret-store.js';
export { ConfigMap, type ConfigMapProps } from './config-map.js';
export { type Duration, isDuration, type LongDuration } from './duration.js';
export { Ec2NodeClass, type Ec2NodeClassProps } from './ec2-node-class.js';
export { type EncryptedFileOptions, encryptedFile } from './encrypted-file.js';
export { ExternalSecret, type ExternalSecretProps, type StoreRef } from './external-secret.js';
export { Gateway, type GatewayProps } from './gateway.js';
export { GatewayClass, type GatewayClassProps } from './gateway-class.js';
export { GitRepository, type GitRepositoryProps } from './git-repository.js';
export {
  type AddonChart,
  type ChartSchema,
  type HelmChart,
  helmChart,
  type OciChartSource,
  type ReadChartSchema,
  type RepositoryChartSource,
} from './helm-chart.js';
export { HelmRelease, type HelmReleaseProps } from './helm-release.js';
export type { HelmReleaseSettings } from './helm-release-settings.js';
export { HelmRepository, type HelmRepositoryProps } from './helm-repository.js';
export { type GatewayRef, HTTPRoute, type HTTPRouteProps } from './http-route.js';
export { type ImagePolicyMarker, imagePolicy } from './image-policy.js';
export { keepSelector, type SelectableWorkload } from './keep-selector.js';
export { Kustomization, type KustomizationProps } from './kustomization.js';
export type {
  KustomizationDefaults,
  KustomizationSettings,
  Overriding,
  PostBuildSettings,
  VarSource,
} from './kustomization-settings.js';
export { Manifest, type NamespacedProps, type ObjectProps } from './manifest.js';

export { Namespace } from './namespace.js';
export { NodePool, type NodePoolProps } from './node-pool.js';
export { OCIRepository, type OCIRepositoryProps } from './oci-repository.js';
export type { ObjectRef, ReferenceFields, SecretObject } from './reference.js';
export { SecretStore, type SecretStoreProps } from './secret-store.js';
export type { SourceNamespace } from './source-namespace.js';
export { StorageClass, type StorageClassProps } from './storage-class.js';
