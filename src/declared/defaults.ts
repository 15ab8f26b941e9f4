import type { HelmReleaseSettings } from '../constructs/helm-release-settings.js';
import type { KustomizationDefaults } from '../constructs/kustomization-settings.js';

/**
 * Settings that the addons of a cluster, or of all clusters of an app, have in common, as patches of the root would give
 * them. The app's come first, then the cluster's, then the addon's own, then what a release's construct is given: maps
 * merge, lists replace, and `null` in a later one takes away. They win over fluxspan's own defaults.
 */
export interface Defaults {
  /**
   * Of the Kustomization of every addon; not of those that a `build` makes. `postBuild.substituteFrom` adds up, and of
   * `wait` and `healthChecks` the last one counts.
   */
  readonly kustomization?: KustomizationDefaults;
  /**
   * Of every HelmRelease that an addon makes with the typed construct. `install.crds` and `upgrade.crds` don't apply to
   * a release whose addon requires the chart's CRDs from elsewhere: it leaves them alone.
   */
  readonly helmRelease?: HelmReleaseSettings;
}
