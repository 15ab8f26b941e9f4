export type { Addon, AddonDefinition, AddonInstance, AddonSettings, BuildContext } from './addon/addon.js';
export { defineAddon } from './addon/define-addon.js';
export { type GitSource, gitSource } from './addon/git-source.js';
export { defineInfra } from './cluster/define-infra.js';
export { FluxApp, type FluxAppOptions, type TreeSource } from './cluster/flux-app.js';
export {
  type AnyFluxCluster,
  FluxCluster,
  type FluxClusterOptions,
  type FluxVersion,
  type InfraOf,
} from './cluster/flux-cluster.js';
export * from './constructs/index.js';
export {
  arn,
  asBoolean,
  asNumber,
  awsAccountId,
  awsRegion,
  bucketName,
  type Contract,
  cidr,
  clusterName,
  email,
  hostname,
  iamRoleName,
  queueName,
  type Ref,
  type RemoteSecret,
  remoteSecret,
  type SecretHandle,
  securityGroupId,
  subnetId,
  text,
  url,
  vpcId,
} from './contract/index.js';
export { type Diagnostic, FluxspanError, type Place, type Severity } from './diagnostics/index.js';
