import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import {
  HelmRelease as Generated,
  type HelmReleaseSpec,
  type HelmReleaseSpecChart,
} from '../../imports/helm.toolkit.fluxcd.io.js';
import { VALUES_KEY, valuesConfigMap } from '../contract/contract.js';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem, tryFindAddonScope } from './addon-scope.js';
import { chartSource } from './chart-source.js';
import { chartOfRelease } from './diagnostics.js';
import type { Duration } from './duration.js';
import { type AddonChart, type HelmChart, isAddonChart, isHelmChart } from './helm-chart.js';
import { helmReleaseDefaults, mergeHelmReleaseSettings } from './helm-release-settings.js';
import { markIncomplete } from './incomplete.js';
import { mergeObjects } from './merge.js';
import { type SettingsLayer, withoutNulls } from './merge-layers.js';
import type { NamespacedProps } from './object-props.js';
import { markChart, type OCIRepository } from './oci-repository.js';
import { isConstructRef, type ObjectRef } from './reference.js';
import { splitProps } from './split-props.js';
import { type UnlistedValues, withUnlisted } from './unlisted-values.js';

type Spec = HelmReleaseSpec;
type Values = Readonly<Record<string, unknown>>;

/** A pinned chart (its source comes with it), or the API's own template. */
type FromChart<V> = { readonly chart: HelmChart<V> | HelmReleaseSpecChart; readonly chartRef?: never };
/** A source that is a chart. */
type FromRef = {
  readonly chartRef: OCIRepository | Exclude<NonNullable<Spec['chartRef']>, ObjectRef>;
  readonly chart?: never;
};

/** https://fluxcd.io/flux/components/helm/helmreleases/ */
export type HelmReleaseProps<V> = NamespacedProps &
  Omit<Spec, 'chart' | 'chartRef' | 'values' | 'interval' | 'timeout' | 'dependsOn'> & {
    /** How often Flux reconciles the release. @default '5m' */
    readonly interval?: Duration;
    /** How long an install or upgrade may take. @default '10m' */
    readonly timeout?: Duration;
    /** Inline values. They win over `valuesFrom`, so a path of theirs cannot come from Terraform too. */
    readonly values?: NoInfer<V>;
    /** Values that the chart reads though its type does not know them; each says why. */
    readonly unlistedValues?: UnlistedValues;
    /** HelmReleases of the same Kustomization that must be ready before. */
    readonly dependsOn?: readonly (HelmRelease | Exclude<NonNullable<Spec['dependsOn']>[number], ObjectRef>)[];
  } & (FromChart<V> | FromRef);

/** What the props of a release say, before other levels are merged with it. */
export interface GivenRelease {
  readonly settings: SettingsLayer;
  readonly values: object;
  readonly unlistedValues: UnlistedValues;
}

/**
 * A release of a chart. With a chart of the addon, its name, source, version and layers of values come from there.
 * A failed install or upgrade is tried again, drift is corrected, and CRDs are kept up to date unless the addon
 * requires them from elsewhere. What the app, the cluster and the addon say of all releases comes between these
 * defaults and the props: maps merge, lists replace.
 */
export class HelmRelease<V = Values> extends Generated {
  /** The chart that the release was made from, where it was a pinned one. */
  readonly chartSource: HelmChart | undefined;
  /** Why the chart's type is bypassed, by path. */
  readonly unlistedValues: UnlistedValues;
  readonly #given: GivenRelease;

  /** What a release's own props say; undefined of what isn't a release, or is one of another copy of the package. */
  static givenOf(value: object): GivenRelease | undefined {
    return #given in value ? (value as HelmRelease).#given : undefined;
  }

  constructor(scope: Construct, id: string, props: HelmReleaseProps<V>) {
    const { object, spec } = splitProps(props as HelmReleaseProps<V> & NamespacedProps);
    const { chart, chartRef, values, unlistedValues, dependsOn, valuesFrom, ...own } = spec as typeof spec & {
      chart?: unknown;
      chartRef?: unknown;
      values?: object;
    };
    const shared = tryFindAddonScope(scope)?.helmRelease;
    const { install, upgrade, ...rest } = (
      shared === undefined ? own : withoutNulls(mergeHelmReleaseSettings(shared, own))
    ) as typeof own;
    const pinned: HelmChart | undefined = isHelmChart(chart) ? chart : undefined;
    const ours: AddonChart | undefined = pinned !== undefined && isAddonChart(pinned) ? pinned : undefined;
    const name = object.name ?? ours?.release ?? (pinned === undefined ? undefined : tryFindAddonScope(scope)?.addon);
    const isReported = chart === undefined && 'chart' in spec && tryFindAddonScope(scope)?.readsUndeclared?.() === true;
    if ((chart === undefined) === (chartRef === undefined) && !isReported) {
      reportProblem(
        scope,
        diagnose(chartOfRelease, {
          message: `HelmRelease "${name ?? id}" has ${chart === undefined ? 'neither `chart` nor `chartRef`' : 'both `chart` and `chartRef`'}`,
          at: { object: `HelmRelease/${name ?? tryFindAddonScope(scope)?.addon ?? id}` },
          fix: 'give exactly one of the two',
        }),
      );
    }
    const layers = [
      ...(ours?.hasInfraValues
        ? [{ kind: 'ConfigMap' as const, name: valuesConfigMap(ours.release), valuesKey: VALUES_KEY }]
        : []),
      ...(valuesFrom ?? []),
    ];
    const unlisted = { ...unlistedValues, ...ours?.unlistedValues };
    const listed = ours?.overrides === undefined ? (values ?? {}) : mergeObjects(values ?? {}, ours.overrides);
    const inline = withUnlisted(listed, unlisted);
    super(scope, id, {
      ...object,
      ...(name === undefined ? {} : { name }),
      spec: {
        ...(name === undefined ? {} : { releaseName: ours?.release ?? name }),
        ...helmReleaseDefaults,
        ...rest,
        ...accountFields(scope, rest, object.namespace),
        ...chartFields(scope, pinned, name ?? id, chart, chartRef, object.namespace),
        ...(dependsOn === undefined ? {} : { dependsOn }),
        install: action(scope, pinned, own.install, install),
        upgrade: action(scope, pinned, own.upgrade, upgrade),
        ...(layers.length === 0 ? {} : { valuesFrom: layers }),
        ...(Object.keys(inline).length === 0 ? {} : { values: inline }),
      },
    });
    if (isReported) markIncomplete(this);
    this.chartSource = pinned;
    this.unlistedValues = unlisted;
    this.#given = { settings: own, values: values ?? {}, unlistedValues: unlistedValues ?? {} };
  }
}

/**
 * https://fluxcd.io/flux/components/helm/helmreleases/#install-strategy: what retries takes no `remediation`, so one
 * that is given keeps Flux's own strategy, which remediates.
 */
const action = (scope: Construct, chart: HelmChart | undefined, own: unknown, merged: unknown): object => {
  const requires = tryFindAddonScope(scope)?.requires ?? [];
  const fromElsewhere = chart?.crds.some((group) => requires.includes(group)) ?? false;
  const { crds } = (own ?? {}) as { readonly crds?: unknown };
  const given = (merged ?? {}) as { readonly remediation?: unknown };
  const { crds: keepsCrds, strategy } = helmReleaseDefaults.install;
  return {
    crds: keepsCrds,
    ...(given.remediation === undefined ? { strategy } : {}),
    ...given,
    // What is said of all releases isn't said of this one's CRDs, which another addon has.
    ...(fromElsewhere ? { crds: crds ?? 'Skip' } : {}),
  };
};

/** The addon's own account, unless the release has one. With `kubeConfig` it would be one of another cluster. */
const accountFields = (scope: Construct, given: object, namespace: string | undefined): object => {
  const account = tryFindAddonScope(scope)?.releaseAccount;
  const home = namespace ?? namespaceIn(scope);
  if (account === undefined || home === undefined || 'serviceAccountName' in given || 'kubeConfig' in given) return {};
  account.namespaces.add(home);
  return { serviceAccountName: account.name };
};

const chartFields = (
  scope: Construct,
  pinned: HelmChart | undefined,
  release: string,
  chart: unknown,
  chartRef: unknown,
  namespace: string | undefined,
): object => {
  if (pinned === undefined) {
    if (chartRef === undefined) return chart === undefined ? {} : { chart };
    if (!isConstructRef(chartRef)) return { chartRef };
    markChart(chartRef);
    return { chartRef: refOf(chartRef) };
  }
  const source = chartSource(scope, pinned, release, namespace ?? namespaceIn(scope));
  if (source.kind === 'OCIRepository') return { chartRef: refOf(source) };
  return { chart: { spec: { chart: pinned.chart, version: pinned.version, sourceRef: refOf(source) } } };
};

/** The namespace of what is made in a scope, and says none itself. */
const namespaceIn = (scope: Construct): string | undefined => {
  const addon = tryFindAddonScope(scope);
  return addon?.namespace ?? Chart.of(scope).namespace;
};

const refOf = (source: { kind: string; name: string; metadata: { namespace?: string | undefined } }) => ({
  kind: source.kind,
  name: source.name,
  namespace: source.metadata.namespace,
});
