export type { Addon, AddonInstance, AddonSettings } from './addon/addon.js';
export type { AddonBy } from './addon/addon-by.js';
export type { AddonDefinition, BuildContext } from './addon/addon-definition.js';
export { defineAddon } from './addon/define-addon.js';
export type { InputPatternSettings, ReplacedInputs } from './addon/input-patterns.js';
export type { OutputSecret, Outputs } from './addon/outputs.js';
export type { OutputSource, Producer, Reading, UseShape, ValuesUse } from './addon/outputs-types.js';
export {
  type AddonSource,
  type BucketSource,
  type BucketSourceProps,
  bucketSource,
  type ExistingSource,
  existingSource,
  type GitRef,
  type GitSource,
  type GitSourceProps,
  gitSource,
  type OciRef,
  type OciSource,
  type OciSourceProps,
  ociSource,
  type SourceReference,
} from './addon/source.js';
export { asValues } from './addon/uses.js';
export * from './alerts/index.js';
export type { ClusterOptions, FluxClusterOptions, FluxOptions } from './cluster/cluster-options.js';
export { defineInfra, type InfraOptions } from './cluster/define-infra.js';
export { FluxApp, type FluxAppOptions } from './cluster/flux-app.js';
export { FluxCluster, type InfraOf } from './cluster/flux-cluster.js';
export { FluxTenant, type FluxTenantOptions } from './cluster/flux-tenant.js';
export { infraConfigMaps } from './cluster/infra-config-maps.js';
export { parseInfra } from './cluster/parse-infra.js';
export type { ClusterTypes, EmptyCluster, StageOptions, WithStage } from './cluster/stage-types.js';
export type { ConfigMapManifest } from './compile/plan-config-maps.js';
export * from './constructs/index.js';
export {
  arn,
  asBoolean,
  asNumber,
  awsAccountId,
  awsRegion,
  azureClientId,
  azureSubscriptionId,
  azureTenantId,
  type BootstrapSecret,
  bucketName,
  type Cloud,
  type ComputedEntries,
  type Contract,
  cidr,
  clusterName,
  email,
  type FromState,
  fromState,
  gcpProject,
  gcpServiceAccount,
  hostname,
  type Infra,
  iamRoleName,
  keyVaultUrl,
  queueName,
  type Ref,
  type RemoteSecret,
  remoteSecret,
  resourceGroup,
  type SecretEntries,
  type SecretHandle,
  secret,
  securityGroupId,
  subnetId,
  type TextOrRef,
  type TextVar,
  text,
  url,
  type ValuesEntries,
  type VarEntries,
  vpcId,
} from './contract/index.js';
export type * from './declared/index.js';
export { type Diagnostic, FluxspanError, type Place, type Severity } from './diagnostics/index.js';
export * from './encryption/index.js';
export type { Component } from './flux/components.js';
export type { FluxOperatorSettings, FluxSettings, FluxSettingsOf } from './flux/flux-settings.js';
export * from './teams/index.js';
export * from './tenants/index.js';
export { type ChartVersions, type ImagePart, openVersions, type VersionReaders } from './versions/open-versions.js';
export type { Ring, Rollout } from './versions/ring.js';
