import type { Component } from './components.js';
import { type FluxVersion, fluxVersions } from './flux-version.js';

type Since = `${FluxVersion}.${number}`;

/**
 * The feature gates of each controller, with the release of Flux that first has them: `internal/features/features.go`
 * of each controller, and which of its releases each Flux has. A gate that a controller doesn't know ends it at its start.
 */
export const featureGates = {
  'source-controller': { CacheSecretsAndConfigMaps: '2.7.0', ObjectLevelWorkloadIdentity: '2.7.0' },
  'kustomize-controller': {
    AdditiveCELDependencyCheck: '2.7.0',
    CacheSecretsAndConfigMaps: '2.7.0',
    CancelHealthCheckOnNewRevision: '2.7.2',
    DirectSourceFetch: '2.8.0',
    DisableConfigWatchers: '2.7.4',
    DisableFailFastBehavior: '2.7.0',
    DisableStatusPollerCache: '2.7.0',
    ExternalArtifact: '2.7.0',
    GroupChangeLog: '2.7.0',
    MigrateAPIVersion: '2.8.6',
    ObjectLevelWorkloadIdentity: '2.7.0',
    StrictPostBuildSubstitutions: '2.7.0',
  },
  'helm-controller': {
    AdditiveCELDependencyCheck: '2.7.0',
    AdoptLegacyReleases: '2.7.0',
    AllowDNSLookups: '2.7.0',
    CacheSecretsAndConfigMaps: '2.7.0',
    CancelHealthCheckOnNewRevision: '2.8.0',
    CorrectDrift: '2.7.0',
    DefaultToRetryOnFailure: '2.8.2',
    DetectDrift: '2.7.0',
    DirectSourceFetch: '2.8.0',
    DisableChartDigestTracking: '2.7.0',
    DisableConfigWatchers: '2.7.4',
    ExternalArtifact: '2.7.0',
    OOMWatch: '2.7.0',
    ObjectLevelWorkloadIdentity: '2.7.0',
    UseHelm3Defaults: '2.8.0',
  },
  'notification-controller': {
    CacheSecretsAndConfigMaps: '2.7.0',
    DisableConfigWatchers: '2.7.4',
    ObjectLevelWorkloadIdentity: '2.7.0',
  },
  'image-reflector-controller': {
    CacheSecretsAndConfigMaps: '2.7.0',
    FluxStorage: '2.9.0',
    ObjectLevelWorkloadIdentity: '2.7.0',
  },
  'image-automation-controller': {
    CacheSecretsAndConfigMaps: '2.7.0',
    GitAllBranchReferences: '2.7.0',
    GitForcePushBranch: '2.7.0',
    GitShallowClone: '2.7.0',
    GitSparseCheckout: '2.7.0',
    ObjectLevelWorkloadIdentity: '2.7.0',
  },
  'source-watcher': { DirectSourceFetch: '2.8.0' },
} as const satisfies Readonly<Record<Component, Readonly<Record<string, Since>>>>;

type Gates = typeof featureGates;

/** The releases up to a minor version. */
type UpTo<V extends FluxVersion> = V extends '2.7'
  ? `2.7.${number}`
  : V extends '2.8'
    ? `2.7.${number}` | `2.8.${number}`
    : Since;

type GateOf<C extends Component, V extends FluxVersion> = {
  [G in keyof Gates[C]]: Gates[C][G] extends UpTo<V> ? G : never;
}[keyof Gates[C]] &
  string;

type KnowingComponent<G, V extends FluxVersion> = {
  [C in Component]: G extends GateOf<C, V> ? C : never;
}[Component];

/** The feature gates that the controllers of a Flux know. */
export type FeatureGates<V extends FluxVersion = FluxVersion> = {
  readonly [G in { [C in Component]: GateOf<C, V> }[Component]]?:
    | boolean
    | { readonly [C in KnowingComponent<G, V>]?: boolean };
};

/** The release of Flux since which a controller knows a gate; `undefined`: no release of that minor version does. */
export const gateSince = (component: Component, gate: string, version: FluxVersion): string | undefined => {
  const gates: Readonly<Record<string, string>> = featureGates[component];
  const since = Object.hasOwn(gates, gate) ? gates[gate]! : undefined;
  return since === undefined || rank(since) > fluxVersions.indexOf(version) ? undefined : since;
};

const rank = (release: string): number =>
  fluxVersions.indexOf(release.slice(0, release.lastIndexOf('.')) as FluxVersion);

/** The gates that a controller of a minor version knows. */
export const gatesOf = (component: Component, version: FluxVersion): readonly string[] =>
  Object.keys(featureGates[component]).filter((gate) => gateSince(component, gate, version) !== undefined);
