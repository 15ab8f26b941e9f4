import type { Construct } from 'constructs';
import type { AddonInstance } from '../addon/addon.js';
import type { BroughtSecret } from '../addon/brought-secrets.js';
import type { SourceNamespace } from '../constructs/source-namespace.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { Sops } from '../encryption/sops.js';
import type { FluxSettings } from '../flux/flux-settings.js';
import { type FluxVersion, fluxVersions } from '../flux/flux-version.js';
import type { ReadOffer } from '../tenants/offer/published.js';
import type { Ring } from '../versions/ring.js';
import type { Defaults } from './defaults.js';
import type { DeclaredException } from './exception.js';
import type { DeclaredExternal, Dependency } from './external-kustomization.js';
import type { ExternalObject } from './external-object.js';
import type { MirrorRules } from './mirrors.js';
import type { OwnerBoundary } from './owner-boundary.js';
import type { DeclaredRemoval } from './removal.js';

export { type FluxVersion, fluxVersions };

/** Kubernetes versions whose rules are known: https://kubernetes.io/releases/ */
export const kubernetesVersions = ['1.33', '1.34', '1.35', '1.36'] as const;
/** A minor version of Kubernetes. */
export type KubernetesVersion = (typeof kubernetesVersions)[number];

/** Addons that come up together: they need earlier stages, and nothing of each other. */
export interface Stage {
  readonly name: string;
  readonly addons: readonly AddonInstance[];
  readonly dependsOn: readonly Dependency[];
}

export const FLUX_CLUSTER = Symbol.for('fluxspan.fluxCluster');

export const isFluxCluster = (value: unknown): value is AnyFluxCluster =>
  typeof value === 'object' && value !== null && FLUX_CLUSTER in value;

/** A cluster of any stages. */
export interface AnyFluxCluster extends Construct {
  /** A DNS label: the name of its folder in the tree. */
  readonly name: string;
  /** The folder that Flux's root reads, from the repository's root; `undefined`: `clusters/<name>` below the app's root. */
  readonly path: string | undefined;
  /** The name of the file there that sums the cluster up; `undefined`: README.md. */
  readonly readme: string | undefined;
  /** Where the code declares it. @internal */
  readonly place: () => string | undefined;
  /** The Flux that runs in it. */
  readonly flux: FluxVersion;
  /** How Flux itself runs; `undefined`: the code says nothing but the version. */
  readonly fluxSettings: FluxSettings | undefined;
  /** The Kubernetes that runs in it. */
  readonly kubernetes: KubernetesVersion;
  /** The git revision that its Flux follows. */
  readonly base: string;
  /** Its ring in the rollout of the app; undefined where the app has none. */
  readonly ring?: Ring | undefined;
  /** Capabilities that are there without fluxspan. */
  readonly provides: readonly string[];
  /** Namespaces that others create, before Flux runs. */
  readonly externalNamespaces: readonly string[];
  /** Objects that are there without fluxspan. */
  readonly externalObjects: readonly ExternalObject[];
  /** What its platform offers, where it is a tenant's part of a cluster. @internal */
  readonly published?: ReadOffer | undefined;
  /** What belongs to whom. */
  readonly owners: OwnerBoundary;
  /** The Secrets that are brought before Flux runs: those of `bootstrap`, and those that its addons read. @internal */
  readonly brought: readonly BroughtSecret[];
  /** How its Secrets in Git are encrypted. @internal */
  readonly secrets: Sops | undefined;
  /** @internal */
  readonly mirrors: MirrorRules;
  /** Flux runs with `--no-cross-namespace-refs`. */
  readonly lockdown: boolean;
  /** Where the sources of charts live that say nothing else. */
  readonly chartSourceNamespace: SourceNamespace;
  /** The ClusterRole of releases that name no account. @default - Flux decides */
  readonly releaseRole?: string | undefined;
  /** Settings of all its addons, over those of the app. */
  readonly defaults: Defaults;
  /** The name of the ConfigMap that carries its vars. */
  readonly varsConfigMap: string;
  /** Namespaces besides `flux-system` that have that ConfigMap too. */
  readonly varsNamespaces: readonly string[];
  /** @internal */
  readonly stages: readonly Stage[];
  /** Kustomizations that others write, in the order of their declaration. @internal */
  readonly externals: readonly DeclaredExternal[];
  /** @internal */
  readonly removals: readonly DeclaredRemoval[];
  /** @internal */
  readonly replacements: readonly DeclaredRemoval[];
  /** @internal */
  readonly exceptions: readonly DeclaredException[];
  /** False if the tree cannot hold one of its names: no paths and headers can be made, and a problem says so. @internal */
  readonly hasUsableNames: boolean;
  /** @internal */
  readonly problems: readonly Diagnostic[];
}
