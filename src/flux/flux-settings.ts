import type { Component } from './components.js';
import type { FeatureGates } from './feature-gates.js';
import type { FluxVersion } from './flux-version.js';

/** A time as Go reads it: `5s`, `1m30s`. */
export type GoDuration = `${number}${'ms' | 's' | 'm' | 'h'}`;

/** What the FluxInstance of a cluster says beside the settings: https://fluxoperator.dev/docs/crd/fluxinstance/ */
export interface FluxOperatorSettings {
  /** The release of Flux, or a range. @default - the newest of the version: `2.9.x` */
  readonly release?: string;
  /** Where the operator finds the manifests: `spec.distribution.artifact`. @default - those that the operator brings */
  readonly artifact?: string;
  /** Where the cluster's source is; its `path` is the cluster's folder. @default - others make the source and the root */
  readonly sync?: {
    readonly kind: 'GitRepository' | 'OCIRepository' | 'Bucket';
    readonly url: string;
    /** `refs/heads/main`, a tag, or a bucket's name. */
    readonly ref: string;
    /** Of the source and the root. @default 'flux-system' */
    readonly name?: string;
    readonly interval?: GoDuration;
    /** The name of the Secret with the credentials. */
    readonly pullSecret?: string;
    readonly provider?: 'generic' | 'aws' | 'azure' | 'gcp' | 'github';
  };
  /** `spec.cluster`: type, size, domain, network policy. */
  readonly cluster?: {
    readonly type?: 'kubernetes' | 'openshift' | 'aws' | 'azure' | 'gcp';
    readonly domain?: string;
    readonly networkPolicy?: boolean;
  };
}

/** Settings of Flux's controllers in one cluster, of one version of Flux. */
export interface FluxSettingsOf<V extends FluxVersion> {
  /** The Flux that runs in the cluster. */
  readonly version: V;
  /**
   * By gate: on or off in every controller that knows it, or by controller.
   *
   * @example { CancelHealthCheckOnNewRevision: true }
   */
  readonly featureGates?: FeatureGates<V>;
  /** How many objects kustomize-controller and helm-controller each reconcile at a time, or by controller. @default - Flux's: 4 */
  readonly concurrency?: number | { readonly [C in Component]?: number };
  /** How soon kustomize-controller and helm-controller look again at a dependency that isn't ready. @default - Flux's: 30s */
  readonly requeueDependency?: GoDuration;
  /** Objects of Flux must not refer to those of other namespaces: the lockdown of clusters with several tenants. @default false */
  readonly noCrossNamespaceRefs?: boolean;
  /** As which Kustomizations and releases without a `serviceAccountName` are applied. @default - as the controller */
  readonly defaultServiceAccount?: string;
  /**
   * kustomize-controller builds no folder whose kustomization file names a URL: what a tenant applies comes from its own
   * source alone.
   *
   * @default false
   */
  readonly noRemoteBases?: boolean;
  /** The labels of the objects that the controllers reconcile: `'!sharding.fluxcd.io/key'`. @default - all */
  readonly watchLabelSelector?: string;
  /** The controllers that are installed. @default - fluxspan doesn't judge; with `operator`, the four that it installs by default */
  readonly components?: readonly Component[];
  /** Where the images of the controllers are: `registry.example.org/fluxcd`. @default - as they are installed */
  readonly registry?: string;
  /**
   * The Flux Operator runs Flux: synth writes a FluxInstance.
   *
   * @default - `flux bootstrap` has installed Flux: synth writes patches for `flux-system/kustomization.yaml`
   */
  readonly operator?: FluxOperatorSettings;
}

/** How Flux itself runs in a cluster; see docs/flux.md. */
export type FluxSettings = { [V in FluxVersion]: FluxSettingsOf<V> }[FluxVersion];
