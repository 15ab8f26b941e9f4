export type { TreeSource } from './declared-app.js';
export type { AnyFluxCluster, FluxVersion, KubernetesVersion } from './declared-cluster.js';
export type { Defaults } from './defaults.js';
export type { AddonExceptionOptions, ExceptionOptions, KindExceptionOptions } from './exception.js';
export type { External, ExternalKustomization } from './external.js';
export type { ExternalName } from './external-kustomization.js';
export type { ExternalObject } from './external-object.js';
export type { ProtectedKind } from './protected-kind.js';
export type { RemovalOptions, RemovedObject } from './removal.js';
