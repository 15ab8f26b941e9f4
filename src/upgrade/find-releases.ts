import { posix } from 'node:path';
import { type HelmIdentity, identityOf } from '../changes/releases/release-of.js';
import type { CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { kindScopes, type ScopeOf } from '../compile/kind-scopes.js';
import type { HelmChart } from '../constructs/helm-chart.js';
import type { UnlistedValues } from '../constructs/unlisted-values.js';
import { redactComposed } from '../diff/compose-applied.js';
import { type FaultsOf, openFaults } from '../diff/helm/object-faults.js';
import type { HelmCapabilities } from '../diff/helm/render-release.js';
import { apisOfCrds, providedApis } from '../diff/provided-apis.js';
import type { Redactor } from '../diff/redact.js';
import { isObject } from '../json/is-object.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { type AppliedObject, applyCluster, exampleConfigMaps } from '../preview/index.js';
import { releaseOf } from '../rules/helm/chart-value.js';
import { openSchemas } from '../rules/schemas/find-schemas.js';

/** A release of a chart in one cluster, with the values that Helm gets by the contract's examples. */
export interface ChartRelease {
  readonly cluster: string;
  readonly addon: string;
  /** `HelmRelease/web`. */
  readonly object: string;
  readonly chart: ReleasedChart;
  readonly unlistedValues: UnlistedValues;
  /** As Flux applies it. */
  readonly json: JsonObject;
  readonly identity: HelmIdentity;
  /** Composed of all layers; undefined where helm-controller could not compose them. */
  readonly values: JsonObject | undefined;
  /** With marks in the place of what Secrets give. */
  readonly shownValues: JsonObject;
  readonly capabilities: HelmCapabilities;
  /** What the cluster's API server refuses. */
  readonly faultsOf: FaultsOf;
}

/** A pinned chart, or what a release's own template names: of a folder, no version is known. */
export type ReleasedChart = Pick<HelmChart, 'url' | 'chart' | 'valuesSchema'> & {
  readonly version: string | undefined;
};

/** The chart's name, as its Chart.yaml has it: `helm push` makes it the end of an OCI address. */
const chartName = ({ chart, url }: ReleasedChart): string | undefined => chart ?? url.split('/').at(-1);

/** The address of a chart in a folder of the repository. */
export const IN_FOLDER = './';

const chartOf = (object: CompiledObject): ReleasedChart | undefined => {
  const pinned = releaseOf(object)?.chartSource;
  if (pinned !== undefined || object.kind !== 'HelmRelease') return pinned;
  const template = valueAt(object.json, ['spec', 'chart', 'spec']);
  if (!isObject(template) || typeof template['chart'] !== 'string') return undefined;
  const { version, sourceRef } = template;
  // Of a HelmRepository it is a name, of all else a folder, which mostly has the name of its chart.
  const isNamed = isObject(sourceRef) && sourceRef['kind'] === 'HelmRepository';
  return {
    url: isNamed ? '' : IN_FOLDER,
    chart: posix.basename(template['chart']),
    version: isNamed && typeof version === 'string' ? version : undefined,
    valuesSchema: undefined,
  };
};

/** The same address, however its end is written. */
export const isSameSource = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');

const capabilitiesOf = (compiled: CompiledCluster): HelmCapabilities => {
  const crds = compiled.addons.flatMap(({ objects }) =>
    objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ json }) => json),
  );
  const scopeOf: ScopeOf = kindScopes(crds, compiled.ownKinds);
  const apis = [...new Set([...providedApis(compiled), ...apisOfCrds(crds)])].sort();
  return { kubernetes: compiled.cluster.kubernetes, apis, scopeOf };
};

const releaseIn = (
  cluster: string,
  addon: string,
  { source, outcome, release }: AppliedObject,
  { capabilities, faultsOf }: Pick<ChartRelease, 'capabilities' | 'faultsOf'>,
  redactor: Redactor,
): ChartRelease | undefined => {
  const chart = chartOf(source);
  if (chart === undefined || outcome.kind !== 'object') return undefined;
  const composed = release === undefined || 'error' in release.composed ? undefined : release.composed;
  return {
    cluster,
    addon,
    object: source.title,
    chart,
    unlistedValues: releaseOf(source)?.unlistedValues ?? {},
    json: outcome.object,
    identity: identityOf(source.name, source.namespace ?? '', outcome.object),
    values: composed?.values as JsonObject | undefined,
    shownValues: composed === undefined ? {} : redactComposed(composed, release!.sources, redactor),
    capabilities,
    faultsOf,
  };
};

/**
 * The releases of a chart in the clusters of a project, in their order.
 *
 * @param name as its Chart.yaml has it
 */
export const findReleases = (
  clusters: readonly CompiledCluster[],
  name: string,
  redactor: Redactor,
): readonly ChartRelease[] => {
  const schemas = openSchemas();
  return clusters.flatMap((compiled) => {
    const isOfChart = (object: CompiledObject): boolean => {
      const chart = chartOf(object);
      return chart !== undefined && chartName(chart) === name;
    };
    // Composing values is the work, and most charts are in few clusters.
    if (!compiled.addons.some(({ objects }) => objects.some(isOfChart))) return [];
    const judged = { capabilities: capabilitiesOf(compiled), faultsOf: openFaults(compiled, schemas) };
    return applyCluster(compiled, exampleConfigMaps(compiled.contract)).flatMap(({ name: addon, objects }) =>
      objects
        .filter(({ source }) => isOfChart(source))
        .flatMap((object) => releaseIn(compiled.cluster.name, addon, object, judged, redactor) ?? []),
    );
  });
};

/** `dev/web`, and the release where the addon's name says less. */
export const releaseTitle = ({ cluster, addon, object }: ChartRelease): string =>
  object === `HelmRelease/${addon}`
    ? `${cluster}/${addon}`
    : `${cluster}/${addon}/${object.slice('HelmRelease/'.length)}`;
