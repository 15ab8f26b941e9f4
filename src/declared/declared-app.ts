import type { Diagnostic } from '../diagnostics/index.js';
import type { ChartVersions } from '../versions/open-versions.js';
import type { Rollout } from '../versions/ring.js';
import type { AnyFluxCluster } from './declared-cluster.js';
import type { Defaults } from './defaults.js';
import type { ProtectedKind } from './protected-kind.js';

/** The source that the clusters' Kustomizations read. */
export interface TreeSource {
  /** Flux reads an ExternalArtifact only with the feature gate `ExternalArtifact` of kustomize-controller. */
  readonly kind: 'GitRepository' | 'OCIRepository' | 'Bucket' | 'ExternalArtifact';
  /** `metadata.name` of the source. */
  readonly name: string;
  /** Where the source lives. @default 'flux-system' */
  readonly namespace?: string;
}

/** What an app says of all its clusters. */
export interface AppSettings {
  /** The folder of the tree, relative to the project; empty: the project's own. */
  readonly root: string;
  /** Where the tree lies in the source, if the app says so. */
  readonly pathPrefix: string | undefined;
  /** What tells its files from those of another app in the same tree. */
  readonly name?: string | undefined;
  /** What the Kustomizations read. */
  readonly source: Required<TreeSource>;
  /** Files with CRDs of the user's own kinds, relative to the project. */
  readonly schemas: readonly string[];
  /** Kinds whose objects must not go unless the cluster's code declares it, beside those that are known. */
  readonly protectedKinds: readonly ProtectedKind[];
  /** Names of clusters that other apps generate into the same tree. */
  readonly otherClusters: readonly string[];
  /** Settings of all addons of all clusters. */
  readonly defaults: Defaults;
  /** The rings in which its clusters get a change; undefined where all get it at once. */
  readonly rollout?: Rollout | undefined;
  /** What versions.yaml has for the releases of addons; undefined where their own versions count. */
  readonly chartVersions?: ChartVersions | undefined;
  /** Where the code declares it. @internal */
  readonly place: () => string | undefined;
  /** @internal */
  readonly problems: readonly Diagnostic[];
}

/** An app as it was declared: what compiling starts from. `FluxApp` is one. */
export interface DeclaredApp extends AppSettings {
  /** In the order of their names. */
  readonly clusters: readonly AnyFluxCluster[];
}
