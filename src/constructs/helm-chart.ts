import type { HelmRepositorySpec, OCIRepositorySpec } from '../../imports/source.toolkit.fluxcd.io.js';
import type { Ring } from '../versions/ring.js';
import type { Duration } from './duration.js';
import type { SourceNamespace } from './source-namespace.js';
import type { UnlistedValues } from './unlisted-values.js';

declare const VALUES: unique symbol;

/**
 * A chart's version: exact, or a range that Flux resolves (`1.x`). A function gives it by ring: what versions.yaml has for
 * the ring of a cluster, or for the first ring where `ring` is undefined.
 *
 * @example version: (ring) => version('podinfo', ring)
 */
export type ChartVersion = string | ((ring: Ring | undefined) => string);

interface ChartSource {
  /** The chart's version: exact, or a range that Flux resolves (`1.x`); a function where it differs by ring. */
  readonly version: ChartVersion;
  /** `metadata.name` of the source. Charts of one addon from two addresses need two names. @default - the addon's name */
  readonly sourceName?: string;
  /**
   * Where the source lives. Flux looks for the Secrets that it names in the same namespace. If it moves, Flux makes a new
   * source and deletes the old one; the release stays.
   *
   * @default - as the cluster says; 'flux-system' in a plain cdk8s chart
   */
  readonly sourceNamespace?: SourceNamespace;
  /** How often Flux looks for another artifact. @default '1h' */
  readonly interval?: Duration;
  /** How long a download may take. @default - Flux's own, '60s' */
  readonly timeout?: Duration;
  /**
   * API groups whose CRDs the chart ships. A release leaves the CRDs alone (`crds: Skip`) where its addon requires
   * one of them from elsewhere.
   */
  readonly crds?: readonly string[];
}

/**
 * A chart in an OCI registry: `url` is its whole address. The fields of its source are those of
 * https://fluxcd.io/flux/components/source/ocirepositories/. The source takes the artifact's chart layer; for an artifact
 * that `flux push artifact` made, set `layerSelector` to `application/vnd.cncf.flux.content.v1.tar+gzip`.
 */
export interface OciChartSource
  extends ChartSource,
    Pick<
      OCIRepositorySpec,
      | 'certSecretRef'
      | 'insecure'
      | 'layerSelector'
      | 'provider'
      | 'proxySecretRef'
      | 'secretRef'
      | 'serviceAccountName'
      | 'verify'
    > {
  /** The repository in the registry: `oci://ghcr.io/acme/charts/web`. */
  readonly url: `oci://${string}`;
  /**
   * The chart's name, as its Chart.yaml has it. Flux reinstalls a release whose chart gets another name, so synth must
   * know it where the URL of a mirror doesn't end in it. @default - the last part of `url`, which `helm push` writes
   */
  readonly chart?: string;
  /**
   * The digest of the exact `version`, which Flux then fetches by it. A cluster that sets another version drops it.
   *
   * @default - the tag alone
   */
  readonly digest?: `sha256:${string}`;
  /** An RE2 pattern of the tags in which Flux looks, where `version` is a range. @default - all tags */
  readonly semverFilter?: string;
}

/**
 * A chart in a Helm repository: `url` is the repository's, `chart` the name in it. The fields of its source are those of
 * https://fluxcd.io/flux/components/source/helmrepositories/
 */
export interface RepositoryChartSource
  extends ChartSource,
    Pick<HelmRepositorySpec, 'certSecretRef' | 'passCredentials' | 'secretRef'> {
  /** The folder of the repository's `index.yaml`. */
  readonly url: `http://${string}` | `https://${string}`;
  /** The name of the chart in the repository. */
  readonly chart: string;
}

/** A JSON Schema (draft 2020-12) of a chart's values, as `fluxspan import chart` writes it. */
export type ChartSchema = Readonly<Record<string, unknown>>;

/**
 * Reads the schema of a chart's values. What `fluxspan import chart` writes has it as `text` too, so that values that an
 * earlier run found right need not be checked again, and the version of the chart that it was taken from.
 */
export type ReadChartSchema = (() => ChartSchema) & { readonly text?: string; readonly version?: string };

/** Where a chart comes from, pinned in one place; `V` is the type of its values. */
export interface HelmChart<V = unknown> {
  /** The chart in a registry, or the repository that holds it. */
  readonly url: string;
  /** The chart's name; undefined where the last part of `url` is it. */
  readonly chart: string | undefined;
  /** A version, or a range of which Flux takes the newest; where it differs by ring, that of the first one. */
  readonly version: string;
  /** The version by ring, where the addon gives it as a function. */
  readonly versionIn?: (ring: Ring | undefined) => string;
  /** The name of the source object, where the addon gives it one. */
  readonly sourceName: string | undefined;
  /** Where the source lives, where the addon says so. */
  readonly sourceNamespace: SourceNamespace | undefined;
  /** The digest of the artifact, which pins it. */
  readonly digest: string | undefined;
  /** An RE2 pattern of the tags in which Flux looks. */
  readonly semverFilter: string | undefined;
  /** Fields of the source's spec, as they were given. */
  readonly sourceSettings: Readonly<Record<string, unknown>>;
  /** API groups whose CRDs the chart has. */
  readonly crds: readonly string[];
  /** Reads the JSON Schema of the values, which synth checks them against. */
  readonly valuesSchema: ReadChartSchema | undefined;
  /** Never there at run time. */
  readonly [VALUES]?: V;
}

export const HELM_CHART: unique symbol = Symbol.for('fluxspan.helmChart') as never;

/**
 * Pins a chart. `V` comes from `fluxspan import chart`, which writes its values' type and schema.
 *
 * @example helmChart<KarpenterValues>({ url: 'oci://public.ecr.aws/karpenter/karpenter', version: '1.14.1' })
 */
export const helmChart = <V = Readonly<Record<string, unknown>>>(
  source: (OciChartSource | RepositoryChartSource) & {
    /** Reads the JSON Schema of the values: `karpenterValuesSchema` of `imports/charts/karpenter`. @default - values are not checked at synth */
    readonly valuesSchema?: ReadChartSchema;
  },
): HelmChart<V> => {
  const { url, chart, version, sourceName, sourceNamespace, digest, semverFilter, crds, valuesSchema, ...settings } =
    source as OciChartSource & { readonly valuesSchema?: ReadChartSchema };
  return {
    [HELM_CHART as symbol]: true,
    url,
    chart,
    ...(typeof version === 'function' ? { version: version(undefined), versionIn: version } : { version }),
    sourceName,
    sourceNamespace,
    digest,
    semverFilter,
    // What no field of the types is goes into the source too, where the schema of its kind judges it.
    sourceSettings: settings,
    crds: crds ?? [],
    valuesSchema,
  };
};

/** A chart as `build` gets it: with its release, and what the cluster's code says of it. */
export interface AddonChart<V = unknown> extends HelmChart<V> {
  /** The name of its release, which is its key in `charts`. */
  readonly release: string;
  /** Terraform writes values for this release, so its ConfigMap is one of its layers. */
  readonly hasInfraValues: boolean;
  /** What the cluster's code puts over the addon's own values. */
  readonly overrides: object | undefined;
  /** What the cluster's code sets beside the chart's type. */
  readonly unlistedValues: UnlistedValues;
  /** The version that the addon pins, to which {@link HelmChart.valuesSchema} belongs. */
  readonly pinnedVersion: string;
}

export const isHelmChart = (value: unknown): value is HelmChart =>
  typeof value === 'object' && value !== null && HELM_CHART in value;

export const isAddonChart = <V>(chart: HelmChart<V>): chart is AddonChart<V> => 'release' in chart;
